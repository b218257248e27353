"""The experiments: known seeds, learned seeds, and how partial matches count."""

import pytest

from benchmarks.patterns.score import (
    PatternApproach,
    known_seeds,
    learned_seeds,
    row,
    score,
    seeds_of,
    training_pages,
)
from specdex.html import parse
from specdex.records import Page, Pair
from specdex.statistics.metrics import Tally
from specdex.statistics.page_scores import GoldFragment, GoldPage

PAIRS = (
    ("Weight", "1 kg"),
    ("Colour", "Black"),
    ("Height", "2 cm"),
    ("Zoom", "3x"),
    ("ISO", "100"),
)
LAYOUTS = {
    "one": ("<ul>{}</ul>", "<li>{}: {}</li>", "ul"),
    "two": ("<table>{}</table>", "<tr><td>{}</td><td>{}</td></tr>", "table"),
    "three": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>", "dl"),
}


def gold(site="one", pairs=PAIRS, printed=None, **more):
    around, each, tag = LAYOUTS[site]
    html = around.format("".join(each.format(*pair) for pair in printed or pairs))
    fragment = GoldFragment(f"/html/body/{tag}", tuple(pairs), **more)
    return GoldPage("1", site, "camera", f"<html><body>{html}</body></html>", "", (fragment,))


def parsed(page):
    return parse(Page("http://shop.example/", page.html.encode()))


def said(page, *pairs):
    return score(
        page, parsed(page), [Pair(name, value, xpath="/html/body/ul") for name, value in pairs]
    )


def test_a_partial_match_is_wrong_and_missed_or_simply_right():
    page = gold(pairs=PAIRS[:2])
    result = said(page, ("Weight", "1 kg"), ("Colour", "Black and white"))
    assert result.exact == Tally(1, 1, 1)
    assert result.partial == Tally(2, 0, 0)


def test_a_match_that_is_not_close_is_no_partial_one():
    result = said(gold(pairs=PAIRS[:1]), ("Weight", "2 kg"))
    assert result.partial == result.exact == Tally(0, 1, 1)


def test_a_row_has_the_columns_of_the_paper_and_averages_over_sites():
    first, second = said(gold(), *PAIRS), said(gold(), ("Weight", "1 kg"))
    line = row("known", [first, second])
    assert (line.expected, line.actual, line.pooled.right) == (10, 6, 6)
    assert line.precision == 1
    assert line.recall == pytest.approx(0.6)
    assert line.f1 == pytest.approx(0.75)


def test_a_user_points_at_a_few_pairs_spread_over_each_fragment():
    seeds = seeds_of(gold(), lambda pair: pair[0] != "Colour", most=2)
    assert seeds == [PAIRS[0], PAIRS[-1]]
    assert seeds_of(gold(doubtful=True), lambda _: True) == []


def test_training_pages_are_taken_from_all_sites_in_turn():
    golds = [gold("one"), gold("one"), gold("two"), gold("two", pairs=PAIRS[:2])]
    assert [each.site for each in training_pages(golds, 3)] == ["one", "two", "one"]


@pytest.mark.parametrize("tight", [True, False])
def test_known_seeds_read_every_layout(tight):
    golds = [gold(site) for site in LAYOUTS]
    scores = list(known_seeds(golds, parsed, PatternApproach(tight=tight)))
    assert [each.exact for each in scores] == [Tally(5, 0, 0)] * 3


def test_learned_seeds_come_from_other_sites_only():
    golds = [gold(site) for site in LAYOUTS]
    scores = list(learned_seeds(golds, parsed, PatternApproach(), 10))
    assert [each.exact for each in scores] == [Tally(5, 0, 0)] * 3
    strange = (
        ("Mrkn", "7 zorg"),
        ("Blip", "grue"),
        ("Plonk", "zonk"),
        ("Frob", "quux"),
        ("A", "b"),
    )
    alone = [gold("one", pairs=strange), gold("two")]
    first, *_ = learned_seeds(alone, parsed, PatternApproach(), 10)
    assert first.exact == Tally(0, 0, 5)
