"""The context of a law check: a state of a seeded game, and the acts known so far."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from random import Random
from typing import Any

from cruces.core import CHANCE, PASS, CrucesError, Value
from cruces.locales import languages
from cruces.testing.random_play import AnyGame

PROBES = 4
"""The acts of other states, and the mixtures of them, tried in each state."""
FOREIGN: tuple[object, ...] = (None, 0, True, "", "pass", (), [], object(), PASS)
"""Values that most games do not accept as actions; a game that does lists them as legal."""


class FaultError(AssertionError):
    """A law is broken; the message has the game, seed, event and position."""


class KnownActs:
    """The acts seen in a run; those that are legal in one state are tried in others."""

    def __init__(self) -> None:
        self._acts: dict[Any, None] = {}
        self._listed: list[Any] = []

    def add(self, act: Any) -> None:
        """Remember an act."""
        if act not in self._acts:
            self._acts[act] = None
            self._listed.append(act)

    def probes(self, rng: Random) -> Iterator[object]:
        """Acts of other states, mixtures of them, and values that are not acts at all."""
        yield FOREIGN[rng.randrange(len(FOREIGN))]
        if self._listed:
            for _ in range(PROBES):
                act, other = self._any(rng), self._any(rng)
                yield act
                yield mixed(act, other, rng)

    def _any(self, rng: Random) -> Any:
        return self._listed[rng.randrange(len(self._listed))]


def mixed(one: Any, other: Any, rng: Random) -> Any:
    """A dataclass or named tuple with fields from both acts; ``one`` if they cannot be mixed.

    This tries acts that a faulty game does not list, because their parts occur in others.
    """
    if type(one) is not type(other) or isinstance(one, type):
        return one
    names = [f.name for f in fields(one)] if is_dataclass(one) else getattr(one, "_fields", ())
    parts = {name: getattr((one, other)[rng.randrange(2)], name) for name in names}
    return type(one)(**parts) if parts else one


@dataclass(frozen=True)
class CheckContext:
    """A state that is checked against the laws.

    ``agreed`` are the options of the game, ``number`` is the count of events before this state, and
    ``rng`` is not the generator of the play, so that laws may use it freely.
    """

    game: AnyGame
    state: Any
    agreed: dict[str, Value]
    seats: int
    seed: int
    number: int
    rng: Random
    known: KnownActs

    @property
    def actors(self) -> range:
        """All actors, chance first, and one seat that does not exist."""
        return range(CHANCE, self.seats + 1)

    @property
    def observers(self) -> tuple[int | None, ...]:
        """The seats and a spectator."""
        return (*range(self.seats), None)

    def require(self, holds: bool, law: str, *details: object) -> None:
        """Fail unless the law holds; the details are formatted only then."""
        if not holds:
            raise self.fault(law, *details)

    def fault(self, law: str, *details: object) -> FaultError:
        """The failure, with everything needed to reproduce it."""
        try:
            position = self.game.format_position(self.state)
        except Exception:  # the text itself may be what is broken
            position = repr(self.state)
        what = "".join(f"\n  {detail!r}" for detail in details)
        where = f"{self.game.id}, {self.seats} seats, seed {self.seed}, event {self.number}"
        return FaultError(f"{where}: {law}{what}\n  position {position}\n  options {self.agreed}")

    def refused(self, kind: type[CrucesError], actor: int, act: object) -> CrucesError:
        """The error that refuses an act; fails if the act is accepted or the error is another."""
        try:
            after = self.game.apply(self.state, actor, act)
        except CrucesError as error:
            self.require(type(error) is kind, f"refused, but not as {kind.code}", actor, act, error)
            self.require(
                all(error.message(lang) for lang in languages()), "a refusal says why", error
            )
            return error
        raise self.fault(
            f"an act that should be refused as {kind.code} was done", actor, act, after
        )

    def visible_position(self, observer: int | None) -> str:
        """The position as an observer may see it."""
        return self.game.format_position(self.game.redact(self.state, observer))
