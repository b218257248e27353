"""Which element shows the main product's name."""

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from specdex.extraction.fields.stock_classes import BADGE, UNSEEN, is_marked
from specdex.extraction.fields.view import View
from specdex.labels import has_letter
from specdex.lexicon import phrases
from specdex.text import letters_and_digits as _plain
from specdex.text import words

__all__ = ["MOST_OF_HEADING", "coverage", "likeness", "place_heading", "shown_name"]

MAX_HEADINGS = 12
MAX_SIGHTINGS = 50
"""Places where a name is looked at, in search of one that begins a line."""
MAX_NAME = 300
"""A longer heading is prose."""
LIKE_ENOUGH = 0.35
"""Share of words that a heading has in common with what the page is called."""
HEADING_TAGS = ("h1", "h2", "h3")
SECOND_TAG = 0.15
"""What a heading of a lower rank must be better by, a rank."""
AROUND = " -\u2013\u2014|,:/"
"""What may part a name from what stands behind it."""
MOST_OF_HEADING = 0.5
"""A name that is less of the heading is not all of the product's."""
LONG, PER_LETTER = 60, 0.001
"""Of two headings as like, the longer one names the product."""
WHOLE_NAME = 6
"""Letters of the shortest name that is told apart from a word."""
BEGINS, MOST_OF_NAME = 0.85, 0.7
"""How like a heading is that begins with so much of the name."""
SENTENCE_BLANKS, TRAIL_SIGNS = 7, (" > ", " \u203a ", " \u00bb ")
"""A line of so many words that ends with a full stop, or with steps between such signs, is none."""
FEW_WORDS = 3
"""Words of the shortest address that tells what a page is about."""
LEADING_BLANKS = 2
"""Blanks in the shortest heading that is the name though a title goes on after it."""
BEFORE_MAKERS = phrases("brands.before")
TELLING_WORDS, LIKE_A_NAME = 3, 0.5
"""The longest words of a name, by which lines are looked up, and how like it one must be."""
EQUAL = 0.999
"""Where a line is as like as this, links to what is only like it lead to other products."""
AS_LIKE = 0.15
"""Of lines that differ less, the first one names the product: further ones repeat it."""
SURE = 0.8
"""A heading as like as this ends the search, and a line as like as this beats one that is not."""


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(words(text[:MAX_NAME]))


def likeness(one: str, other: str) -> float:
    """Share of the words of two texts that both have: twice the common ones over all.

    >>> likeness("Nikon D850 body", "Nikon D850 | Foto Shop")
    0.571...
    """
    mine, theirs = _words(one), _words(other)
    if not mine or not theirs:
        return 0.0
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def coverage(one: str, other: str) -> float:
    """Share of the words of the text with fewer of them that the other text has too.

    >>> coverage("Nikon D850 body", "Nikon D850")
    1.0
    """
    mine, theirs = _words(one), _words(other)
    if not mine or not theirs:
        return 0.0
    return len(mine & theirs) / min(len(mine), len(theirs))


def place_heading(view: View, names: Sequence[str], houses: Sequence[str] = ()) -> None:
    """Note the heading that is most like *names*; one of the shop's own, *houses*, is none."""
    document = view.document
    own = frozenset({*houses, _plain(view.shop), _plain(view.site)})
    names = [name for name in names if _plain(name) not in own]
    node, like = _best(view, names, own)
    first = node >= 0 and document.tag[node] == HEADING_TAGS[0]
    if like < (LIKE_ENOUGH if first else EQUAL):
        if first:  # a title that begins with the shop names no product
            names = [name for name in names if not _plain(name).startswith(tuple(own - {""}))]
        called = _called(view, names, own, _least_of_line(first, like))
        node = called if called >= 0 else node
    if node < 0:
        node = _called(view, _addressed(document.page.url), own, LIKE_A_NAME)
    if node >= 0:
        view.heading = node
        view.title = _shown(view, node)[:MAX_NAME]
        view.start, view.stop = view.starts[node], view.stops[node]
        if view.stop - view.start > MAX_NAME:
            view.stop = view.start + len(view.title) + 1


def _addressed(url: str) -> list[str]:
    """What the page's address calls it: the words of the step that has most, if it has a few.

    >>> _addressed("https://a.example/shop/oak-desk-lamp_12.html")
    ['oak desk lamp 12 html']
    """
    most: list[str] = []
    for step in unquote(urlsplit(url).path).split("/"):
        told = words(step.replace("_", " "))
        if len(told) > len(most):
            most = told
    return [" ".join(most)] if len(most) >= FEW_WORDS else []


def _least_of_line(first: bool, like: float) -> float:  # noqa: FBT001 - compiled
    """How like a line must be that is no heading, where a heading, the *first* or not, is *like*.

    One further down that has more to say than the name is outdone by the name itself.
    """
    if first:
        return SURE
    return EQUAL if like >= SURE else LIKE_A_NAME


def _shown(view: View, node: int) -> str:
    """The text of a heading; of one that holds a whole dialogue, too, its first line."""
    title = view.text_of(node)
    if len(title) <= MAX_NAME:
        return title
    return view.text[view.starts[node] : view.stops[node]].strip().partition("\n")[0]


def _best(view: View, names: Sequence[str], houses: frozenset[str]) -> tuple[int, float]:
    """The heading most like *names*, and how like; the first of the highest rank if none is."""
    best, node, likest = -1.0, -1, 0.0
    called = [(_plain(name), _words(name)) for name in names]
    for rank, tag in enumerate(HEADING_TAGS):
        for place in view.document.places_of(tag)[:MAX_HEADINGS]:
            title = _shown(view, place)
            if not title or len(title) > MAX_NAME or _plain(title) in houses:
                continue
            if title.startswith(BEFORE_MAKERS):
                continue
            like = max(_heading_likeness(title, called), _leads(title, names) if rank == 0 else 0.0)
            if like < LIKE_ENOUGH and not has_letter(title):
                continue
            score = like - rank * SECOND_TAG + min(len(title), LONG) * PER_LETTER
            if score > best and (rank == 0 or like >= LIKE_ENOUGH):
                best, node, likest = score, place, like
        if likest >= SURE:
            break
    return node, likest


def _heading_likeness(title: str, called: list[tuple[str, frozenset[str]]]) -> float:
    """As likeness, the most; a heading that begins with the name has only more to say."""
    plain, mine, most = _plain(title) if has_letter(title) else "", _words(title), 0.0
    for name, theirs in called:
        shared = _shared(plain, name)
        if shared >= max(WHOLE_NAME, MOST_OF_NAME * len(name)):
            most = max(most, BEGINS)
        if mine and theirs:
            most = max(most, 2 * len(mine & theirs) / (len(mine) + len(theirs)))
    return most


def _leads(title: str, names: Sequence[str]) -> float:
    """How like a top heading is with which a name begins that says more, of prices or of reviews.

    One or two words may be the maker's, unless a sign parts them from the rest.
    """
    for name in names:
        if len(name) > len(title) and name.startswith(title) and has_letter(title):
            behind = name[len(title) :].lstrip()[:1]
            if title.count(" ") >= LEADING_BLANKS or (behind and not behind.isalnum()):
                return BEGINS
    return 0.0


def _shared(one: str, other: str) -> int:
    """How many letters two texts begin with that are the same."""
    for place in range(min(len(one), len(other))):
        if one[place] != other[place]:
            return place
    return min(len(one), len(other))


def shown_name(view: View, known: Sequence[str]) -> str:
    """The heading without further elements in it that nothing else calls the product by."""
    texts = [_plain(each) for each in known]
    start, stop, title = view.start, view.stop, view.title
    begin, end = _without_badges(view)
    if stop - start > end - begin >= MOST_OF_HEADING * (stop - start):
        start, stop, title = begin, end, view.text[begin:end].replace("\n", " ").strip(AROUND)
    heading = _plain(title)
    if any(heading in text for text in texts):
        return title
    for run in range(view.run_at(stop - 1), view.run_at(start), -1):
        name = view.text[start : view.run_start[run]].replace("\n", " ").strip(AROUND)
        plain = _plain(name)
        lined = view.text[view.run_start[run] - 1] == "\n" and name.count(" ") >= LEADING_BLANKS
        if len(plain) < MOST_OF_HEADING * len(heading) and not lined:
            continue
        if any(plain in text for text in texts):
            return name
    return title


def _without_badges(view: View) -> tuple[int, int]:
    """Where the heading begins and ends without what its classes call a badge, or hide."""
    first, last = view.run_at(view.start), view.run_at(view.stop - 1)
    if view.run_start[first] < view.start:
        first += 1
    while first < last and _is_badge(view, view.run_node[first]):
        first += 1
    stop = view.stop
    while first < last and _is_badge(view, view.run_node[last]):
        stop, last = view.run_start[last], last - 1
    return max(view.start, view.run_start[first]), stop


def _is_badge(view: View, node: int) -> bool:
    """Whether *node*, or what it stands in within the heading, is a badge, or hidden."""
    while node > view.heading:
        if is_marked(view, node, BADGE | UNSEEN):
            return True
        node = view.parents[node]
    return False


def _called(view: View, names: Sequence[str], houses: frozenset[str], least: float) -> int:
    """The first element whose line is like *names*, *least* or more, as hardly any other is.

    What the shop calls itself, one of *houses*, names no product.
    """
    lines: dict[int, int] = {}
    for name in names:
        for _, word in sorted([(len(word), word) for word in _words(name)])[-TELLING_WORDS:]:
            _note_lines(view, word, lines)
    called = [(_plain(name), _words(name)) for name in names]
    likes: list[tuple[int, float]] = []
    most = 0.0
    for begin in sorted(lines):
        line = view.text[begin : lines[begin]]
        like = _line_likeness(line, called)
        if like >= least and _plain(line) not in houses and not _is_prose(line):
            likes.append((begin, like))
            most = max(most, like)
    for begin, like in likes:
        another = like < EQUAL <= most and view.tags[view.node_at(begin)] == "a"
        if like >= most - AS_LIKE and not another:
            return _around(view, begin, lines[begin])
    return -1


def _is_prose(line: str) -> bool:
    """Whether *line* is a sentence, an address, who made it, or a trail of several steps."""
    if line[-1:] == "." and line.count(" ") >= SENTENCE_BLANKS:
        return True
    if "://" in line or line.startswith(BEFORE_MAKERS):
        return True
    return any([line.count(sign) > 1 for sign in TRAIL_SIGNS])  # noqa: C419 - a generator does not compile


def _note_lines(view: View, word: str, lines: dict[int, int]) -> None:
    """Note where the lines begin and end that hold *word* and may be a name."""
    offset = view.low.find(word)
    for _ in range(MAX_SIGHTINGS):
        if offset < 0:
            break
        begin, end = view.low.rfind("\n", 0, offset) + 1, view.low.find("\n", offset)
        end = end if end >= 0 else len(view.low)
        if WHOLE_NAME <= end - begin <= MAX_NAME:
            lines[begin] = end
        offset = view.low.find(word, end)


def _line_likeness(line: str, called: list[tuple[str, frozenset[str]]]) -> float:
    """How like a line is to what the page is called: by its words, or by its beginning."""
    plain, mine, most = _plain(line), _words(line), 0.0
    for name, theirs in called:
        if mine and theirs:
            most = max(most, 2 * len(mine & theirs) / (len(mine) + len(theirs)))
        most = max(most, _shared(plain, name) / (max(len(plain), len(name)) or 1))
    return most


def _around(view: View, start: int, stop: int) -> int:
    """The largest element that shows nothing but the line from *start* to *stop*."""
    node = view.node_at(start)
    while (above := view.parents[node]) >= 0:
        begin, end = view.starts[above], view.stops[above]
        if view.text[begin:start].strip() or view.text[stop:end].strip():
            break
        node = above
    return node
