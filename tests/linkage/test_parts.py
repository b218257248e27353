"""Whatever the parts of pairs are, and whoever compares them, what comes out is equal."""

import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.engines.processes import ProcessEngine
from specdex.linkage import Linker, candidates, pages, parts
from specdex.linkage.attributes import Entries
from specdex.linkage.features import title_features
from specdex.linkage.learned import pair_features
from specdex.linkage.pages import Pages
from specdex.linkage.reasons import Wording
from specdex.pipeline import join as verb
from specdex.records import Field, Fragment, FragmentKind, Pair, Specification

GTINS = ["4006381333931", "5901234123457", "9780201379624"]
STATED = 3
"""What each of a crowd states: two attributes and an edition."""
MODELS = ["X4711", "X4712", "DSC-W830", "mk2 4000", "MC508LL", "MC978LL"]


class Parcels:
    """Maps as workers do: what goes there and comes back is packed."""

    def map(self, function, things):
        for thing in things:
            yield pickle.loads(pickle.dumps(function(pickle.loads(pickle.dumps(thing)))))


specifications = st.lists(
    st.builds(
        lambda site, number, brand, models, gtin, pairs: Specification(
            f"https://{site}.example/{number}",
            site=f"{site}.example",
            title=" ".join([brand, *models]),
            fields=(Field("gtin", gtin),) if gtin else (),
            fragments=(
                Fragment("/html", FragmentKind.TABLE, tuple(Pair(*each) for each in pairs)),
            ),
        ),
        st.sampled_from("abcd"),
        st.integers(0, 30),
        st.sampled_from(["Acme", "Sony", "Nikon"]),
        st.lists(st.sampled_from([*MODELS, "camera", "black", "16 GB"]), max_size=4),
        st.sampled_from(["", *GTINS]),
        st.lists(
            st.tuples(
                st.sampled_from(["Weight", "Colour", "Gewicht", "Zoom"]),
                st.sampled_from(["200 g", "0.2 kg", "210 g", "red", "rot", "5x", "yes"]),
            ),
            max_size=4,
        ),
    ),
    min_size=2,
    max_size=40,
)


@pytest.fixture(scope="module")
def part():
    """Lets parts have so many pairs, or pages."""
    with pytest.MonkeyPatch.context() as patch:

        def cut(size):
            for module, name in ((parts, "PART"), (pages, "PART"), (candidates, "BLOCK")):
                patch.setattr(module, name, size)

        yield cut


@settings(max_examples=40, deadline=None)
@given(specifications, st.integers(1, 60))
def test_parts_come_to_the_same_as_the_whole(part, said, size):
    def told(engine=None):
        """What is asked of texts and all other features to the last bit, and what is linked."""
        linker = Linker(said, engine)
        pairs = linker.pairs
        return pairs.text.tobytes(), pair_features(pairs).tobytes(), linker.linked().whole()

    part(1 << 14)
    whole = told()
    part(size)
    assert told() == whole
    assert told(Parcels()) == whole


def test_what_titles_say_of_a_pair_does_not_depend_on_its_neighbours():
    titles = ["Acme TG3 camera", "Acme TG3 camera black", "Acme MC508LL tab", "Acme MC978LL tab"]
    seen = pages.pages(
        [Specification(f"https://{at}.example/1", title=each) for at, each in enumerate(titles)]
    )
    alone = title_features(seen, np.array([2]), np.array([3]))
    assert alone[0, 2] == 1, "two codes of one shape"
    assert (title_features(seen, np.array([2, 0]), np.array([3, 1]))[:1] == alone).all()


def test_workers_join_what_one_process_joins(monkeypatch):
    said = [
        Specification(
            f"https://{site}.example/{number}",
            site=f"{site}.example",
            title=f"Acme X{4000 + number} {'red' if number % 3 else 'blue'}",
            fragments=(
                Fragment(
                    "/html",
                    FragmentKind.TABLE,
                    (Pair("Power", f"{number} W"), Pair("Weight", f"{number * 7 % 40} kg")),
                ),
            ),
        )
        for number in range(40)
        for site in "abc"
    ]
    alone = verb.join(said)
    monkeypatch.setattr(verb, "SHARED", 10)
    monkeypatch.setattr(parts, "PART", 50)
    assert verb.join(said, (), ProcessEngine(2, 1)) == alone
    assert len(alone.products) < len(said)


def _crowd(count):
    """Pages of *count* products at two shops each: few enough for every pair to be judged alone."""
    return [
        Specification(
            f"https://{site}.example/{number}",
            site=f"{site}.example",
            title=f"Acme AB{number * 7919 % 100_003:06}CD {site}{number} camera",
            fragments=(
                Fragment(
                    "/html",
                    FragmentKind.TABLE,
                    (Pair("Power", f"{number % 89} W"), Pair("Weight", f"{number * 7 % 97} kg")),
                ),
            ),
        )
        for number in range(count)
        for site in "ab"
    ]


def _calls(function):
    """How many functions, Python's own among them, are called until *function* is done."""
    count = 0

    def called(_frame, event, _argument):
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        function()
    finally:
        sys.setprofile(before)
    return count


def test_a_page_of_a_large_collection_costs_what_one_of_a_small_one_does(part):
    """What is made of all pages again for every part would show here: three times the parts."""
    part(50)
    few, many = (Linker(_crowd(count)) for count in (300, 900))
    of_few, of_many = (_calls(lambda each=each: each.linked().whole()) for each in (few, many))
    assert of_many / of_few < 3 * 1.1


class Scales(list):
    """Maps here, and notes how many rows come with how many pairs."""

    def map(self, function, things):
        for thing in things:
            with_it, one, _ = thing if isinstance(thing, tuple) and len(thing) > 2 else [()] * 3
            for each in with_it if isinstance(with_it, tuple) else (with_it,):
                name = {Pages: "titles", Entries: "pages", Wording: "profiles"}.get(type(each))
                if name:
                    self.append((len(getattr(each, name)), len(one)))
            yield function(thing)

    def __bool__(self):
        return True


def test_a_part_is_given_none_but_its_own_pages(part):
    part(100)
    scales = Scales()
    Linker(_crowd(600), scales).linked().whole()
    assert len(scales) > 20
    assert all(rows <= 2 * STATED * pairs for rows, pairs in scales)


class Grave:
    """Loses every worker: what is mapped is done here."""

    def map(self, function, things):
        return map(function.lost, things)


def test_a_part_that_workers_were_lost_with_is_compared_here(part):
    part(100)
    said = _crowd(100)
    assert Linker(said, Grave()).linked().whole() == Linker(said).linked().whole()
