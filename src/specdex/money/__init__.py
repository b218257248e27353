"""Money: currencies, printed numbers, and the amounts in a page's text."""

from specdex.money.printed import (
    MAIN_SIGNS,
    NUMBER,
    SIGN_CHARACTERS,
    SIGNS,
    amount,
    any_sign,
    currency_code,
    plain_number,
    plain_price,
    pointed,
)

__all__ = [
    "MAIN_SIGNS",
    "NUMBER",
    "SIGNS",
    "SIGN_CHARACTERS",
    "amount",
    "any_sign",
    "currency_code",
    "plain_number",
    "plain_price",
    "pointed",
]
