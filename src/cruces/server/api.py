"""The HTTP API: lobby, matches, records, hints and analyses."""

import asyncio
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from msgspec import Meta, Struct

from cruces.analysis.analysis_dto import Advice, advice
from cruces.core import Reason
from cruces.core.options import value_text
from cruces.core.record import MAX_EVENTS, MAX_SEATS, RecordError, document
from cruces.core.registry import GAMES, family_of
from cruces.locales import DEFAULT, languages, negotiate, preferences
from cruces.match import messages as m
from cruces.match.hints import check_hint, check_past
from cruces.match.match import Match
from cruces.match.match_view import FullMatchView
from cruces.match.opened import is_record
from cruces.match.record import record_of
from cruces.match.signature import ALGORITHM
from cruces.match.verify import Dice, Kept, verified
from cruces.match.visibility import full_view, seats_of
from cruces.players import bots_for
from cruces.server.analysis_worker import Gone
from cruces.server.assets import packed_answer, view_address
from cruces.server.context import Context, slow_down
from cruces.server.errors import NotFoundError, ProtocolError, refusals
from cruces.server.invitations import Invitation, invitation
from cruces.server.limits import (
    ADVISED,
    CREATIONS,
    JOINS,
    LOBBIES,
    MOST_OPEN_MATCHES,
    MOST_RECORD,
    PAST,
    RECORDS,
    REQUESTS,
    Client,
    Limit,
)
from cruces.server.live_match import LiveMatch, now
from cruces.server.tokens import Token, typed_code
from cruces.storage import Lobby, MatchSummary

Ask = Request[Any, Any, State]
HINTED = 3
"""The number of actions in a hint."""
MatchId = Annotated[str, Parameter(pattern=m.MATCH_ID, description="The id of a match.")]

SeatNumber = Annotated[int, Parameter(ge=0, lt=MAX_SEATS, description="A seat, from 0.")]
PlaceName = Annotated[str, Parameter(max_length=20, description="As the game names it.")]
EventNumber = Annotated[
    int, Parameter(ge=0, le=MAX_EVENTS, description="The number of events; 0 is the start.")
]


class Preparation(Struct, frozen=True):
    """How much of what robots need to play at their best is prepared, from 0 to 1.

    Until it is 1, stand-ins may play for them: they answer as soon and think less.
    """

    part: float


class JoinableMatch(Struct, frozen=True):
    """A match to join: share its code or a link to it."""

    match: str
    code: str


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The short code of a table, as typed."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]


class HintRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that asks for a hint."""

    seat: m.Seat


class PublicKey(Struct, frozen=True):
    """The key that checks this server's signatures of records, in hexadecimal."""

    algorithm: str
    key: str


class Verification(Struct, frozen=True, omit_defaults=True):
    """Whether a record is valid; if not, what is wrong at which event.

    Of a valid one: what is known of its dice, how many draws it has, and the key that signed it.
    """

    ok: bool
    dice: Dice | None = None
    draws: int = 0
    key: str = ""
    code: str = ""
    reason: str = ""
    message: str = ""
    event: int | None = None


def context(request: Ask) -> Context:
    server_context: Context = request.app.state.context
    return server_context


def token_of(request: Ask) -> Token:
    """The token of the device that asks, if it may."""
    ctx = context(request)
    token = ctx.token(request.headers.get("authorization"))
    slow_down(ctx.gate.limits.take(REQUESTS, Client(token.player, "")))
    ctx.hub.met(client_of(request, token.player))
    return token


def player_of(request: Ask) -> str:
    """The player who asks, if they may."""
    return token_of(request).player


async def check_address(request: Ask) -> None:
    """Refuse an address that asks too often, whatever it asks."""
    slow_down(context(request).gate.limits.take(REQUESTS, client_of(request)))


def client_of(request: Ask, player: str = "") -> Client:
    """Whose share of the server's work a request uses."""
    return context(request).gate.client(request.scope, player)


async def limit(request: Ask, rate: Limit, player: str = "") -> None:
    """Refuse a client that asks too often."""
    slow_down(await context(request).gate.limits.ask(rate, client_of(request, player)))


async def live_match_of(request: Ask, match_id: str) -> LiveMatch:
    live = await context(request).hub.get(match_id)
    if live is None:
        raise NotFoundError(Reason("no-match"))
    return live


async def past_match_of(request: Ask, match_id: str, events: int = 0) -> Match:
    """A game that is over and had so many events: a match, or a record that was opened."""
    if not is_record(match_id):
        match = (await live_match_of(request, match_id)).match
    else:
        records = context(request).opened
        known = records.known(match_id)
        if known is None:
            client = client_of(request)
            known = await context(request).past.run(client, lambda _: records.load(match_id))
            if known is None:
                raise NotFoundError(Reason("no-match"))
            records.remember(known)
        match = known
    check_past(match, events)
    return match


@get("/preparation", summary="How far the robots are prepared", sync_to_thread=False)
def preparation(request: Ask) -> Preparation:
    return Preparation(context(request).preparing.part)


@get("/games", summary="The games, their seats and options")
async def list_games() -> list[dict[str, Any]]:
    return [
        {
            "id": game.id,
            "names": {lang: game.name(lang) for lang in languages()},
            "seats": sorted(game.seat_counts),
            "practice": game.practice_counts,
            "options": [
                {
                    "name": option.name,
                    "values": option.values,
                    "texts": [value_text(value) for value in option.values],
                    "default": option.default,
                    "rule": option.rule,
                    "ruling": option.ruling,
                }
                for option in game.options
            ],
            "editions": game.presets,
            "bots": bots_for(game.id),
            "unbeaten": [
                {"bot": one.bot, "options": dict(one.options), "page": one.page}
                for one in family.unbeaten(game)
            ],
            "family": family.name,
            "view": view_address(family),
            "sheet": family.sheet(game),
            "exact": family.exact_rules_page(game, DEFAULT) is not None,
            "pages": dict(family.pages()),
        }
        for game, family in ((game, family_of(game)) for game in GAMES.values())
    ]


@post("/matches", responses=refusals(401, 409), summary="Create a match")
async def new_match(request: Ask, data: m.Setup) -> JoinableMatch:
    ctx, player = context(request), player_of(request)
    await limit(request, CREATIONS, player)
    if await asyncio.to_thread(ctx.hub.store.count_open, player) >= MOST_OPEN_MATCHES:
        raise ProtocolError(Reason("too-many-matches", {"most": MOST_OPEN_MATCHES}))
    source = ctx.known_devices.signer.source(client_of(request).address)
    setup = await _started(request, data, player)
    live = await ctx.hub.create(setup, player, source)
    return JoinableMatch(live.match.id, live.match.code)


async def _started(request: Ask, setup: m.Setup, player: str) -> m.Setup:
    """The setup of a match that goes on from one that is over: with the position there."""
    start = setup.start
    if start is None or not start.match:
        return setup
    if start.position or setup.options or setup.seats is not None:
        raise ProtocolError(Reason("start-twice"))
    await limit(request, PAST, player)
    past = await past_match_of(request, start.match, start.events)
    if past.game.id != setup.game:
        raise ProtocolError(Reason("start-other-game", {"game": past.game.id}))
    client = client_of(request, player)
    state = await context(request).past.run(client, lambda _: past.log.state_after(start.events))
    position = past.game.format_position(state)
    return msgspec.structs.replace(
        setup,
        options=past.game.settings(state),
        seats=past.game.seats(state),
        start=msgspec.structs.replace(start, position=position),
    )


@get("/matches/open", responses=refusals(), summary="Public tables that wait for players")
async def open_matches(request: Ask) -> list[MatchSummary]:
    await limit(request, LOBBIES)
    return await context(request).lobby.open_tables()


@get(
    "/matches/mine",
    responses=refusals(401),
    summary="The matches in which this device holds a seat",
)
async def my_matches(request: Ask) -> list[MatchSummary]:
    player = player_of(request)
    await limit(request, LOBBIES, player)
    return await asyncio.to_thread(context(request).hub.store.of_player, player)


@get(
    "/lobby",
    responses=refusals(401),
    summary="The matches of this device and the public tables that it may join",
)
async def show_lobby(request: Ask) -> Lobby:
    player = player_of(request)
    await limit(request, LOBBIES, player)
    return await context(request).lobby.of(player)


@post(
    "/join",
    responses=refusals(401, 404),
    summary="The match that a short code leads to",
    status_code=200,
)
async def join(request: Ask, data: JoinRequest) -> JoinableMatch:
    ctx, player = context(request), player_of(request)
    await limit(request, JOINS, player)
    code = typed_code(data.code)
    match_id = await asyncio.to_thread(ctx.hub.store.find_code, code)
    if match_id is None:
        raise NotFoundError(Reason("no-code"))
    return JoinableMatch(match_id, code)


@get(
    "/matches/{match_id:str}",
    responses=refusals(401, 404),
    summary="A match as this device may see it",
)
async def show_match(request: Ask, match_id: MatchId) -> FullMatchView:
    player = player_of(request)
    match = (await live_match_of(request, match_id)).match
    return full_view(match, seats_of(match, player), now(), language(request))


class PlaceRefusal(Struct, frozen=True):
    """Why a place on the board cannot be used now; empty if it can."""

    why: str


@get(
    "/matches/{match_id:str}/refusal/{seat:int}/{place:str}",
    responses=refusals(401, 404),
    summary="Why one of one's own seats cannot use a place on the board now",
)
async def show_refusal(
    request: Ask, match_id: MatchId, seat: SeatNumber, place: PlaceName
) -> PlaceRefusal:
    player = player_of(request)
    match = (await live_match_of(request, match_id)).match
    if seat not in seats_of(match, player):
        raise NotFoundError(Reason("no-seat", {"seat": seat + 1}))
    why = family_of(match.game).refusal(match.game, match.state, seat, place)
    return PlaceRefusal("" if why is None else why.message(language(request)))


@get("/matches/{match_id:str}/record", responses=refusals(404), summary="The record so far")
async def show_record(request: Ask, match_id: MatchId) -> dict[str, Any]:
    """As ``docs/record.schema.json`` describes it, signed by this server."""
    await limit(request, RECORDS)
    if is_record(match_id):  # as it was opened: this server vouches for nothing in it
        body = await asyncio.to_thread(context(request).opened.store.find, match_id)
        if body is None:
            raise NotFoundError(Reason("no-match"))
        return document(body)
    match = (await live_match_of(request, match_id)).match
    return context(request).record_key.signed(record_of(match))


@get("/record-key", summary="The public key of this server's records", sync_to_thread=False)
def record_key(request: Ask) -> PublicKey:
    return PublicKey(ALGORITHM, context(request).record_key.public)


@get(
    "/matches/{match_id:str}/invitation",
    responses=refusals(401, 404),
    summary="The link to a table, also as a QR code, and who can open it",
)
async def show_invitation(request: Ask, match_id: MatchId) -> Invitation:
    player = player_of(request)
    match = (await live_match_of(request, match_id)).match
    if player != match.host and not seats_of(match, player):
        raise NotFoundError(Reason("no-match"))
    return invitation(str(request.base_url), f"#join={match.code}")


@post(
    "/matches/{match_id:str}/hint",
    responses=refusals(401, 404, 409),
    summary="The best actions of one's own seat, in a casual game without other people",
    status_code=200,
)
async def hint(request: Ask, match_id: MatchId, data: HintRequest) -> Advice:
    ctx, player = context(request), player_of(request)
    await limit(request, ADVISED, player)
    match = (await live_match_of(request, match_id)).match
    check_hint(match, player, data.seat)
    analysis = await ctx.adviser.hint(
        match.game, match.state, data.seat, client_of(request, player), disconnection(request)
    )
    return advice(match.game, match.state, analysis, language(request), HINTED)


@get(
    "/matches/{match_id:str}/analysis/{event:int}",
    responses={200: ResponseSpec(Advice)} | refusals(401, 404, 409),
    summary="What every action was worth after a number of events of a finished game",
)
async def show_analysis(request: Ask, match_id: MatchId, event: EventNumber) -> Response[bytes]:
    ctx, player = context(request), player_of(request)
    await limit(request, ADVISED, player)
    match = await past_match_of(request, match_id, event)
    state, analysis = await ctx.adviser.recall(
        match.id,
        event,
        match.game,
        partial(match.log.state_after, event),
        client_of(request, player),
        disconnection(request),
    )
    told = advice(match.game, state, analysis, language(request))
    return packed_answer(request, msgspec.json.encode(told))


def disconnection(request: Ask) -> Gone:
    """A coroutine that ends when the client disconnects."""

    async def wait() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return wait


KeptHex = Annotated[str | None, Parameter(pattern="^[0-9a-f]{64}$")]
KeptText = Annotated[str, Meta(pattern=r"^[0-9]{1,3}=", max_length=110)]


@post(
    "/verify",
    responses=refusals(401),
    summary="Is a record valid: every event legal, every die as promised?",
    description="The parameters are what a player kept: the first `commitment`, the texts that "
    "they sent as `contribution=SEAT=TEXT` (seats from 0), and the server's public `key`.",
    status_code=200,
    request_max_body_size=MOST_RECORD,  # read only when there is a place for it
)
async def verify(
    request: Ask,
    commitment: KeptHex = None,
    contribution: Annotated[list[KeptText] | None, Parameter()] = None,
    key: KeptHex = None,
) -> Verification:
    ctx, player = context(request), player_of(request)
    client = client_of(request, player)
    texts = (text.partition("=") for text in contribution or ())
    kept = Kept(commitment, {int(seat): text for seat, _, text in texts}, key)
    with ctx.verification_places.held(client):  # before the body, which may be large, is read
        body = await request.body()
        try:
            found = await ctx.verifications.run(client, lambda _: verified(body, kept))
        except RecordError as error:
            slug, message = error.reason.slug, error.message(language(request))
            return Verification(False, None, 0, "", error.code, slug, message, error.event)
    return Verification(True, found.dice, found.draws, found.signer or "")


def language(request: Ask) -> str:
    """The language that the client likes best of those there are."""
    return negotiate(*preferences(request.headers.get("accept-language", "")))


api = Router(
    "/api",
    before_request=check_address,
    route_handlers=[
        preparation,
        list_games,
        new_match,
        open_matches,
        my_matches,
        show_lobby,
        join,
        show_match,
        show_refusal,
        show_record,
        record_key,
        show_invitation,
        hint,
        show_analysis,
        verify,
    ],
)
