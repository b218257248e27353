"""The walk of a page as docs/architecture.md tells it is the walk that a page takes."""

import os
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "architecture.md"
FOUNDATION = {"records", "text", "urls", "settings", "errors", "ports", "plugins", "lexicon"}
"""Asked at every step."""
WALK = """
import sys
import specdex

rows = [("Power", "{} W"), ("EAN", "4006381333931"), ("Brand", "Lumea")]
cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
data = '<script type="application/ld+json">{"@type": "Product", "name": "K200"}</script>'
page = f"<html><head>{data}</head><body><h1>K200</h1><p>39,00 EUR</p><table>{cells}</table></body>"
rooms = []

def see(frame, event, _):
    name = frame.f_globals.get("__name__", "")
    if event == "call" and name.startswith("specdex."):
        room = name.split(".")[1]
        if room not in rooms:
            rooms.append(room)

specdex.extract(page.replace("{}", "2200"))
sys.setprofile(see)
specification = specdex.extract(page.replace("{}", "2300"))
sys.setprofile(None)
assert len(specification.pairs) == 3
print(*rooms)
"""


def test_the_walk_of_a_page_is_as_told():
    told = DOCS.read_text(encoding="utf-8")
    steps = re.search(r"trace: begin -->(.*?)<!-- trace: end", told, re.DOTALL)[1]
    traced = subprocess.run(
        [sys.executable, "-c", WALK],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "SPECDEX_PURE": "1"},  # compiled functions cannot be traced
    ).stdout.split()
    walked = [room for room in traced if room not in FOUNDATION]
    assert re.findall(r"^\d+\. `(\w+)`", steps, re.MULTILINE) == walked
