"""Numbers as a language writes them: decimal sign, thousands, percent."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple, overload

MINUS = "−"
EXACT = 6
"""The decimals that count; any further ones are rounding noise."""


class Figure(NamedTuple):
    """A number to be written with a fixed number of decimals: a placeholder's value."""

    value: float
    digits: int


@overload
def rounded(value: float) -> float: ...
@overload
def rounded(value: float | None) -> float | None: ...
def rounded(value: float | None) -> float | None:
    """The value to its last decimal that counts.

    Data for programs is rounded by this, never further: written as a text, the rounded value must
    read like the value itself.
    """
    return None if value is None else round(value, EXACT)


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a language writes numbers; ``grouped_from`` is the smallest that is grouped."""

    decimal: str
    group: str
    grouped_from: int
    percent_sign: str

    def number(self, value: float, digits: int | None = None) -> str:
        """The number, with all decimals or this many.

        Halves are rounded away from zero; a negative number that rounds to 0 has no minus sign.

        >>> spanish = NumberFormat(",", " ", 10_000, "{number} %")
        >>> spanish.number(1234.5), spanish.number(12345), spanish.number(-0.25, 1)
        ('1234,5', '12 345', '−0,3')
        """
        if isinstance(value, int) and not digits and 0 <= value < self.grouped_from:
            return str(value)
        exact = Decimal(repr(rounded(abs(value))))
        if digits is not None:
            exact = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
        elif exact == exact.to_integral_value():
            exact = exact.quantize(Decimal(1))
        written = f"{exact:,f}" if exact >= self.grouped_from else f"{exact:f}"
        whole, _, rest = written.partition(".")
        whole = whole.replace(",", self.group)
        minus = MINUS if value < 0 and exact else ""
        return f"{minus}{whole}{self.decimal}{rest}" if rest else minus + whole

    def percent(self, share: float, digits: int = 0) -> str:
        """A share from 0 to 1 in percent.

        >>> NumberFormat(".", ",", 1000, "{number}%").percent(0.605)
        '61%'
        """
        number = self.number(100 * rounded(share), digits)
        return self.percent_sign.format(number=number)
