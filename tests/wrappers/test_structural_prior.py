"""What the structural reader says over all pages comes first when sections are judged."""

import pytest

from specdex.records import Fragment, FragmentKind, Pair, Specification
from specdex.wrappers.belief import prior
from specdex.wrappers.learner import WrapperLearner

COLOURS = ("Rot", "Blau", "Silber", "Weiss", "Gelb")
BOX = "<table class='box'>{}</table>"
ROW = "<tr><td>{}:</td><td>{}</td></tr>"


def _rows(at: int) -> tuple[list[tuple[str, str]], ...]:
    return (
        [("Hersteller", f"Marke {at % 4}"), ("Modell", f"M{at * 7}"), ("Farbe", COLOURS[at % 5])],
        [("Gewicht", f"{300 + at} g"), ("Breite", f"{90 + at} mm"), ("Tiefe", f"{40 + at} mm")],
        [("Akku", f"{200 + 10 * at} Bilder")],
    )


@pytest.fixture
def german(page_of):
    """Pages with three boxes of a specification, and a histogram that nobody should read."""

    def build(at: int):
        boxes = "".join(BOX.format("".join(ROW.format(*row) for row in box)) for box in _rows(at))
        bars = "".join(ROW.format(f"{n} Sterne", at * n % 17) for n in range(5, 0, -1))
        return page_of(f"<div>{boxes}</div><table class='balken'>{bars}</table>")

    return [build(at) for at in range(12)]


def _said(documents):
    """The structural answers: sure of the two long boxes, silent on all else."""
    return [
        Specification(
            document.page.url,
            fragments=tuple(
                Fragment(
                    f"/html/body/div/table[{number}]",
                    FragmentKind.TABLE,
                    tuple(Pair(name, value, reader="structure") for name, value in box),
                    0.95,
                )
                for number, box in enumerate(_rows(at)[:2], 1)
            ),
        )
        for at, document in enumerate(documents)
    ]


def test_what_structure_is_sure_of_is_kept_and_what_it_never_says_is_not_added(german):
    said = _said(german)
    learner = WrapperLearner().fit(german, said)
    read = {(pair.name, pair.value) for pair in learner.read(german[3], said[3]).pairs}
    assert read >= {pair for box in _rows(3)[:2] for pair in box}
    assert not any("Sterne" in name for name, _ in read)


def test_a_box_of_one_row_is_judged_with_its_sisters(german):
    said = _said(german)
    learner = WrapperLearner().fit(german, said)
    read = {(pair.name, pair.value) for pair in learner.read(german[3], said[3]).pairs}
    assert read >= set(_rows(3)[2])


def test_neither_silence_nor_certainty_is_endless():
    assert prior(0.0) == prior(0.01) < prior(0.5) == 0 < prior(0.99) == prior(1.0)
