"""The options of a game: what players may agree on before it, each with a fixed set of values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cruces.core.errors import BadOptionError, Reason

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Option:
    """An option; ``rule`` is its id on the rules page, ``ruling``: booklets do not settle it."""

    name: str
    values: tuple[Value, ...]
    default: Value
    rule: str
    ruling: bool = False

    def accepts(self, value: object) -> bool:
        """Whether a value is one of the option's, type included: 1 is not True."""
        return any(type(value) is type(own) and value == own for own in self.values)

    def parse(self, written: str) -> Value:
        """The value that a person typed.

        >>> Option("repetition", (3, None), 3, "Q6").parse("none") is None
        True
        """
        for value in self.values:
            if written.strip().lower() == value_text(value):
                return value
        raise BadOptionError(
            Reason("bad-value", {"name": self.name, "value": written, "allowed": self.allowed()})
        )

    def allowed(self) -> str:
        """The values as typed, in a list."""
        return ", ".join(value_text(value) for value in self.values)


def value_text(value: Value) -> str:
    """A value as typed: ``none``, ``true``, ``3``, ``first-six``."""
    return str(value).lower()


def resolve(
    options: Sequence[Option],
    given: Mapping[str, object],
    presets: Mapping[str, Mapping[str, Value]],
) -> dict[str, Value]:
    """Every option with its value: the given one, else the edition's preset, else the default."""
    by_name = {option.name: option for option in options}
    for name, value in given.items():
        if name not in by_name:
            names = ", ".join(by_name) or "—"
            raise BadOptionError(Reason("unknown-option", {"name": name, "known": names}))
        if not by_name[name].accepts(value):
            shown_value = value_text(value) if isinstance(value, Value) else type(value).__name__
            params = {"name": name, "value": shown_value, "allowed": by_name[name].allowed()}
            raise BadOptionError(Reason("bad-value", params))
    defaults = {option.name: option.default for option in options}
    edition = given.get("edition", defaults.get("edition"))
    preset = presets.get(edition, {}) if isinstance(edition, str) else {}
    return {name: given.get(name, preset.get(name, defaults[name])) for name in by_name}  # type: ignore[misc]
