"""What was found in a run as rows of spans on the time line; no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.programs.findings import Finding
from scenes import Collision
from scenes.checking.finding_spans import CLOSE, LIMIT, PASSED_LIMIT, SINGULAR, FindingSpan

COLLISION = "E501"


@dataclass(frozen=True)
class FindingRow:
    """A row of the time line. name: At its left. many: The words for several of its spans."""

    name: str
    one: str
    many: str
    codes: frozenset[str]
    is_error: bool = False


# From top to bottom, the worst first.
ROWS = (
    FindingRow("Collision", "collision", "collisions", frozenset({COLLISION}), True),
    FindingRow("Clearance", "pair below the margin", "pairs below the margin", frozenset({CLOSE})),
    FindingRow(
        "Limit",
        "approach to a joint limit",
        "approaches to joint limits",
        frozenset({LIMIT, PASSED_LIMIT}),
    ),
    FindingRow("Singular", "singular pose", "singular poses", frozenset({SINGULAR})),
)
Rows = Mapping[FindingRow, tuple[FindingSpan, ...]]


def rows_of(hits: Iterable[Collision], spans: Iterable[FindingSpan]) -> Rows:
    """The rows that have a span, from top to bottom, their spans in the order of time."""
    found = [_of_hit(hit) for hit in hits] + list(spans)
    found.sort(key=lambda span: (span.start, span.end))
    rows = {row: tuple(s for s in found if s.code in row.codes) for row in ROWS}
    return {row: own for row, own in rows.items() if own}


def _of_hit(hit: Collision) -> FindingSpan:
    message = f"{hit.body_a} runs into {hit.body_b} from {hit.time:.2f} to {hit.time_end:.2f} s"
    return FindingSpan(COLLISION, hit.time, hit.time_end, hit.time, hit.line, message, hit.file)


def as_finding(span: FindingSpan) -> Finding:
    """The finding at the moment of a span, to go to."""
    severity = "error" if span.code.startswith("E") else "warning"
    return Finding(
        span.code,
        severity,
        span.line,
        span.message,
        time=span.time,
        file=span.file,
        proven=True,
    )


def counted(rows: Rows) -> str:
    """The number of spans of each row in words, as "1 collision, 2 singular poses"."""
    known = {row: own for row, own in rows.items() if own}
    words = [f"{len(own)} {row.one if len(own) == 1 else row.many}" for row, own in known.items()]
    return ", ".join(words)


def in_order(rows: Rows) -> list[FindingSpan]:
    """All spans by the moment to which they lead."""
    return sorted((span for own in rows.values() for span in own), key=lambda span: span.time)


def near(spans: Iterable[FindingSpan], time: float, reach: float) -> FindingSpan | None:
    """The span at a time, s, that begins last; one that is `reach` seconds away counts too."""
    there = [s for s in spans if s.start - reach <= time <= s.end + reach]
    return there[-1] if there else None
