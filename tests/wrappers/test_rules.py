"""From features to XPaths, and what a Step can say."""

import pytest

from specdex.records.wrappers import PairRule, Wrapper
from specdex.wrappers.apply import Applier
from specdex.wrappers.cells import Step
from specdex.wrappers.features import Feature, Trait
from specdex.wrappers.rules import minimal, xpath_of
from specdex.wrappers.spots import Part, spots_of
from specdex.wrappers.survey import Survey
from specdex.wrappers.templates import looks_of, same_template, signature_of, templates_of

TD = Feature(0, Trait.TAG, "td")


@pytest.mark.parametrize(
    ("features", "xpath"),
    [
        ([TD], "//td"),
        ([TD, Feature(1, Trait.TAG, "tr"), Feature(0, Trait.FIRST, "td 2")], "//tr/td[2]"),
        ([TD, Feature(1, Trait.TAG, "tr"), Feature(0, Trait.LAST, "td 1")], "//tr/td[last()]"),
        ([TD, Feature(1, Trait.TAG, "tr"), Feature(0, Trait.LAST, "td 2")], "//tr/td[last()-1]"),
        ([TD, Feature(0, Trait.FIRST, "td 2")], "//td[count(preceding-sibling::td)=1]"),
        ([TD, Feature(2, Trait.CLASS, "a b")], "//*[@class='a b']/*/td"),
        ([TD, Feature(0, Trait.TOKEN, "v")], "//td[contains(concat(' ', @class, ' '), ' v ')]"),
        ([TD, Feature(-1, Trait.ID, "div specs")], "//div[@id='specs']//td"),
    ],
)
def test_shared_features_read_as_an_xpath(features, xpath):
    assert xpath_of(features) == xpath


def test_the_least_general_rule_loses_what_it_can_do_without(shop):
    survey = Survey(shop(6))
    labels = [at for at, spot in enumerate(survey.spots) if spot.text in {"Brand", "Weight"}]
    rule = survey.inductor.induce(labels)
    shortest = minimal(survey.inductor, rule, survey.table)
    assert shortest.extracted == rule.extracted
    assert len(shortest.features) < len(rule.features)
    assert "@class='specs'" in xpath_of(survey.table.meaning(shortest.features))


@pytest.mark.parametrize(
    ("xpath", "step"),
    [
        ("//tr/td[2]", Step("td", nth=2)),
        ("//tr/td[last()]", Step("td", last=1)),
        ("//tr/td[last()-1][@class='v']", Step("td", last=2, look="v")),
        ("//dl/*", Step("*")),
        ("//tr/td[contains(@class, 'v')]", None),
        ("", None),
    ],
)
def test_a_step_is_read_from_the_end_of_an_xpath(xpath, step):
    assert Step.of(xpath) == step


@pytest.mark.parametrize(
    "xpath", ["//tr/td[2]", "//tr/td[last()]", "//tr/*", "//tr/td[@class='v']"]
)
def test_a_step_means_what_the_xpath_means(page_of, xpath):
    document = page_of("<table><tr><th>a</th><td>b</td><td class=v>c</td></tr></table>")
    row = document.element(next(iter(document.nodes_of("tr"))))
    cells = list(row)
    fits = Step.of(xpath).among(cells)
    assert [cell for cell, fit in zip(cells, fits, strict=True) if fit] == row.xpath(xpath)


def test_spots_are_the_places_that_print_something(page_of):
    document = page_of("<div><p>Weight: <b>3 kg</b></p><p></p></div>")
    spots = {(spot.part, spot.text) for spot in spots_of(document)}
    assert (Part.LABEL, "Weight") in spots
    assert (Part.REST, "3 kg") in spots
    assert "" not in {text for _, text in spots}


def test_pages_of_one_frame_share_a_template(shop, page_of):
    other = page_of("<article class=post id=p><h2 class=t>x</h2><ol class=c><li>y</ol></article>")
    documents = [*shop(4), other, *shop(3, first=4)]
    assert templates_of([looks_of(each) for each in documents]) == [[0, 1, 2, 3, 5, 6, 7], [4]]
    signature = signature_of([looks_of(each) for each in shop(4)])
    assert same_template(signature, documents[6])
    assert not same_template(signature, other)
    assert same_template((), other)


def test_a_definition_list_of_thousands_is_read_in_one_go(page_of):
    entries = "".join(f"<dt>Name {at}x</dt><dd>value {at}</dd>" for at in range(20_000))
    document = page_of(f"<dl>{entries}</dl>")
    rule = PairRule(names="//dl/dt", values="//dl/dd")
    read = Applier(Wrapper("shop.example", (rule,))).apply(document.element(0), document.page)
    assert len(read.pairs) == 20_000
    last = read.pairs[-1]
    assert document.select(last.xpath).text == last.value == "value 19999"
