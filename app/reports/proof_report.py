"""What a check reports of its proof: motions proven free, gaps by name, excepted contacts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.reports.file_uris import uri_of
from scenes import Report
from scenes.checking.certificates.certifying import Certificates
from scenes.checking.collisions.proof import Gap, Standing

# Gaps listed in a text at most; JSON and SARIF hold all of them.
MOST_LISTED = 20
GAP_RULE = "not-proven"


def proof_lines(report: Report) -> list[str]:
    """The proof for people.

    One line counts the motions, one names the bodies they are proven for; then a line for each gap,
    for certificates and the least distance, and for excepted pairs.
    """
    proof = report.proof
    if not report.run.moving_steps:
        return []
    lines = [f"  {proof}" + ("" if proof.complete else " (stopped before the end)")]
    lines += [f"  coverage: {report.coverage}"]
    lines += [f"    {gap}" for gap in proof.gaps[:MOST_LISTED]]
    more = len(proof.gaps) - MOST_LISTED
    lines += [f"    and {more} more"] if more > 0 else []
    lines += certificate_lines(report)
    lines += clearance_lines(report)
    lines += _excepted(report)
    return lines


def certificate_lines(report: Report) -> list[str]:
    """How many claims the independent check accepts; no line without --certify."""
    found = report.certificates
    if found is None:
        return []
    head = f"  certificates: {found.claims} claims"
    if found.is_accepted:
        return [f"{head}, all accepted by the independent check"]
    line = f"{head}, {found.accepted} accepted by the independent check"
    line += f", {found.missing} without evidence" if found.missing else ""
    return [line if found.complete else f"{line} (stopped before the end)"]


def certificates_json(found: Certificates) -> dict[str, Any]:
    """The certificates as plain values, motion by motion; times in s."""
    return {
        "complete": found.complete,
        "claims": found.claims,
        "accepted": found.accepted,
        "without_evidence": found.missing,
        "motions": [
            {
                "line": motion.line,
                "file": motion.file,
                "start_s": motion.start,
                "end_s": motion.end,
                "pairs": motion.pairs,
                "claims": motion.claims,
                "accepted": motion.accepted,
                "without_evidence": motion.missing,
                "faults": [
                    {
                        "bodies": [fault.body_a, fault.body_b],
                        "claims": fault.claims,
                        "accepted": fault.accepted,
                        "reason": fault.reason,
                    }
                    for fault in motion.faults
                ],
            }
            for motion in found.motions
        ],
    }


def _excepted(report: Report) -> Iterator[str]:
    """The pairs that were not checked, sorted by the reason why."""
    allowed = report.run.cell.allowed
    always = [pair for pair in report.excepted if pair in allowed]
    at_work = [pair for pair in report.excepted if pair not in allowed]
    if always:
        yield f"  excepted, the cell allows their contact: {_listed(always)}"
    if at_work:
        yield f"  excepted while one cuts the other: {_listed(at_work)}"


def _listed(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{a} with {b}" for a, b in pairs)


def clearance_lines(report: Report) -> list[str]:
    """The least distance of the run, and further pairs if more were asked for; none if there are
    none."""
    found, drawn = report.clearances, report.coverage.as_drawn
    lines = [] if found.least is None else [f"  least distance{drawn}: {found.least}"]
    further = found.nearest[1:] if found.listed > 1 else ()
    return lines + [f"    then {near}" for near in further]


def clearances_json(report: Report) -> list[dict[str, Any]]:
    """The nearest pairs as plain values, the nearest first; distances and points in mm."""
    return [
        {
            "bodies": [near.body_a, near.body_b],
            "distance_mm": near.distance_mm,
            "proven_mm": near.proven_mm,
            "time_s": near.time,
            "line": near.line,
            "file": near.file,
            "points_mm": None if near.points is None else near.points.tolist(),
            "of_hull": list(near.of_hull),
        }
        for near in report.clearances.nearest
    ]


def proof_json(report: Report) -> dict[str, Any]:
    """The proof as plain values; times in s, distances in mm.

    The proof holds for the bodies as the cell describes them; `coverage` says what these model.
    """
    proof = report.proof
    return {
        "complete": proof.complete,
        "segments": len(proof.segments),
        "proven_free": proof.count(Standing.FREE),
        "in_contact": proof.count(Standing.CONTACT),
        "not_proven": proof.count(Standing.OPEN),
        "gaps": [gap_json(gap) for gap in proof.gaps],
    }


def gap_json(gap: Gap) -> dict[str, Any]:
    """A gap of the proof as plain values; times in s."""
    return {
        "line": gap.line,
        "file": gap.file,
        "start_s": gap.start,
        "end_s": gap.end,
        "bodies": [gap.body_a, gap.body_b],
        "reason": gap.reason,
    }


def gap_results(program: str, gaps: Sequence[Gap]) -> list[dict[str, Any]]:
    """The gaps as SARIF results of the kind "open", which means neither passed nor failed."""
    return [
        {
            "ruleId": GAP_RULE,
            "kind": "open",
            "level": "none",
            "message": {"text": str(gap)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": uri_of(gap.file or program)},
                        "region": {"startLine": max(gap.line, 1)},
                    }
                }
            ],
        }
        for gap in gaps
    ]
