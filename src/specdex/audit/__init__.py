"""Which offers contradict a register?"""

from specdex.audit.auditor import Auditor
from specdex.audit.conditions import parse_condition
from specdex.audit.findings import Advert, Evidence, Finding, Origin, Statement
from specdex.audit.logic import Bounds, Sentence, bounds, smallest_conflict
from specdex.audit.report import (
    MarketWeek,
    Note,
    Report,
    html_report,
    market,
    report,
    report_rows,
)
from specdex.audit.rules import Register, RegisterRow, Rule, RuleBook, parse_rules, shipped_rules

__all__ = [
    "Advert",
    "Auditor",
    "Bounds",
    "Evidence",
    "Finding",
    "MarketWeek",
    "Note",
    "Origin",
    "Register",
    "RegisterRow",
    "Report",
    "Rule",
    "RuleBook",
    "Sentence",
    "Statement",
    "bounds",
    "html_report",
    "market",
    "parse_condition",
    "parse_rules",
    "report",
    "report_rows",
    "shipped_rules",
    "smallest_conflict",
]
