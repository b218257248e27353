"""The mutants that once survived, by name: what is replaced by what, where."""

from dataclasses import dataclass

__all__ = ["NAMED", "Named"]


@dataclass(frozen=True, slots=True)
class Named:
    """A mutant that an audit found alive."""

    name: str
    module: str
    old: str
    new: str
    tests: tuple[str, ...]


SYNTHESIS = ("tests/papers/test_cross_supervised.py", "tests/papers/test_paper_rules.py")
PATTERNS = ("tests/benchmarks/patterns/test_paper.py",)
FEATURES = ("tests/papers/test_dexter.py",)

NAMED = (
    Named(
        "MOST_ROUNDS = 1",
        "specdex.papers.cross_supervised",
        "MOST_ROUNDS = 6",
        "MOST_ROUNDS = 1",
        SYNTHESIS,
    ),
    Named(
        "_roots without its prefix",
        "specdex.papers.cross_supervised",
        "roots.append(path[len(container) - 1])",
        "roots.append(node)",
        SYNTHESIS,
    ),
    Named(
        "CLOSE_CONTEXT = 0",
        "benchmarks.patterns.paper",
        "CLOSE_CONTEXT = 3",
        "CLOSE_CONTEXT = 0",
        PATTERNS,
    ),
    Named(
        "shorter and longer swapped in reconcile",
        "benchmarks.patterns.paper",
        "shorter, longer = sorted(",
        "longer, shorter = sorted(",
        PATTERNS,
    ),
    Named(
        "strategy 2 with ten pages",
        "specdex.papers.patterns.reader",
        "(Pass(), EXTRA), 20",
        "(Pass(), EXTRA), 10",
        ("tests/papers/patterns/test_training.py",),
    ),
    Named(
        "TITLE = 0",
        "specdex.pipeline.audit",
        "\nTITLE = 0.6",
        "\nTITLE = 0.0",
        ("tests/audit/test_titles.py",),
    ),
    Named(
        'a deleted "specification" feature',
        "specdex.papers.dexter",
        "float(len(SPEC_WORD.findall(text))),",
        "0.0,",
        FEATURES,
    ),
    Named(
        "a constant capitals feature",
        "specdex.papers.dexter",
        "sum(len(TWO_CAPITALS.findall(each)) for each in look.texts) / count,",
        "1.0,",
        FEATURES,
    ),
    Named(
        "a zeroed word group of Wang and Hu",
        "specdex.papers.dexter",
        "groups.ratio(look.texts),",
        "0.0,",
        FEATURES,
    ),
    Named(
        "LightExtraction with four children",
        "specdex.papers.light",
        "MIN_CHILDREN = 5",
        "MIN_CHILDREN = 4",
        ("tests/papers/test_light.py",),
    ),
    Named(
        "no votes in the entry-page walk",
        "specdex.crawling.walk",
        "AGREEMENT * self.votes.joined(link.key)",
        "AGREEMENT * 0.0",
        ("tests/crawling/test_entry_votes.py",),
    ),
    Named(
        "pairing that is not strict",
        "specdex.wrappers.induction",
        "least = PAIRED if strict else LOOSELY_PAIRED",
        "least = LOOSELY_PAIRED",
        ("tests/wrappers/test_pairing.py",),
    ),
)
