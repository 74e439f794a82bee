"""What players agree on before a game: seats, options, editions and conclusions."""

from cruces.core import BadOptionError, CrucesError
from cruces.core.options import value_text
from cruces.locales import languages
from cruces.testing.check_context import FaultError
from cruces.testing.random_play import AnyGame

CONCLUSIONS = frozenset(("agreement", "length", "resignation", "time", "abandonment"))


def check_agreement(game: AnyGame) -> None:
    """What the game says about itself is consistent."""
    _require(game, all(game.name(lang) for lang in languages()), "a game has a name")
    _check_seats(game)
    _check_options(game)
    for edition, preset in game.presets.items():
        settings = game.settings(game.initial({"edition": edition}))
        _require(game, {**settings, **preset} == settings, "an edition sets its preset", edition)
    _require(game, set(game.conclusions) <= CONCLUSIONS, "conclusions are those we know")


def _check_seats(game: AnyGame) -> None:
    counts = game.seat_counts
    _require(game, len(set(counts)) == len(counts) > 0, "seat counts differ", counts)
    _require(game, set(game.practice_counts) <= set(counts), "practice can be seated")
    _require(game, game.seats(game.initial()) == counts[0], "the usual seats come first")
    for count in counts:
        state = game.initial(seats=count)
        _require(game, game.seats(state) == count, "all are seated", count)
        again = game.initial(game.settings(state), count)
        _require(game, again == state, "the settings begin the same game", count)
    for wrong in (0, -1, max(counts) + 1, True, "2"):
        _check_refused(game, {}, wrong)


def _check_options(game: AnyGame) -> None:
    names = [option.name for option in game.options]
    _require(game, len(set(names)) == len(names), "options have names of their own", names)
    _require(game, list(game.resolve({})) == names, "all options are resolved", names)
    for option in game.options:
        _require(game, option.accepts(option.default), "a default is a value", option)
        texts = [value_text(value) for value in option.values]
        _require(game, len(set(texts)) == len(texts), "values have texts of their own", option)
        for value, typed in zip(option.values, texts, strict=True):
            setting = game.settings(game.initial({option.name: value}))[option.name]
            for result in (setting, option.parse(typed)):
                same = type(result) is type(value) and result == value
                _require(game, same, "a value stays as it was given", option, value)
        for wrong in (object(), "no such value"):
            _check_refused(game, {option.name: wrong}, None)
    _check_refused(game, {"no such option": 1}, None)


def _check_refused(game: AnyGame, options: dict[str, object], seats: object) -> None:
    try:
        game.initial(options, seats)  # type: ignore[arg-type]
    except CrucesError as error:
        _require(game, type(error) is BadOptionError, "refused as a bad option", error)
        _require(game, all(map(error.message, languages())), "a refusal says why", error)
    else:
        raise FaultError(f"{game.id}: begins with options {options}, seats {seats!r}")


def _require(game: AnyGame, holds: bool, law: str, *details: object) -> None:
    if not holds:
        raise FaultError(f"{game.id}: {law} {details}")
