import csv
import json
from collections import Counter
from io import StringIO

import pytest
from lxml import html

import specdex
from specdex.audit.auditor import Auditor
from specdex.audit.rules import Register, RegisterRow
from specdex.demo import build
from specdex.demo.audit import CONFIDENT, audit_pharmacies, compare_findings
from specdex.demo.data import Chance
from specdex.demo.pharmacies import PRACTICES, pharmacies, pharmacy_truth, register_csv
from specdex.html import parse
from specdex.pipeline.audit import adverts, load_domain, load_rules
from specdex.records import Page


@pytest.fixture(scope="module")
def web():
    return build()


@pytest.fixture(scope="module")
def truth(web):
    return pharmacy_truth(pharmacies(Chance(web.seed)))


@pytest.fixture(scope="module")
def findings(web, truth):
    header, *rows = csv.reader(StringIO(register_csv()))
    numbered = tuple(RegisterRow(number, tuple(row)) for number, row in enumerate(rows, 2))
    domain = load_domain("drugs")
    register = Register("register.csv", tuple(header), numbered)
    auditor = Auditor(load_rules("drugs"), register, {role.name for role in domain.roles}, 0.1)
    found = []
    for url in truth["offers"]:
        page = Page(url, web.answer(url).body, encoding="utf-8")
        said = specdex.extract(page.body, url=url)
        found += auditor.findings(adverts(parse(page), domain, said))
    return found


def test_there_are_honest_and_rogue_pharmacies_and_every_practice(truth):
    honest = Counter(site["honest"] for site in truth["sites"].values())
    assert min(honest[True], honest[False]) >= 3
    practised = {offer["practice"] for offer in truth["offers"].values()}
    assert practised == {"", *PRACTICES}
    assert json.loads(json.dumps(truth)) == truth


def test_every_page_of_the_corner_answers_and_shows_its_rows(web, truth):
    for site in web.corner:
        assert site.host in web.hosts
        for url in site.sheets:
            assert web.answer(url).status == 200
    for url, offer in truth["offers"].items():
        text = " ".join(html.document_fromstring(web.answer(url).body).text_content().split())
        for label, value in offer["pairs"]:
            assert label in text
            assert value in text


def test_the_corner_is_no_part_of_the_other_web(web):
    hosts = {site.host for site in web.corner}
    assert not hosts & set(web.truth()["sites"])
    assert not hosts & {site.host for site in web.sites}


def test_every_rogue_offer_is_found_with_its_practice(findings, truth):
    practices, _ = compare_findings(findings, truth)
    assert {name: tally.missed for name, tally in practices.items()} == dict.fromkeys(PRACTICES, 0)
    assert sum(tally.right for tally in practices.values()) >= 15


def test_no_honest_pharmacy_and_no_blameless_offer_is_accused(findings, truth):
    practices, accused = compare_findings(findings, truth)
    assert accused == ()
    assert [tally.wrong for tally in practices.values()] == [0] * len(practices)


def test_an_honest_misprint_is_noticed_below_the_threshold(findings, truth):
    honest = {host for host, site in truth["sites"].items() if site["honest"]}
    doubts = [each for each in findings if each.site in honest]
    assert doubts
    assert all(0 < each.low < CONFIDENT for each in doubts)


def test_every_finding_is_explained_and_points_at_page_and_register(web, findings):
    for finding in findings:
        assert finding.sentence.startswith(finding.practice)
        assert finding.evidence
        document = parse(Page(finding.url, web.answer(finding.url).body, encoding="utf-8"))
        for each in finding.evidence:
            if each.origin == "page" and each.value:
                assert each.value in document.text_of(document.find(each.place))
            if each.origin == "register":
                assert each.place.startswith("register.csv, row ")


@pytest.mark.slow
def test_the_pharmacies_are_crawled_read_and_audited_end_to_end(tmp_path):
    result = audit_pharmacies(tmp_path / "run")
    assert result.flawless
    assert result.offers == result.known_offers
    assert all(path.stat().st_size for path in result.report)
    assert "<dt>register</dt>" in result.report[0].read_text(encoding="utf-8")
