"""Where a law is checked: one state of one seeded game, and the acts known so far."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from random import Random
from typing import Any

from cruces.core import CHANCE, PASS, CrucesError, Value
from cruces.locales import languages
from cruces.testing.random_play import AnyGame

PROBES = 4
"""So many acts of other states, and so many mixtures, are tried in each state."""
FOREIGN: tuple[object, ...] = (None, 0, True, "", "pass", (), [], object(), PASS)
"""What is no action of most games; who does take one of them lists it among the legal ones."""


class FaultError(AssertionError):
    """A law is broken; says in which game, seed, event and position."""


class Known:
    """The acts met so far, in all games of a run: what is legal in one state probes another."""

    def __init__(self) -> None:
        self._acts: dict[Any, None] = {}
        self._listed: list[Any] = []

    def add(self, act: Any) -> None:
        """Remember an act."""
        if act not in self._acts:
            self._acts[act] = None
            self._listed.append(act)

    def probes(self, rng: Random) -> Iterator[object]:
        """Acts of other states, mixtures of them, and things that are no act at all."""
        yield FOREIGN[rng.randrange(len(FOREIGN))]
        if self._listed:
            for _ in range(PROBES):
                one, other = self._any(rng), self._any(rng)
                yield one
                yield mixed(one, other, rng)

    def _any(self, rng: Random) -> Any:
        return self._listed[rng.randrange(len(self._listed))]


def mixed(one: Any, other: Any, rng: Random) -> Any:
    """A dataclass with some fields of one and some of the other; ``one`` if that makes no sense.

    So an act is tried even if a faulty game never lists it: its parts occur in other acts.
    """
    if type(one) is not type(other) or not is_dataclass(one) or isinstance(one, type):
        return one
    parts = {f.name: getattr((one, other)[rng.randrange(2)], f.name) for f in fields(one)}
    return type(one)(**parts)


@dataclass(frozen=True)
class Here:
    """A state under the laws.

    ``agreed`` is what the game was started with, ``number`` counts the events before this state,
    and ``rng`` is not the generator of the play: a law may draw as it likes.
    """

    game: AnyGame
    state: Any
    agreed: dict[str, Value]
    seats: int
    seed: int
    number: int
    rng: Random
    known: Known

    @property
    def actors(self) -> range:
        """Everyone who could ever act, chance first, and one seat that there is not."""
        return range(CHANCE, self.seats + 1)

    @property
    def observers(self) -> tuple[int | None, ...]:
        """Everyone who could look on: the seats and a spectator."""
        return (*range(self.seats), None)

    def require(self, holds: bool, law: str, *shown: object) -> None:
        """Fail unless the law holds; what is to be shown is put into words only then."""
        if not holds:
            raise self.fault(law, *shown)

    def fault(self, law: str, *shown: object) -> FaultError:
        """The failure, with all that is needed to come here again."""
        try:
            position = self.game.format_position(self.state)
        except Exception:  # the text itself may be what is broken
            position = repr(self.state)
        what = "".join(f"\n  {thing!r}" for thing in shown)
        where = f"{self.game.id}, {self.seats} seats, seed {self.seed}, event {self.number}"
        return FaultError(f"{where}: {law}{what}\n  position {position}\n  options {self.agreed}")

    def refused(self, kind: type[CrucesError], actor: int, act: object) -> CrucesError:
        """The error with which an act is refused; fails if it is not, or with another kind."""
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

    def shown(self, observer: int | None) -> str:
        """The position as somebody may see it."""
        return self.game.format_position(self.game.redact(self.state, observer))
