"""Why nothing is on offer in a line of a program."""

from __future__ import annotations

from collections.abc import Sequence

from app.programs.findings import Finding


def why_none(
    line: int, findings: Sequence[Finding], *, moves: bool, is_run: bool, is_fresh: bool
) -> str:
    """A sentence that says why a line has no corrections and no other suggestions.

    findings: Those of the line. moves: Whether it is a motion. is_run: Whether its program is the
    one that is run. is_fresh: Whether the run is of the present text.
    """
    if findings:
        codes = ", ".join(dict.fromkeys(finding.code for finding in findings))
        help_ = next((finding.help for finding in findings if finding.help), "")
        more = f" What helps: {help_}." if help_ else ""
        return f"No correction is known for {codes} in line {line}.{more}"
    if not moves:
        return f"Nothing to correct: line {line} has no problem, and it is no motion."
    if not is_run:
        return f"Line {line} has no problem; other branches are on offer in the program that runs."
    if not is_fresh:
        return f"Line {line} has no problem; branches and via points come when the run is ready."
    return f"Line {line} has no problem, and the run did not come to it, or moved nothing there."
