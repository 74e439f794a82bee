"""The installed families of games, our own and third-party ones.

A package offers a family through an entry point of the group ``cruces.games``::

    [project.entry-points."cruces.games"]
    quarry = "quarry.family:FAMILY"

Families are loaded when a game is first needed. One that cannot be loaded is reported by name and
left out; the others are not affected.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any, TypeVar

from cruces import locales
from cruces.core.errors import BadOptionError, Reason, WrongTypeError
from cruces.core.family import AnyGame, Family
from cruces.core.options import value_text
from cruces.core.play import Play
from cruces.core.record import Player, Record, RecordError, decode

log = logging.getLogger("cruces")
T = TypeVar("T")
log.addHandler(logging.NullHandler())  # silent unless the application configures logging

GROUP = "cruces.games"
REQUIRED = ("name", "package", "games")
"""The attributes that every family must define."""


@dataclass(frozen=True, slots=True)
class BrokenFamily:
    """A family that could not be loaded, and why."""

    name: str
    why: str


class FamilyError(Exception):
    """The object of an entry point cannot be used as a family."""


class _Registry:
    def __init__(self) -> None:
        self.families: list[Family] = []
        self.broken: list[BrokenFamily] = []
        self.games: dict[str, AnyGame] = {}
        self.family_of: dict[str, Family] = {}

    def load(self) -> None:
        """Add the installed families."""
        candidates = [
            family for point in entry_points(group=GROUP) if (family := self._offer(point))
        ]
        for family in sorted(candidates, key=lambda family: (family.order, family.name)):
            try:
                self.add(family)
            except Exception as error:  # anything may be wrong in a third-party package
                self._leave_out(family.name, error)

    def _offer(self, point: EntryPoint) -> Family | None:
        try:
            family = point.load()
            if not isinstance(family, Family):
                raise FamilyError(f"{point.value} is not a cruces.core.family.Family")
            missing = [name for name in REQUIRED if not hasattr(family, name)]
            if missing:
                raise FamilyError(f"{point.value} has no {', '.join(missing)}")
            if type(family.order) is not int:
                raise FamilyError(f"the order of {point.value} is not a whole number")
            return family
        except (Exception, SystemExit) as error:  # importing may fail in any way
            self._leave_out(point.name, error)
            return None

    def _leave_out(self, name: str, error: BaseException) -> None:
        why = str(error) if isinstance(error, FamilyError) else f"{type(error).__name__}: {error}"
        log.warning("the games of %r are left out: %s", name, why)
        self.broken.append(BrokenFamily(name, why))

    def add(self, family: Family) -> None:
        if any(other.name == family.name for other in self.families):
            raise FamilyError(f"there is a family {family.name!r} already")
        for game in family.games:
            if game.id in self.games:
                raise FamilyError(f"there is a game {game.id!r} already")
        was_known = locales.has_family(family.package)
        try:
            locales.add_family(family.package)
            for game in family.games:
                _check_game(family, game)
        except Exception as error:
            if not was_known and locales.has_family(family.package):
                locales.remove_family(family.package)
            plain = isinstance(error, OSError | ValueError)
            raise (FamilyError(str(error)) if plain else error) from error
        self.families.append(family)
        for game in family.games:
            self.games[game.id] = game
            self.family_of[game.id] = family

    def remove(self, family: Family) -> None:
        self.families.remove(family)
        locales.remove_family(family.package)
        for game in family.games:
            del self.games[game.id], self.family_of[game.id]


def _check_game(family: Family, game: AnyGame) -> None:
    """Refuse a game that lacks what the product needs: texts, a rules page, a first state."""
    texts = locales.catalogue(locales.DEFAULT)
    keys = [f"{kind}.{game.id}" for kind in ("game", "about")]
    keys += [
        game.option_key(option.name, value, texts)
        for option in game.options
        for value in (None, *map(value_text, option.values))
    ]
    missing = [key for key in keys if key not in texts]
    if missing:
        raise FamilyError(f"{game.id} has no texts for {', '.join(missing)}")
    family.rules_page(game, locales.DEFAULT)
    game.settings(game.initial(None, min(game.seat_counts)))


_lock = RLock()


@cache
def _loaded() -> _Registry:
    registry = _Registry()
    registry.load()
    return registry


def _registry() -> _Registry:
    with _lock:  # two threads may make the first request
        return _loaded()


def ask(default: Any, question: Callable[..., T], *args: Any) -> T:
    """A family's answer to a question that all families are asked; the default if it fails.

    A failure is logged and does not affect the other families.
    """
    try:
        return question(*args)
    except Exception:
        log.exception("%s failed", getattr(question, "__qualname__", question))
        fallback: T = default
        return fallback


def register(family: Family) -> None:
    """Add a family without an entry point: for notebooks and tests."""
    if not isinstance(family, Family):
        raise WrongTypeError("family", family, "Family")
    with _lock:
        _registry().add(family)


def present(family: Family) -> None:
    """Add a family, unless it is there: for processes that got it from another one."""
    with _lock:
        if all(other.name != family.name for other in _registry().families):
            _registry().add(family)


def unregister(family: Family) -> None:
    """Remove a registered family."""
    with _lock:
        _registry().remove(family)


def families() -> tuple[Family, ...]:
    """The families that were loaded."""
    return tuple(_registry().families)


def broken_families() -> tuple[BrokenFamily, ...]:
    """The families that could not be loaded."""
    return tuple(_registry().broken)


def family_of(game: AnyGame | str) -> Family:
    """The family of a game, or of a game's id."""
    game_id = game if isinstance(game, str) else game.id
    family = _registry().family_of.get(game_id)
    if family is None:
        raise _unknown(game_id)
    return family


class _Games(Mapping[str, AnyGame]):
    """Every game by its id; the families are loaded on first use."""

    def __getitem__(self, game_id: str) -> AnyGame:
        return _registry().games[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(_registry().games)

    def __len__(self) -> int:
        return len(_registry().games)


GAMES: Mapping[str, AnyGame] = _Games()
"""Every game by its id."""


def get_game(game_id: str) -> AnyGame:
    """The game with this id."""
    if not isinstance(game_id, str):
        raise WrongTypeError("game", game_id, "str")
    game = _registry().games.get(game_id)
    if game is None:
        raise _unknown(game_id)
    return game


def _unknown(game_id: str) -> BadOptionError:
    return BadOptionError(Reason("unknown-game", {"game": game_id, "known": ", ".join(GAMES)}))


def start(
    game_id: str,
    options: Mapping[str, object] | None = None,
    players: Sequence[Player] | int | None = None,
) -> Play[Any, Any, Any]:
    """A new game, ready to play."""
    return Play(get_game(game_id), options, players)


def load(data: bytes | str) -> Play[Any, Any, Any]:
    """The game in a record, replayed and checked event by event."""
    return replay(decode(data))


def replay(record: Record) -> Play[Any, Any, Any]:
    """The game of a record, replayed and checked event by event."""
    if record.game not in GAMES:
        params = {"game": record.game, "known": ", ".join(GAMES)}
        raise RecordError(Reason("record-unknown-game", params))
    return Play.replay(GAMES[record.game], record)
