"""Matches that would take an attacker a while to play, put into the database."""

import random
import secrets

from cruces.core.record import ActionEvent, Player, Record
from cruces.core.registry import get_game
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.match.match import Match
from cruces.server.live_match import now
from cruces.storage import Append, Store


def endless(player: str, moves: int, *, resigned: bool) -> tuple[Match, list[Append]]:
    """A game of Quixo of one device against itself that nobody wins, as long as it is allowed."""
    rng = random.Random(1)
    moment = Moment(now(), rng.randbytes(32))
    setup = m.Setup("quixo", options={"repetition": None})
    name, code = secrets.token_urlsafe(12), secrets.token_hex(4).upper()
    match, events = authority.open_match(setup, player, name, code, moment)
    appends = [Append(0, events, match, secret=moment.secret)]

    def tell(command: m.Internal) -> Match:
        after, events = authority.handle(match, command, player, moment)
        if after.result is None or isinstance(command, m.Resign):
            appends.append(Append(match.version, events, after))
        return after

    for command in (m.Sit(0, "Ana"), m.Sit(1, "Eve"), m.Ready(0, "a"), m.Ready(1, "b")):
        match = tell(command)
    for _ in range(moves):
        seat = min(match.to_act)
        actions = list(match.game.legal(match.state, seat))
        rng.shuffle(actions)
        for action in actions:
            after = tell(m.Act(seat, match.game.format_action(action)))
            if after.result is None:
                match = after
                break
        else:
            break  # a cap was reached: every move ends the game
    if resigned:
        match = tell(m.Resign(0))
    return match, appends


def stored(store: Store, player: str, moves: int, *, resigned: bool) -> str:
    """The same in a database; its id."""
    match, appends = endless(player, moves, resigned=resigned)
    if not store.append_together(appends):
        raise SystemExit("the database does not take the match")
    return match.id


def long_record(moves: int) -> Record:
    """A record of an endless game, not as a match: that would take minutes."""
    game, rng = get_game("quixo"), random.Random(1)
    state, events = game.initial({"repetition": None}), []
    for _ in range(moves):
        (seat,) = game.to_act(state)
        actions = list(game.legal(state, seat))
        rng.shuffle(actions)
        for action in actions:
            after = game.apply(state, seat, action)
            if game.to_act(after):
                break
        events.append(ActionEvent(seat, game.format_action(action)))
        state = after
    players = (Player("Ana"), Player("Eve"))
    return Record(game="quixo", options={"repetition": None}, seats=players, events=tuple(events))
