"""Our own scorer gives the numbers of the tool that judges releases, wherever that tool is."""

import json
import subprocess
import sys

import pytest

from benchmarks.data import labelled_pages, spec_files
from specdex.pipeline.extract import extraction
from specdex.pipeline.score import measure
from specdex.records import extract_line
from specdex.statistics.page_scores import summarise

pytestmark = pytest.mark.slow


def test_our_scores_are_the_tools_scores(data, tools, tmp_path):
    files = spec_files(data, "modern")
    measured = list(measure(labelled_pages(files), extraction().extractor.extract))
    ours = summarise(each.score for each in measured)
    predictions = tmp_path / "predictions.jsonl"
    lines = (json.dumps(extract_line(each.specification)) for each in measured)
    predictions.write_text("\n".join(lines), encoding="utf-8")
    tool = [sys.executable, str(tools / "score_specs.py"), *map(str, files)]
    printed = subprocess.run(
        [*tool, "--predictions", str(predictions), "--json"],
        capture_output=True,
        check=True,
        timeout=200,
    )
    theirs = json.loads(printed.stdout)
    assert ours.pair_f1 == pytest.approx(theirs["pair_f1"], abs=1e-9)
    assert ours.pooled.f1 == pytest.approx(theirs["micro_f1"], abs=1e-9)
    assert ours.fragment_f1 == pytest.approx(theirs["fragment_f1"], abs=1e-9)
