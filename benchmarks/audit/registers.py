"""Large made-up registers of drugs, and offers of which it is known what is wrong with them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from specdex.audit.findings import Advert, Statement
from specdex.audit.rules import Register, RegisterRow

__all__ = ["COLUMNS", "KINDS", "Offer", "made_register", "offers_of"]

COLUMNS = ("approval number", "brand name", "substance", "holder", "country", "rx", "schedule")
CODE, NAME, SUBSTANCE, MAKER, COUNTRY, PRESCRIPTION, CONTROLLED = range(len(COLUMNS))
SYLLABLES = (
    *("ra", "ve", "to", "mi", "lan", "dex", "pro", "cil", "zo", "pha", "nor", "ti", "bex", "lu"),
    *("sta", "dro", "fen", "xa", "ber", "go", "qui", "sol", "am", "ven", "ket", "ur", "ol", "ix"),
)
COUNTRIES = ("Germany", "France", "India", "Ireland", "Spain", "Italy", "Japan", "Canada")
FORMS = ("GmbH", "Ltd", "SA", "Inc", "BV")
PRESCRIBED, RESTRICTED = 0.4, 0.02
"""Shares of drugs that need a prescription, and that nobody may sell online."""
MAKERS, SUBSTANCES = 2_000, 3_000
DIGITS = 7
"""Of an approval number: a register of 100,000 rows has one in a hundred of all that there are."""
KINDS = ("honest", "invented", "one digit off")
SURE = (0.85, 0.99)
"""How sure readers are of what they read."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An advert, and what is true of it: one of KINDS."""

    kind: str
    advert: Advert


def _word(chance: Random, least: int = 2, most: int = 4) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(least, most))).capitalize()


def made_register(rows: int, seed: int = 1) -> Register:
    """A register of so many *rows*; the same *seed* gives the same."""
    chance = Random(seed)  # noqa: S311 - nothing secret
    makers = [f"{_word(chance)} {_word(chance)} {chance.choice(FORMS)}" for _ in range(MAKERS)]
    substances = [_word(chance, 3, 5).lower() for _ in range(SUBSTANCES)]
    numbers = chance.sample(range(10**DIGITS), rows)
    made = []
    for number, code in enumerate(numbers, 1):
        values = (
            _code(code),
            f"{_word(chance)} {_word(chance, 1, 3)}",
            chance.choice(substances),
            chance.choice(makers),
            chance.choice(COUNTRIES),
            "yes" if chance.random() < PRESCRIBED else "no",
            "yes" if chance.random() < RESTRICTED else "no",
        )
        made.append(RegisterRow(number, values))
    return Register("register", COLUMNS, tuple(made))


def _code(number: int) -> str:
    digits = f"{number:0{DIGITS}}"
    return f"PA-{digits[:5]}-{digits[5:]}"


def offers_of(register: Register, count: int, seed: int = 2) -> Iterator[Offer]:
    """*count* offers of each of KINDS, of drugs that may be sold."""
    chance = Random(seed)  # noqa: S311 - nothing secret
    known = {row.values[CODE] for row in register.rows}
    allowed = [row for row in register.rows if row.values[CONTROLLED] == "no"]
    changes: dict[str, Callable[[str], str]] = {
        "honest": lambda code: code,
        "invented": lambda _: _invented(chance, known),
        "one digit off": lambda code: _slipped(chance, code, known),
    }
    for kind, change in changes.items():
        for number in range(count):
            row = chance.choice(allowed)
            url = f"http://pharmacy.example/{kind}/{number}".replace(" ", "-")
            advert = Advert(url, "pharmacy.example", seen="2026-11-16")
            yield Offer(kind, replace(advert, statements=_said(chance, row, change)))


def _invented(chance: Random, known: set[str]) -> str:
    """A number that looks like those of the register and is none."""
    while (code := _code(chance.randrange(10**DIGITS))) in known:
        pass
    return code


def _slipped(chance: Random, code: str, known: set[str]) -> str:
    """*code* with one other digit, where that is nobody's number."""
    while True:
        place = chance.choice([at for at, sign in enumerate(code) if sign.isdigit()])
        other = chance.choice([digit for digit in "0123456789" if digit != code[place]])
        if (changed := f"{code[:place]}{other}{code[place + 1 :]}") not in known:
            return changed


def _said(chance: Random, row: RegisterRow, change: Callable[[str], str]) -> tuple[Statement, ...]:
    """What a page says of *row*, as shops print it."""
    values = row.values
    code = change(values[CODE])
    name = values[NAME]
    printed = {
        "authentication_code": chance.choice(
            (code, code.replace("-", " "), code.replace("-", "/"))
        ),
        "proprietary_name": chance.choice((name, name.upper(), f"{name} 20 mg")),
        "generic_name": values[SUBSTANCE],
        "manufacturer": chance.choice((values[MAKER], values[MAKER].rpartition(" ")[0])),
        "country": values[COUNTRY],
        "prescription": "required" if values[PRESCRIPTION] == "yes" else "not required",
        "dosage": "one tablet a day",
        "warnings": "keep out of the reach of children",
    }
    return tuple(
        Statement(role, value, xpath="/html/body", confidence=round(chance.uniform(*SURE), 2))
        for role, value in printed.items()
    )
