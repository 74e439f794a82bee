"""Positions that people set up, over HTTP: what may be done there, and what each action is worth.

Nothing is stored: every request brings the whole position, in the game's notation.
"""

from collections.abc import AsyncGenerator
from typing import Annotated, Any

import msgspec
from litestar import Router, post
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.analysis.analyse import checked_seat
from cruces.analysis.analysis_dto import advice
from cruces.core import CHANCE, GameLog
from cruces.core.family import AnyGame
from cruces.core.record import MAX_SEATS
from cruces.core.registry import family_of, get_game
from cruces.locales import text
from cruces.match.messages import MOST_POSITION, PRINTABLE, ActionText, Seat
from cruces.server.analysis_worker import Adviser
from cruces.server.api import Ask, check_address, client_of, context, language, limit, player_of
from cruces.server.errors import SlowDownError, refusals
from cruces.server.limits import ADVISED, POSITIONS, Client


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a game, or its start; `action` is played in it first, by `seat`."""

    game: Annotated[str, Meta(max_length=30)]
    options: dict[str, str | int | bool | None] = {}
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    position: Annotated[str, Meta(max_length=MOST_POSITION, pattern=PRINTABLE)] = ""
    seat: Seat | None = None
    action: ActionText | None = None


class PositionResult(Struct, frozen=True):
    """The end of the game."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    announced: tuple[str, ...]
    text: Annotated[str, Meta(description="How it ended, in a sentence.")]


class PositionView(Struct, frozen=True):
    """What a client needs to show a position and what may be done in it."""

    game: str
    options: Annotated[
        dict[str, str | int | bool | None], Meta(description="Every option in force.")
    ]
    position: Annotated[str, Meta(description="In the game's notation, as the server writes it.")]
    table: Annotated[dict[str, Any], Meta(description="The same as data for drawing.")]
    labels: Annotated[tuple[str, ...], Meta(description="What each seat is called.")]
    to_act: Annotated[tuple[int, ...], Meta(description="The seats that may act.")]
    chance: Annotated[bool, Meta(description="Whether dice or the like come next.")]
    legal: Annotated[dict[str, list[str]], Meta(description="The actions of those seats.")]
    names: Annotated[
        dict[str, list[str]], Meta(description="Their names, if not just the notation.")
    ]
    earns: Annotated[
        dict[str, list[int]], Meta(description="The points that each adds, in games with points.")
    ]
    result: Annotated[PositionResult | None, Meta(description="Null while the game goes on.")]


def state_of(asked: PositionRequest) -> tuple[AnyGame, Any]:
    """The game and the state that a request describes; refuses what cannot be, in words."""
    game = get_game(asked.game)
    if asked.position:
        state = game.parse_position(asked.position, asked.options)
    else:
        state = game.initial(asked.options, asked.seats)
    if asked.action is None:
        return game, state
    seat = checked_seat(game, state, asked.seat)
    return game, game.apply(state, seat, game.parse_action(asked.action))


def position_view(game: AnyGame, state: Any, lang: str) -> PositionView:
    """A state as clients see it."""
    family, waiting = family_of(game), game.to_act(state)
    numbers = range(1, 1 + game.seats(state))
    names = [text("web.player", lang, number=number) for number in numbers]
    seats = tuple(sorted(waiting - {CHANCE}))
    actions = {str(seat): list(game.view(state, seat).legal) for seat in seats}
    return PositionView(
        game.id,
        game.settings(state),
        game.format_position(state),
        family.wire(game, state),
        tuple(family.seat_label(game, seat, name) for seat, name in enumerate(names)),
        seats,
        CHANCE in waiting,
        {seat: [game.format_action(one) for one in each] for seat, each in actions.items()},
        {
            seat: [family.action_name(game, one, lang) for one in each]
            for seat, each in actions.items()
        }
        if family.names_actions
        else {},
        {seat: family.earnings(game, state, int(seat), each) for seat, each in actions.items()},
        _result(game, state, names, lang),
    )


def _result(game: AnyGame, state: Any, names: list[str], lang: str) -> PositionResult | None:
    outcome = game.outcome(state)
    if outcome is None:
        return None
    log = GameLog.at(game, state)
    said = family_of(game).ending(game, log, outcome, names, frozenset(), lang)
    return PositionResult(outcome.places, outcome.scores, outcome.announced, said)


@post(
    "/positions",
    responses=refusals(401, 409),
    summary="A position that somebody set up: what may be done in it, or why it cannot be",
    status_code=200,
)
async def show_position(request: Ask, data: PositionRequest) -> PositionView:
    await limit(request, POSITIONS, player_of(request))
    return position_view(*state_of(data), language(request))


@post(
    "/positions/analysis/stream",
    responses=refusals(401, 409),
    summary="What every action of a seat is worth in it, one JSON object a line, ever better known",
    description="Without `action`, `seat` is whose actions are judged; by default the first that "
    "may act.",
    status_code=200,
    media_type="application/x-ndjson",
)
async def stream_analysis(request: Ask, data: PositionRequest) -> Stream:
    player = player_of(request)
    await limit(request, ADVISED, player)
    game, state = state_of(data)
    seat = checked_seat(game, state, data.seat if data.action is None else None)
    adviser, client = context(request).adviser, client_of(request, player)
    adviser.explorations.check(client)
    stream = lines(adviser, game, state, seat, client, language(request))
    headers = {"X-Accel-Buffering": "no"}  # a proxy would buffer the lines until the last
    return Stream(stream, media_type="application/x-ndjson", headers=headers)


async def lines(
    adviser: Adviser, game: AnyGame, state: Any, seat: int, client: Client, lang: str
) -> AsyncGenerator[bytes]:
    """The analyses, as long as there is room in the queue for the next."""
    try:
        async for analysis in adviser.explore(game, state, seat, client):
            yield msgspec.json.encode(advice(game, state, analysis, lang)) + b"\n"
    except SlowDownError:
        return


position_api = Router(
    "/api", before_request=check_address, route_handlers=[show_position, stream_analysis]
)
