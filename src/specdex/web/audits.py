"""Audit: findings with bound, rule and evidence, the page beside the register's row; the report."""

from hashlib import blake2b

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from specdex.audit.findings import Finding, Origin
from specdex.audit.report import html_report, report
from specdex.clock import now
from specdex.pipeline.audit import DAY, findings_of, notes_of, was_audited
from specdex.records import StoredPage
from specdex.runs import Run
from specdex.web.layout import later, number_of, opened, render, text_of
from specdex.web.security import REPORT, shown

__all__ = ["audits", "finding", "written"]

SHOWN = 100


def name_of(finding: Finding) -> str:
    """What addresses call a finding."""
    said = f"{finding.url}\0{finding.title}\0{finding.rule}\0{finding.seen}"
    return blake2b(said.encode(), digest_size=8).hexdigest()


def _findings(run: Run) -> list[Finding] | None:
    """The findings of *run*, the surest first; None while they are being read."""
    audited = max((each.stat().st_mtime for each in run.path.glob("exports/*")), default=0)
    stamp = "findings", audited
    found = later(run, "findings", lambda again: findings_of([again.path]), stamp)
    return None if found is None else sorted(found, key=lambda each: (-each.low, each.url))


@shown("/r/{run}/audit", "audits")
def audits(request: Request) -> Response:
    """The findings of a run, by practice and site."""
    practice, site = text_of(request, "practice"), text_of(request, "site")
    start = number_of(request, "from", 0)
    with opened(request) as run:
        audited = was_audited(run.path)
        every = _findings(run) if audited else []
    found = [
        each for each in every or () if practice in {"", each.practice} and site in {"", each.site}
    ]
    context = {
        "audited": audited,
        "reading": every is None,
        "found": [(name_of(each), each) for each in found[start : start + SHOWN]],
        "total": len(found),
        "start": start,
        "next": start + SHOWN if len(found) > start + SHOWN else 0,
        "asked": {"practice": practice, "site": site},
        "practices": sorted({each.practice for each in every or ()}),
        "sites": sorted({each.site for each in every or ()}),
    }
    return render(request, "audits.html", context)


@shown("/r/{run}/audit/report", "audit_report")
def written(request: Request) -> Response:
    """The report by itself, to be printed or kept."""
    with opened(request) as run:
        found, notes = report(findings_of([run.path])), notes_of([run.path])
        made = html_report(found, f"Audit of {run.path.name}", notes, now()[:DAY])
    return HTMLResponse(made, headers={"Content-Security-Policy": REPORT})


@shown("/r/{run}/audit/{finding}", "finding")
def finding(request: Request) -> Response:
    """One finding: what the page says beside what the register says."""
    with opened(request) as run:
        known = findings_of([run.path]) if was_audited(run.path) else []
        name = request.path_params["finding"]
        found = next((each for each in known if name_of(each) == name), None)
        if found is None:
            raise HTTPException(404, "The run has no such finding.")
        context = {
            "finding": found,
            "stored": bool(run.store.count(StoredPage, url=found.url)),
            "of_page": [each for each in found.evidence if each.origin is Origin.PAGE],
            "of_register": [each for each in found.evidence if each.origin is Origin.REGISTER],
        }
    return render(request, "audits_one.html", context)
