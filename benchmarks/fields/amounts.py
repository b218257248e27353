"""Amounts of money as shops of a country print them."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

__all__ = ["Printer"]

CENTS, TENS = Decimal("0.01"), Decimal(10)
POINT = 5
"""Where a language's pattern, ``1.234,56``, has the mark before cents, if it has one."""


class Printer:
    """Prints amounts in one language: as many cents, and which marks, as its pattern has."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.money, self.code = words["money"], words["code"]
        self.scale = Decimal(words["scale"])
        """What a dollar is here, roughly."""
        style = words["style"]
        self.group, self.point = style[1].replace(" ", "\u00a0"), style[POINT : POINT + 1]

    def rounded(self, worth: Decimal) -> Decimal:
        """An amount as prices are rounded here."""
        if self.point:
            return worth.quantize(CENTS, ROUND_HALF_UP)
        unit = TENS if worth > TENS * TENS else Decimal(1)
        return max(unit, (worth / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit)

    def whole(self, worth: Decimal) -> str:
        """The amount without its cents."""
        return f"{int(worth):,}".replace(",", self.group)

    def cents(self, worth: Decimal) -> str:
        """The cents of an amount; empty where there are none."""
        return f"{worth:.2f}"[-2:] if self.point else ""

    def number(self, worth: Decimal) -> str:
        """The amount without its currency."""
        return f"{self.whole(worth)}{self.point}{self.cents(worth)}"

    def __call__(self, worth: Decimal) -> str:
        """The amount as it is printed."""
        return self.money.replace("#", self.number(self.rounded(worth)))

    def forms(self, worth: Decimal) -> dict[str, str]:
        """Other ways to print an amount, by name."""
        whole, cents = self.whole(worth), self.cents(worth)
        before, _, behind = self.money.partition("#")
        sign = f"<span>{self.money.replace('#', '').strip()}</span>"
        parted = f"<span>{whole}<span>{self.point}</span></span><span>{cents}</span>"
        if not cents:
            parted = f"<span>{whole}</span>"
        raised = f"<sup>{cents}</sup>" if cents else ""
        dash = self.point == "," and cents == "00"
        number = self.number(worth)
        return {
            "split": f"{sign if before else ''}{parted}{sign if behind else ''}",
            "raised": f"{before}{whole}{raised}{behind}",
            "coded": f"{self.code} {number}" if before else f"{number} {self.code}",
            "dashed": self.money.replace("#", f"{whole},-" if dash else number),
        }
