"""Deciding and folding lead to the same match: whatever happens, and in whichever process."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from cruces.core import CrucesError
from cruces.core.registry import GAMES, get_game
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import SERVER
from cruces.match.match import Match, create, fold, remember
from cruces.match.snapshot import freeze, thaw
from cruces.players import Limits, get_bot
from tests.match.table import Table

EVENT = msgspec.json.Decoder(m.Event)
CLOCK = m.Clock(30, 2)
SEEDS = range(12)


def same(one: Match, other: Match) -> None:
    """Field by field, so that a failure names the field."""
    for name in Match.__struct_fields__:
        assert getattr(one, name) == getattr(other, name), name
    assert list(one.requests.items()) == list(other.requests.items())
    for name in ("game", "start", "events", "steps", "state", "to_act", "outcome", "text", "draws"):
        assert getattr(one.log, name) == getattr(other.log, name), name


class Evening:
    """People at a table who do whatever comes into their heads; the same seed, the same evening."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game}/{seed}")
        counts = [count for count in get_game(game).seat_counts if count > 1]
        seats = self.rng.choice(counts)
        clock = CLOCK if self.rng.random() < 0.5 else None
        self.table = Table(game, seats, clock=clock, casual=True)
        self.asked = 0
        self.seen: set[str] = set()

    def happen(self) -> None:
        """Until the game is over and another is agreed on, or nobody finds anything to do."""
        for _ in range(2000):
            before = self.table.match
            if before.rematch is not None:
                return
            command, actor = self.rng.choice(list(self._wishes()))
            self.table.now += self.rng.randrange(1500)
            self.asked += 1
            request = f"{actor}/{self.asked}" if actor != SERVER else ""
            try:
                events = self.table.do(command, actor, before.version, request)
            except CrucesError:
                assert self.table.match is before
                continue
            self._check(before, events, request)

    def _check(self, before: Match, events: list[m.Event], request: str) -> None:
        """As another process hears of it, and as the store reads it."""
        followed = stored = before
        for place, event in enumerate(events, 1):
            self.seen.add(str(type(event).__struct_config__.tag))
            read = EVENT.decode(msgspec.json.encode(event))
            followed = fold(followed, read)
            stored = fold(stored, read, request if place == len(events) else "")
        after = self.table.match
        if events:
            followed = remember(followed, request)
        same(followed, after)
        same(stored, after)
        thawed = thaw(freeze(after))
        assert thawed is not None
        same(thawed, after)

    def _wishes(self) -> Iterator[tuple[m.Internal, str]]:
        match, rng = self.table.match, self.rng
        seat = rng.randrange(len(match.seats))
        other = rng.randrange(len(match.seats))
        actor = match.seats[seat].player or "host"
        offer: m.Offer = rng.choice(["draw", "take-back", "rematch"])
        yield m.Say(seat, rng.choice(["match", "team"]), "¡Hola!"), actor
        if match.started is None:
            yield (
                m.Sit(seat, f"Name{seat}", rng.choice(["", "star"])),
                rng.choice(["host", f"player{seat}"]),
            )
            yield m.SeatBot(seat, "greedy"), "host"
            yield m.Stand(seat), actor
            yield m.Trim(seat), actor
            yield m.Unready(seat), actor
            if rng.random() < 0.1:
                yield m.Remove(other), "host"
            for each, holder in enumerate(match.seats):
                yield m.Ready(each, f"text of {each}"), holder.player
            return
        yield m.Make(seat, offer), actor
        yield from (
            (m.Answer(seat, kind, rng.random() < 0.8), holder.player)
            for kind in ("draw", "take-back", "rematch")
            for seat, holder in enumerate(match.seats)
            if match.offer(kind) is not None
        )
        if match.result is not None:
            if authority.wants_rematch(match):
                yield m.Rematch("again", "AGAIN"), SERVER
            return
        if rng.random() < 0.1:
            yield m.Resign(seat), actor
        if rng.random() < 0.1:
            self.table.now += rng.choice([0, 0, 31_000])
            yield m.Tick(), SERVER
        if any(holder.left or holder.misses for holder in match.seats):
            yield m.Dismiss(seat, other), actor
            yield m.SeatBot(other, "greedy"), actor
        for each in match.together:
            holder = match.seats[each]
            view = match.game.view(match.state, each)
            best = get_bot("greedy").choose(view, Limits(), rng)
            action = best if rng.random() < 0.6 else rng.choice(list(view.legal))
            for _ in range(4):
                yield m.Act(each, match.game.format_action(action)), holder.player or SERVER


@cache
def spent(game: str, seed: int) -> Evening:
    """An evening, and everything that happened checked as it happened."""
    evening = Evening(game, seed)
    evening.happen()
    return evening


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_folding_what_was_decided_gives_the_same_match(game: str, seed: int) -> None:
    table = spent(game, seed).table
    log, folded = table.match.log, table.folded()
    assert (folded.log.states, folded.log.acts) == (log.states, log.acts)
    assert log.states[-1] == log.state
    same(folded, msgspec.structs.replace(table.match, requests={}))


def test_every_kind_of_event_is_among_what_was_folded() -> None:
    kinds = {"created"}
    for game in GAMES:
        for seed in SEEDS:
            kinds |= spent(game, seed).seen
    assert kinds == {str(kind.__struct_config__.tag) for kind in get_args(m.Event)}


class Counted:
    """How often a game reads, writes and plays, while it is watched."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
        self.calls: list[str] = []
        kind = type(get_game(game))
        for name in ("parse_action", "format_action", "parse_chance", "format_chance", "_act"):
            monkeypatch.setattr(kind, name, self._noting(name, getattr(kind, name)))

    def _noting(self, name: str, method: Any) -> Any:
        def noting(*args: Any) -> Any:
            self.calls.append(name)
            return method(*args)

        return noting


def test_an_action_is_read_written_and_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("quixo").sit_all()
    counted = Counted(monkeypatch, "quixo")
    table.act(0, "a1>a5")
    assert sorted(counted.calls) == ["_act", "format_action", "parse_action"]


def test_a_choice_among_others_is_judged_and_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("qwixx", 3).sit_all()
    counted = Counted(monkeypatch, "qwixx")
    table.act(0, "pass")
    assert sorted(counted.calls) == ["format_action", "parse_action"]


def test_dice_are_written_once_and_never_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("qwixx", 2)
    for seat in (0, 1):
        table.do(m.Sit(seat, f"Name{seat}"))
    table.do(m.Ready(0, "text of 0"))
    counted = Counted(monkeypatch, "qwixx")
    events = table.do(m.Ready(1, "text of 1"))
    assert [type(event) for event in events[-2:]] == [m.Rolled, m.Rolled]  # the lot, the first roll
    assert counted.calls == ["format_chance", "format_chance"]


def refusal(attempt: Callable[[int, str], object], seat: int, text: str) -> object:
    """How something is refused, with the position that the error shows; None if it is not."""
    try:
        attempt(seat, text)
    except CrucesError as error:
        return type(error), error.reason, error.position
    return None


@pytest.mark.parametrize("game", ["qwixx", "big-points"])
def test_a_choice_among_others_is_refused_as_if_it_were_played(game: str) -> None:
    table = Table(game, 3).sit_all()
    rules, state = table.match.game, table.match.state

    def play(seat: int, text: str) -> object:
        return rules.apply(state, seat, rules.parse_action(text))

    refused = 0
    for text in ("r2", "r12", "b2", "g12", "y7", "w", "r5", "b12", "pass", "a1>a5"):
        for seat in (0, 1):  # the third never chooses, so that nothing is played
            expected = refusal(play, seat, text)
            assert refusal(table.act, seat, text) == expected
            refused += expected is not None
    assert {seat for seat, _ in table.match.pending} == {0, 1}
    assert refused > 10


def test_a_match_is_created_once() -> None:
    table = Table()
    first = table.log[0]
    assert isinstance(first, m.Created)
    same(create(first), table.match)
    with pytest.raises(ValueError, match="created once"):
        fold(table.match, first)
