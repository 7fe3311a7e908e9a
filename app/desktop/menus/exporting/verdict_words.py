"""What the check says of a run, in words and with a sign, before the run is exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.desktop.state.document import Document
from scenes import Problem, Run
from scenes.run_verdict import NOT_PROVEN, RunVerdict, unchecked

MOST_REASONS = 4  # named in the dialog; the list of problems has all
LONGEST_REASON = 160
GOOD, WARNING, ERROR, PENDING = "good", "warning", "error", "pending"
SIGNS = {GOOD: "✔", WARNING: "⚠", ERROR: "✖", PENDING: "◌"}


@dataclass(frozen=True)
class Told:
    """A verdict for the eyes: its kind, which is a colour of the theme, and its sentences."""

    kind: str
    head: str
    reasons: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Sign, head and reasons, a line each."""
        return "\n".join([f"{SIGNS[self.kind]} {self.head}", *self.reasons])


def verdict_on(document: Document, run: Run) -> RunVerdict:
    """The verdict that the file will hold about the shown run."""
    if document.is_checked and document.verdict is not None:
        return document.verdict.in_files
    inputs = document.inputs
    return unchecked(run, inputs.sources, len(inputs.changes))


def is_doubtful(verdict: RunVerdict) -> bool:
    """Whether a reader who takes the file for a checked motion would be wrong."""
    return bool(verdict.errors) or not verdict.is_checked or verdict.changes > 0


def told(
    verdict: RunVerdict,
    is_being_checked: bool,
    left_out: Sequence[str] = (),
    is_in_file: bool = True,
) -> Told:
    """The verdict in words.

    left_out: Why a scenario takes no part in the run. is_in_file: Whether the file holds it too.
    """
    reasons = [reason(problem) for problem in verdict.errors[:MOST_REASONS]]
    more = len(verdict.errors) - MOST_REASONS
    reasons += [f"and {more} more in Problems"] if more > 0 else []
    if verdict.changes:
        values = "1 value was" if verdict.changes == 1 else f"{verdict.changes} values were"
        reasons.append(f"{values} put in by hand at stops: the program alone moves otherwise.")
    reasons += [f"Not part of this run: {fault}" for fault in left_out]
    kind, head = _head(verdict, is_being_checked)
    if is_doubtful(verdict):
        reasons += ["The exported file will say so."] if is_in_file else []
        kind = WARNING if kind == GOOD else kind
    return Told(kind, head, tuple(reasons))


def _head(verdict: RunVerdict, is_being_checked: bool) -> tuple[str, str]:
    if verdict.errors:
        count = len(verdict.errors)
        findings = "1 finding" if count == 1 else f"{count} findings"
        rest = "" if verdict.is_checked else "; collisions are not checked yet"
        return ERROR, f"{findings}: this motion has errors{rest}"
    if not verdict.is_checked:
        if is_being_checked:
            return PENDING, "Being checked: nothing is known of collisions yet"
        return PENDING, "Not checked: nothing is known of collisions"
    rest = f"; {verdict.warnings} warning{'' if verdict.warnings == 1 else 's'}"
    if verdict.standing == NOT_PROVEN:
        return WARNING, f"Not proven: {verdict.words}"
    if verdict.warnings:
        return WARNING, f"No error: {verdict.words}{rest}"
    return GOOD, f"Free of collision: {verdict.words}"


def reason(problem: Problem) -> str:
    """A problem in one line."""
    where = f"{problem.file}, line" if problem.file else "Line"
    sentence = f"{where} {problem.line}: {problem.message}"
    return sentence if len(sentence) <= LONGEST_REASON else f"{sentence[: LONGEST_REASON - 1]}…"
