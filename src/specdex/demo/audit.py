"""An audit of the demo web's pharmacies end to end, and what it found against the truth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specdex.audit.findings import Finding
from specdex.audit.report import Note
from specdex.clock import now
from specdex.demo.data import Chance
from specdex.demo.pharmacies import CATEGORY, pharmacies, pharmacy_truth, register_csv
from specdex.demo.server import DemoServer
from specdex.demo.web import build
from specdex.pipeline.audit import (
    audit_run,
    auditor,
    findings_of,
    load_domain,
    load_rules,
    note_audit,
    notes_of,
    offers_seen,
    write_report,
)
from specdex.pipeline.crawl import crawl_sites, default_crawler
from specdex.pipeline.extract import extract_run, extraction
from specdex.plugins import load
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness
from specdex.statistics.metrics import Tally
from specdex.urls import canonical

__all__ = ["CONFIDENT", "AuditResult", "audit_pharmacies", "compare_findings"]

CONFIDENT = 0.8
"""From this probability on a finding is an accusation."""
LEAST = 0.5
"""What is less probable is left out."""
DOMAIN = RULES = "drugs"
REGISTER = "register.csv"


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit of the pharmacies found, against the truth."""

    findings: tuple[Finding, ...]
    offers: int
    """Offers that were read, …"""
    known_offers: int
    """… and that there are."""
    practices: Mapping[str, Tally]
    """Rogue offers found with their practice; wrong are accusations of blameless offers."""
    accused: tuple[str, ...]
    """Honest pharmacies that were accused."""
    report: tuple[Path, Path]

    @property
    def flawless(self) -> bool:
        """Whether every rogue offer was found and no honest pharmacy accused."""
        return not self.accused and not any(each.missed for each in self.practices.values())


def audit_pharmacies(run: Path) -> AuditResult:
    """Crawl, read and audit the pharmacies of the demo web in the run folder *run*."""
    web = build()
    known = pharmacies(Chance(web.seed))
    truth = pharmacy_truth(known)
    with DemoServer(web) as server:
        crawler = default_crawler(
            Politeness(delay=0.0, proxy=server.url), Budget(max_pages=100, max_minutes=5)
        )
        crawl_sites([each.host for each in known], CATEGORY, run, crawler)
    domain = load_domain(DOMAIN)
    with RunFolder(run) as folder:
        register = folder.exports / REGISTER
        register.write_text(register_csv(), encoding="utf-8")
        extract_run(folder, extraction(), load("engines", "serial")())
        judge = auditor(domain, load_rules(RULES), str(register), LEAST)
        audited = audit_run(folder, domain, judge)
        counts = audited.adverts, len(audited.findings)
        note_audit(folder, Note(now(), str(run), str(register), DOMAIN, RULES, LEAST, *counts))
    made = write_report(
        findings_of([run]), run / "exports", notes=notes_of([run]), seen=offers_seen([run])
    )
    practices, accused = compare_findings(audited.findings, truth)
    return AuditResult(
        audited.findings, audited.adverts, len(truth["offers"]), practices, accused, made
    )


def compare_findings(
    findings: Iterable[Finding], truth: Mapping[str, Any]
) -> tuple[dict[str, Tally], tuple[str, ...]]:
    """How the confident *findings* compare with *truth*, by practice; and who was wronged."""
    said = {(canonical(each.url), each.practice) for each in findings if each.low >= CONFIDENT}
    wanted = {
        (canonical(url), offer["practice"])
        for url, offer in truth["offers"].items()
        if offer["practice"]
    }
    blameless = {canonical(url) for url, each in truth["offers"].items() if not each["practice"]}
    practices = {
        practice: Tally(
            sum(each[1] == practice for each in wanted & said),
            sum(each[1] == practice and each[0] in blameless for each in said),
            sum(each[1] == practice for each in wanted - said),
        )
        for practice in sorted({each[1] for each in wanted | said})
    }
    accused = {each.site for each in findings if each.low >= CONFIDENT}
    honest = {host for host, site in truth["sites"].items() if site["honest"]}
    return practices, tuple(sorted(accused & honest))
