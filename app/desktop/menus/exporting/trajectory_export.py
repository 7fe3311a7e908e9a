"""File > Export trajectory: the motion of the run with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.desktop.looks.dialogs import TRAJECTORY_FILTER
from app.desktop.state.document import Document
from app.desktop.window_parts import WindowParts
from scenes import Problem, Run, SceneError, export
from scenes.run_verdict import RunVerdict, unchecked

MOST_REASONS = 6  # named in the question; the list of problems has all
LONGEST_REASON = 160


def export_trajectory(parts: WindowParts) -> None:
    """Asks for a file and writes the run: the same bytes that the command line writes.

    A run with errors, or one without a check, is written only where the user wants that.
    """
    document = parts.document
    run, source = document.run, document.active
    if run is None or not document.runs_as_written or not document.has_fresh_run:
        document.notify("There is no run of the present text to export.", "warning")
        return
    verdict, left_out = verdict_on(document, run), document.inputs.findings
    is_doubtful = bool(left_out) or has_to_ask(verdict)
    asked = question(verdict, [finding.message for finding in left_out])
    if is_doubtful and not parts.desk.dialogs.export_anyway(*asked):
        document.notify("Not exported.")
        return
    stem = Path(source.title).stem if source is not None else "trajectory"
    start = str(parts.desk.folder / f"{stem}.csv")
    path = parts.desk.dialogs.save_path("Export trajectory", start, TRAJECTORY_FILTER, ".csv")
    if path is None:
        return
    try:
        period = parts.desk.preferences.period_ms / 1000.0
        export(run.sampled(period), path, verdict)
    except (SceneError, OSError) as fault:
        document.notify(f"Not exported: {fault}", "error")
    else:
        text = f"Exported {path.name}: {run.duration:.2f} s of motion, {verdict.words}."
        document.notify(text, "warning" if is_doubtful else "note")


def verdict_on(document: Document, run: Run) -> RunVerdict:
    """The verdict that the file will hold about the shown run."""
    if document.is_checked and document.verdict is not None:
        return document.verdict.in_files
    inputs = document.inputs
    return unchecked(run, inputs.sources, len(inputs.changes))


def has_to_ask(verdict: RunVerdict) -> bool:
    """Whether a reader who takes the file for a checked motion would be wrong."""
    return bool(verdict.errors) or not verdict.is_checked or verdict.changes > 0


def question(verdict: RunVerdict, left_out: Sequence[str] = ()) -> tuple[str, list[str]]:
    """The question of the dialog, and its reasons one by one.

    left_out: Why a scenario takes no part.
    """
    reasons = [reason(problem) for problem in verdict.errors[:MOST_REASONS]]
    more = len(verdict.errors) - MOST_REASONS
    reasons += [f"and {more} more in Problems"] if more > 0 else []
    if not verdict.is_checked:
        reasons.append("The check has not ended: nothing is known of collisions.")
    if verdict.changes:
        values = "1 value was" if verdict.changes == 1 else f"{verdict.changes} values were"
        reasons.append(f"{values} put in by hand at stops: the program alone moves otherwise.")
    reasons += [f"Not part of this run: {fault}" for fault in left_out]
    if has_to_ask(verdict):
        reasons.append("The exported file will say so.")
    if verdict.errors:
        count = len(verdict.errors)
        return f"This run has {'an error' if count == 1 else f'{count} errors'}.", reasons
    return "This is not a checked run of the program.", reasons


def reason(problem: Problem) -> str:
    """A problem in one line of a dialog."""
    where = f"{problem.file}, line" if problem.file else "Line"
    sentence = f"{where} {problem.line}: {problem.message}"
    return sentence if len(sentence) <= LONGEST_REASON else f"{sentence[: LONGEST_REASON - 1]}…"
