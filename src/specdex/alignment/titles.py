"""What is an attribute called for people to read, in their language?"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from specdex.alignment.names import normal_name
from specdex.lexicon import languages
from specdex.records import Attribute, Correspondence
from specdex.text import HUMPS, collapse

__all__ = ["languages_of", "titled"]

WORDS = languages("languages.names")
"""By language, words that names of attributes have in it and hardly in another."""
PLACES = languages("languages.places")
"""By language, the last parts of host names of shops that print it."""
A_PLACE = 1.5
"""A host name counts as much as so many words."""
FEW = 2.0
"""A site of which less is known has no language."""
MIN_SHOUTED = 5
"""A word of so many capitals is shouted; a shorter one may be *WLAN*."""

_JOINTS = re.compile(r"[_\s]+")


def titled(
    attributes: Iterable[Attribute], correspondences: Iterable[Correspondence], language: str = ""
) -> tuple[Attribute, ...]:
    """*attributes* with the titles that most shops of *language* print, as ``de``.

    Where none of them has a name for an attribute, and where no language is asked for, with the
    name that it has.
    """
    known = tuple(correspondences)
    spoken = languages_of(known) if language else {}
    names: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in known:
        if spoken.get(each.site) == language.lower()[:2]:
            names[each.category, each.attribute][each.name] += 1
    return tuple(
        replace(each, title=_title(names.get((each.category, each.name), Counter([each.name]))))
        for each in attributes
    )


def languages_of(correspondences: Iterable[Correspondence]) -> dict[str, str]:
    """The language of each site, by the words of its names and by its own; only where it is clear.

    >>> printed = [Correspondence("a.example", name, name) for name in ("Farbe", "Höhe", "USB")]
    >>> languages_of(printed)
    {'a.example': 'de'}
    """
    said: dict[str, set[str]] = defaultdict(set)
    for each in correspondences:
        said[each.site].update(normal_name(each.name).split())
    found = {site: _language(site, words) for site, words in sorted(said.items())}
    return {site: language for site, language in found.items() if language}


def _language(site: str, words: set[str]) -> str:
    place = site.rpartition(".")[2]
    votes = {
        language: len(words & known) + A_PLACE * (place in PLACES.get(language, ()))
        for language, known in WORDS.items()
    }
    ordered = sorted(votes, key=lambda language: (-votes[language], language))
    best, second = votes[ordered[0]], votes[ordered[1]]
    return ordered[0] if best >= FEW and best > second else ""


def _title(names: Mapping[str, int]) -> str:
    """The commonest of *names*, in the spelling that reads best."""
    wordings: dict[str, Counter[str]] = defaultdict(Counter)
    for name, times in names.items():
        wordings[normal_name(name)][readable(name)] += times
    spellings = max(wordings.values(), key=lambda each: (each.total(), min(each)))
    return min(spellings, key=lambda text: (-spellings[text], len(text), text))


def readable(name: str) -> str:
    """*name* as a title: no joints of programs, nothing shouted, a capital at the beginning.

    >>> readable("screen_size:"), readable("SENSOR TYPE"), readable("maxIso"), readable("USB")
    ('Screen size', 'Sensor type', 'Max iso', 'USB')
    """
    text = collapse(name).rstrip(" :")
    if " " not in text:
        text = _JOINTS.sub(" ", HUMPS.sub(" ", text)) if text.isascii() else text
        if not (text.isupper() or text.istitle()):
            said = text[1:].split(" ")
            low = (word if word.isupper() else word.lower() for word in said)
            text = text[:1] + " ".join(low)
    plain = [word for word in text.split() if word.isalpha()]
    if all(map(str.isupper, plain)) and len(max(plain, key=len, default="")) >= MIN_SHOUTED:
        text = " ".join(word.lower() if word.isalpha() else word for word in text.split())
    return text[:1].upper() + text[1:]
