"""What players may agree before a game: the rulings, each a named option with closed values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cruces.core.errors import BadOptionError, Reason

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice; ``rule`` is its id on the rules page, ``ruling`` means booklets leave it open."""

    name: str
    values: tuple[Value, ...]
    default: Value
    rule: str
    ruling: bool = False

    def accepts(self, value: object) -> bool:
        """Whether it is one of the values, type included: 1 is not True."""
        return any(type(value) is type(known) and value == known for known in self.values)

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
        """The values as a person types them."""
        return ", ".join(value_text(value) for value in self.values)


def value_text(value: Value) -> str:
    """How a person types a value: ``none``, ``true``, ``3``, ``first-six``."""
    return str(value).lower()


def resolve(
    options: Sequence[Option],
    given: Mapping[str, object],
    presets: Mapping[str, Mapping[str, Value]],
) -> dict[str, Value]:
    """Every option with its value: defaults, then the edition's preset, then what was given."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known) or "—"
            raise BadOptionError(Reason("unknown-option", {"name": name, "known": names}))
        if not known[name].accepts(value):
            shown = value_text(value) if isinstance(value, Value) else type(value).__name__
            params = {"name": name, "value": shown, "allowed": known[name].allowed()}
            raise BadOptionError(Reason("bad-value", params))
    defaults = {option.name: option.default for option in options}
    edition = given.get("edition", defaults.get("edition"))
    preset = presets.get(edition, {}) if isinstance(edition, str) else {}
    return {name: given.get(name, preset.get(name, defaults[name])) for name in known}  # type: ignore[misc]
