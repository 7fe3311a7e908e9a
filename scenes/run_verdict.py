"""The verdict on a run in one value, for trajectory files: what is proven, and of which bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from language.words.diagnostics import text_lines
from scenes.checking.collisions.proof import Proof, Standing
from scenes.checking.coverage import Coverage, coverage_of
from scenes.program_source import ProgramSource, program_of
from scenes.runs.run import Run
from scenes.runs.step import ERROR, WARNING, Problem
from scenes.world.frozen import Frozen

if TYPE_CHECKING:
    from scenes.analysis import Report

NOT_CHECKED, ERRORS, NOT_PROVEN, NOTHING_MOVES = (
    "not checked",
    "errors",
    "not proven",
    "nothing moves",
)
# Greatest number of errors that a file lists with their messages; all errors are counted.
MOST_TOLD = 20


@dataclass(frozen=True, eq=False)
class RunVerdict(Frozen):
    """The verdict on a run, with the text and the bodies that it holds for.

    Attributes:
        standing: "proven free", "free as drawn", "not proven" (no error was found), "nothing
            moves", "errors", or "not checked" (then only errors of the run itself are known).
        errors: All errors, in order of time.
        warnings, collisions: Their numbers.
        proof: The proof of the motions (empty where not checked) and its bodies (`coverage`).
        robot_title: Title of the arm in the robot file.
        program_sha256: SHA-256 of the program's text in UTF-8 with LF line ends; "" where the
            program is unknown.
        called: Name and SHA-256 of each further file whose programs were run.
        changes: Number of values that the user changed by hand at stops of the run.
    """

    standing: str = NOT_CHECKED
    errors: tuple[Problem, ...] = ()
    warnings: int = 0
    collisions: int = 0
    proof: Proof = field(default_factory=Proof)
    robot_title: str = ""
    program_sha256: str = ""
    called: tuple[tuple[str, str], ...] = ()
    changes: int = 0

    @property
    def coverage(self) -> Coverage:
        """What the bodies of the cell are models of."""
        return self.proof.coverage

    @property
    def is_checked(self) -> bool:
        """Whether the whole run was checked for collisions."""
        return self.standing != NOT_CHECKED

    @property
    def words(self) -> str:
        """The verdict in a few words."""
        many = len(self.errors)
        wrong = f"{many} error{'' if many == 1 else 's'}"
        if not self.is_checked:
            return f"{NOT_CHECKED}, {wrong} in the run" if many else NOT_CHECKED
        if many:
            return wrong
        if self.standing == NOT_PROVEN:
            free, total = self.proof.count(Standing.FREE), len(self.proof.segments)
            return f"no error found, {free} of {total} motions {self._free}"
        return self._free if self.proof.segments else self.standing

    @property
    def _free(self) -> str:
        caveat = self.coverage.caveat
        return self.coverage.free_words + (f"; {caveat}" if caveat else "")

    def as_plain(self) -> dict[str, Any]:
        """The verdict as plain values for JSON, without its coverage.

        Numbers that only a check knows are None in a verdict without a check.
        """
        proof = self.proof
        counts = {
            "collisions": self.collisions,
            "segments": len(proof.segments),
            "proven_free": proof.count(Standing.FREE),
            "in_contact": proof.count(Standing.CONTACT),
            "not_proven": proof.count(Standing.OPEN),
        }
        return {
            "standing": self.standing,
            "errors": len(self.errors),
            "warnings": self.warnings,
            **(counts if self.is_checked else dict.fromkeys(counts)),
            "changed_by_hand": self.changes,
            "problems": [_row(problem) for problem in self.errors[:MOST_TOLD]],
        }

    def origin(self) -> dict[str, Any]:
        """The verdict as plain values, with the robot, the programs' SHA-256 and the coverage."""
        return {
            "robot_title": self.robot_title,
            "program_sha256": self.program_sha256 or None,
            "called": [{"program": name, "sha256": digest} for name, digest in self.called],
            "verdict": self.as_plain(),
            "coverage": self.coverage.as_plain(),
        }


def _row(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "line": problem.line,
        "file": problem.file,
        "time_s": problem.time,
        "message": problem.message,
    }


def unchecked(run: Run, others: Sequence[ProgramSource] = (), changes: int = 0) -> RunVerdict:
    """The verdict on a run that was not checked for collisions.

    others: The files whose programs it may call, as for `simulate`. changes: Number of values that
    the user changed by hand.
    """
    at_work = {step.file for step in run.steps}
    texts = (program_of(other) for other in others)
    return RunVerdict(
        errors=_errors(run, run.problems),
        warnings=_warnings(run, run.problems),
        proof=Proof(coverage=coverage_of(run.cell)),
        robot_title=run.cell.robot.title,
        program_sha256=text_sha256(run.program.text),
        called=tuple((name, text_sha256(p.text)) for p, name in texts if name in at_work),
        changes=changes,
    )


def verdict_of(
    report: Report, others: Sequence[ProgramSource] = (), changes: int = 0
) -> RunVerdict:
    """The verdict on a checked run; "not checked" if the check was stopped before its end.

    others, changes: As for `unchecked`.
    """
    run, proof = report.run, report.proof
    plain = unchecked(run, others, changes)
    if not report.complete:
        return plain
    errors = _errors(run, report.problems)
    if errors:
        standing = ERRORS
    elif not proof.segments:
        standing = NOTHING_MOVES
    else:
        standing = proof.coverage.free_words if proof.is_free else NOT_PROVEN
    return replace(
        plain,
        standing=standing,
        errors=errors,
        warnings=_warnings(run, report.problems),
        collisions=len(report.collisions),
        proof=proof,
    )


def _errors(run: Run, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The errors of the text, as problems of its lines, and the errors of the run."""
    of_text = (
        Problem(d.code, ERROR, d.line, d.message) for d in run.diagnostics if d.severity == ERROR
    )
    return (*of_text, *(p for p in problems if p.severity == ERROR))


def _warnings(run: Run, problems: Sequence[Problem]) -> int:
    severities = [d.severity for d in run.diagnostics] + [p.severity for p in problems]
    return severities.count(WARNING)


def text_sha256(text: str) -> str:
    """SHA-256 of a program's text in UTF-8 with LF line ends and without a byte order mark.

    `sha256sum` gives the same for such a file.
    """
    plain = "\n".join(text_lines(text.removeprefix("\ufeff")))
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
