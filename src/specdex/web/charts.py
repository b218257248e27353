"""Charts as SVG in the colours of the reader's theme, told as text to those who do not see."""

from collections.abc import Sequence
from math import log10

from markupsafe import Markup

__all__ = ["columns", "rows", "spark"]

WIDTH, HEIGHT = 320, 120
FOOT, GAP = 18, 2
ROW, LABEL, COUNT = 26, 150, 70
WIDE = 640
LEAST = 1.5
"""Units of a bar that stands for anything at all."""


def columns(
    counts: Sequence[int], names: Sequence[str], title: str, *, logarithm: bool = False
) -> Markup:
    """A histogram: a bar upwards for each of *counts*, the ends of *names* (``1 to 2``) below."""
    sizes = [log10(1 + count) if logarithm else float(count) for count in counts]
    highest, step = max(sizes, default=0) or 1, WIDTH / max(1, len(counts))
    bars = Markup("")
    for at, (size, count, name) in enumerate(zip(sizes, counts, names, strict=True)):
        tall = max(LEAST, size / highest * HEIGHT) if count else 0
        bars += Markup(
            '<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}">'
            "<title>{}: {}</title></rect>"
        ).format(at * step, HEIGHT - tall, step - GAP, tall, name, count)
    ends = Markup('<text x="0" y="{y}">{}</text><text x="{x}" y="{y}" class="end">{}</text>')
    first, last = (names[0], names[-1]) if names else ("", "")
    both = first.partition(" to ")[0], last.rpartition(" to ")[2]
    foot = ends.format(*both, x=WIDTH, y=HEIGHT + FOOT - 4)
    ground = Markup('<line x1="0" x2="{0}" y1="{1}" y2="{1}"/>').format(WIDTH, HEIGHT)
    return _svg(WIDTH, HEIGHT + FOOT, title, ground + bars + foot)


def rows(parts: Sequence[tuple[str, int]], title: str) -> Markup:
    """A bar to the right for each of *parts*, one below the other: a funnel, or a ranking."""
    highest = max((count for _, count in parts), default=0) or 1
    room, drawn = WIDE - LABEL - COUNT, Markup("")
    for at, (name, count) in enumerate(parts):
        wide = max(LEAST, count / highest * room) if count else 0
        y = at * ROW
        drawn += Markup(
            '<text x="0" y="{text}">{name}</text>'
            '<rect class="bar" x="{x}" y="{y}" width="{wide:.1f}" height="{tall}"/>'
            '<text class="count" x="{end:.1f}" y="{text}">{count:,}</text>'
        ).format(
            text=y + ROW * 0.65,
            name=name,
            x=LABEL,
            y=y + 4,
            wide=wide,
            tall=ROW - 8,
            end=LABEL + wide + 6,
            count=count,
        )
    return _svg(WIDE, ROW * len(parts), title, drawn)


def spark(values: Sequence[float], title: str) -> Markup:
    """A small line of *values* over time."""
    highest, step = max(values, default=0) or 1, WIDTH / max(1, len(values) - 1)
    points = " ".join(
        f"{at * step:.1f},{(1 - value / highest) * (HEIGHT / 3 - 4) + 2:.1f}"
        for at, value in enumerate(values)
    )
    line = Markup('<polyline class="line" points="{}"/>').format(points)
    return _svg(WIDTH, HEIGHT // 3, title, line)


def _svg(width: int, height: int, title: str, drawn: Markup) -> Markup:
    return Markup(
        '<svg class="chart" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img"'
        ' aria-label="{title}">{drawn}</svg>'
    ).format(w=width, h=height, title=title, drawn=drawn)
