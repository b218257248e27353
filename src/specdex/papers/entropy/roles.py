r"""Roles: what the attributes of a domain are called, and what their values look like.

A domain is a TOML file a person writes::

    name = "drugs"
    parent = "product"
    qualifiers = ["drug"]

    [roles.dosage]
    about = "How much of it to take, and when."
    synonyms = ["dosage", "directions", "Dosierung"]
    pattern = '\d'
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from specdex.errors import InputError
from specdex.text import collapse, letters_and_digits
from specdex.toml import TomlFile

__all__ = [
    "Domain",
    "Role",
    "Suggestion",
    "for_category",
    "names",
    "parse_domain",
    "shipped",
    "shipped_names",
    "spellings",
    "suggest",
]

DOMAINS = Path(__file__).with_name("domains")
PLURAL = "s"
MIN_SINGULAR = 3
"""A shorter last word gets no plural, and a shorter rest is no singular."""
LONG = 6
"""From so many letters on, the first word of several may be abbreviated, …"""
SHORT = (3, 4)
"""… to so many."""
DIGIT = r"\d"
"""What the value of a role with a unit must hold where no pattern is given."""
GENERIC = "product"
"""The domain of pages whose category no domain names."""
_PARENTHESES = re.compile(r"\([^()]*\)\s*[:\uff1a]?\s*$")
COUNT = "count"
"""What stands behind the name of what is counted."""
MIN_SHARED = 2
"""One value in common may be chance."""
LEAST_SHARE = 0.1
UNSEEN = 1.0
"""What a name may say besides: the less was seen of it, the less sure it is."""
EXAMPLES = 3
MAX_VALUE = 120
"""A longer value is a text; that two names share it says nothing."""


def spellings(synonym: str) -> Iterator[str]:
    """*synonym*, its plural or singular, both with their first word abbreviated; how many.

    >>> list(spellings("pages"))
    ['pages', 'page', 'page count']
    >>> "Pub date" in spellings("Publication date")
    True
    """
    other = _other_number(synonym)
    for form in filter(None, (synonym, other)):
        yield form
        yield from _abbreviated(form)
    if other and len(other) < len(synonym):
        yield f"{other} {COUNT}"


def _other_number(synonym: str) -> str:
    last = synonym.rpartition(" ")[2]
    if not last.isascii() or not last.isalpha():
        return ""
    if last.lower().endswith(PLURAL):
        return synonym[:-1] if len(last) > MIN_SINGULAR + 1 else ""
    return synonym + PLURAL if len(last) >= MIN_SINGULAR else ""


def _abbreviated(synonym: str) -> Iterator[str]:
    first, _, rest = synonym.partition(" ")
    if rest and len(first) >= LONG and first.isalpha():
        for length in SHORT:
            yield f"{first[:length]} {rest}"


@dataclass(frozen=True, slots=True)
class Role:
    """One attribute of a domain."""

    name: str
    synonyms: tuple[str, ...] = ()
    about: str = ""
    pattern: str = ""
    """A regular expression that a value must contain a match of; empty: anything goes."""
    unit: str = ""
    """What the number is counted in, for people and for ``audit``."""
    title: bool = False
    """Where no label says it, the record's title does."""
    offer: bool = False
    """It belongs to the offer (price, stock), not to the product."""

    def fits(self, value: str) -> bool:
        """Whether *value* may be one of this role."""
        pattern = self.pattern or (DIGIT if self.unit else "")
        return not pattern or re.search(pattern, value, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class _DomainTable:
    """What stands in a domain file."""

    name: str
    about: str = ""
    parent: str = ""
    categories: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    roles: Any = None


@dataclass(frozen=True, slots=True)
class Domain:
    """The roles of one application domain; hashable, so that its matcher is compiled once."""

    name: str
    roles: tuple[Role, ...]
    about: str = ""
    categories: tuple[str, ...] = ()
    """The categories of pages it is for."""
    qualifiers: tuple[str, ...] = ()
    """Words that may stand before a synonym without changing what it means."""

    def __hash__(self) -> int:
        # asked for once a page: all synonyms would cost more than the page's labels
        return hash((self.name, len(self.roles)))

    def role(self, name: str) -> Role | None:
        """The role called *name*."""
        return next((role for role in self.roles if role.name == name), None)

    def role_of(self, label: str) -> str:
        """The role that *label* names, empty where it names none.

        >>> shipped("books").role_of("ISBN-13:")
        'isbn13'
        """
        known = names(self)
        return next(
            (known[word] for word in _readings(label, self.qualifiers) if word in known), ""
        )


@cache
def names(domain: Domain) -> dict[str, str]:
    """The role of every synonym of *domain* and of its other spellings, as labels are compared."""
    known = {
        letters_and_digits(spelling): role.name
        for role in domain.roles
        for synonym in role.synonyms
        for spelling in spellings(synonym)
    }
    # what a person wrote down beats what was derived from another synonym
    written = {letters_and_digits(s): role.name for role in domain.roles for s in role.synonyms}
    return known | written


def _readings(label: str, qualifiers: Iterable[str]) -> Iterator[str]:
    """*label* as synonyms are compared: whole, without its parentheses, without a qualifier."""
    yield letters_and_digits(label)
    text = _PARENTHESES.sub("", label).strip()
    bare = letters_and_digits(text)
    yield bare
    for qualifier in qualifiers:
        if text.lower().startswith(f"{qualifier} "):
            yield bare.removeprefix(letters_and_digits(qualifier))


def parse_domain(text: str, origin: str, parent: Callable[[str], Domain] | None = None) -> Domain:
    """The domain of the TOML *text* of *origin*, over its *parent*; an InputError says where."""
    file = TomlFile(text, origin)
    read = file.read(_DomainTable, "", file.tables())
    if not isinstance(read.roles, dict) or not read.roles:
        raise file.wrong("", "roles", "it has no roles: write [roles.NAME]")
    own = tuple(_role(file, name, table) for name, table in read.roles.items())
    try:
        above = (parent or shipped)(read.parent) if read.parent else None
    except InputError as error:
        raise file.wrong("", "parent", f"its parent cannot be used: {error}") from error
    domain = Domain(
        name=read.name,
        roles=_roles(file, read.without, own, above),
        about=read.about,
        categories=read.categories,
        qualifiers=tuple(dict.fromkeys((*read.qualifiers, *(above.qualifiers if above else ())))),
    )
    _check_synonyms(file, own, domain)
    return domain


def _role(file: TomlFile, name: str, table: Any) -> Role:
    path = f"roles.{name}"
    role = file.read(Role, path, table, name=name)
    for synonym in role.synonyms:
        if not letters_and_digits(synonym):
            raise file.wrong(path, "synonyms", f"the synonym {synonym!r} has no letters")
    try:
        re.compile(role.pattern)
    except re.error as error:
        sentence = f"the pattern of {name!r} is no regular expression: {error}"
        raise file.wrong(path, "pattern", sentence) from error
    return role


def _roles(
    file: TomlFile, without: Iterable[str], own: Iterable[Role], above: Domain | None
) -> tuple[Role, ...]:
    """The parent's roles, those of the file laid over them."""
    inherited = {role.name: role for role in above.roles} if above else {}
    for name in without:
        if inherited.pop(name, None) is None:
            raise file.wrong("", "without", f"its parent has no role {name!r}")
    roles = dict(inherited)
    for role in own:
        old = inherited.get(role.name)
        roles[role.name] = _over(old, role) if old else role
    return tuple(roles.values())


def _over(old: Role, new: Role) -> Role:
    """The parent's role with the words of the file besides its own."""
    said = {each.name: getattr(new, each.name) or getattr(old, each.name) for each in fields(Role)}
    return Role(**said | {"synonyms": tuple(dict.fromkeys((*new.synonyms, *old.synonyms)))})


def _check_synonyms(file: TomlFile, own: Sequence[Role], domain: Domain) -> None:
    """No word may name two roles."""
    owner: dict[str, str] = {}
    for role in domain.roles:
        for synonym in role.synonyms:
            word = letters_and_digits(synonym)
            if owner.setdefault(word, role.name) != role.name:
                sentence = f"{synonym!r} names both {owner[word]!r} and {role.name!r}"
                said_by = next((t.name for t in reversed(own) if synonym in t.synonyms), "")
                where = (f"roles.{said_by}", "synonyms") if said_by else ("", "parent")
                raise file.wrong(*where, sentence)


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the domains that come with specdex."""
    return tuple(sorted(each.stem for each in DOMAINS.glob("*.toml")))


@cache
def shipped(name: str) -> Domain:
    """The domain of that name that comes with specdex; an InputError names those there are."""
    if name not in shipped_names():
        raise InputError(f"no domain called {name!r}; there are: {', '.join(shipped_names())}")
    file = DOMAINS / f"{name}.toml"
    return parse_domain(file.read_text(encoding="utf-8"), file.name)


@cache
def for_category(category: str) -> Domain:
    """The shipped domain that names *category*; the generic one where none does."""
    wanted = letters_and_digits(category)
    for name in shipped_names():
        domain = shipped(name)
        if wanted and wanted in {letters_and_digits(each) for each in (name, *domain.categories)}:
            return domain
    return shipped(GENERIC)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that may be a synonym of a role, for a person to accept."""

    role: str
    synonym: str
    confidence: float
    """The share of what the name says that the role says too, common values counting less, and
    held back where little was seen: of as many names with such a share, so many are synonyms."""
    shared: int
    """How many different values both have."""
    examples: tuple[str, ...]


def suggest(pairs: Iterable[tuple[str, str]], domain: Domain) -> tuple[Suggestion, ...]:
    """Synonyms for the roles of *domain* from the *pairs* (name, value) of many pages."""
    printed: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    for name, value in pairs:
        label, folded = letters_and_digits(name), letters_and_digits(value)
        if label and folded and len(value) <= MAX_VALUE:
            printed.setdefault(label, collapse(name))
            values.setdefault(label, {}).setdefault(folded, collapse(value))
    # the more names have a value, the less it weighs
    named = Counter(value for mine in values.values() for value in mine)
    rarity = {value: 1.0 / count for value, count in named.items()}
    known = {label: domain.role_of(name) for label, name in printed.items()}
    of_role: dict[str, set[str]] = {}
    for label, role in known.items():
        if role:
            of_role.setdefault(role, set()).update(values[label])
    roles = {role.name: role for role in domain.roles}
    found = [
        best
        for label, role in known.items()
        if not role and (best := _best(printed[label], values[label], of_role, rarity))
        if all(map(roles[best.role].fits, best.examples))
    ]
    return tuple(sorted(found, key=lambda each: (each.role, -each.confidence, each.synonym)))


def _best(
    name: str,
    mine: Mapping[str, str],
    of_role: Mapping[str, set[str]],
    rarity: Mapping[str, float],
) -> Suggestion | None:
    """The role that *name* shares the most with, if that is enough."""
    total = sum(rarity[value] for value in mine)
    best: Suggestion | None = None
    for role, theirs in of_role.items():
        shared = [value for value in mine if value in theirs]
        weight = sum(rarity[value] for value in shared)
        confidence = round(weight / (total + UNSEEN), 4)
        if len(shared) < MIN_SHARED or weight < LEAST_SHARE * total:
            continue
        if best is None or confidence > best.confidence:
            examples = tuple(mine[value] for value in shared[:EXAMPLES])
            best = Suggestion(role, name, confidence, len(shared), examples)
    return best
