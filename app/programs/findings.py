"""Everything there is to say about a program, in one form: for squiggles and for the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from language.words.diagnostics import Diagnostic, Fix
from scenes import Collision, FileProblem, Problem, SceneFileError

SEVERITIES = ("error", "warning", "note")
WHOLE_LINE = 0


@dataclass(frozen=True)
class Finding:
    """One thing to show.

    Attributes:
        line, column, end_line, end_column: The range, from 1; column 0 means the whole line.
        time: The moment of the run at which it happens, s, or None.
        file: The file it speaks of; empty for the program in the editor.
        proven: Whether the worker found it by running the program, not the parser by reading it.
    """

    code: str
    severity: str
    line: int
    message: str
    help: str = ""
    column: int = WHOLE_LINE
    end_line: int = 0
    end_column: int = 0
    fixes: tuple[Fix, ...] = ()
    time: float | None = None
    file: str = ""
    proven: bool = False


def from_diagnostics(diagnostics: Iterable[Diagnostic]) -> tuple[Finding, ...]:
    """What the language says, as findings."""
    return tuple(
        Finding(
            code=item.code,
            severity=item.severity,
            line=item.line,
            message=item.message,
            help=item.help,
            column=item.column,
            end_line=item.end_line,
            end_column=item.end_column,
            fixes=item.fixes,
        )
        for item in diagnostics
    )


def from_problems(problems: Iterable[Problem]) -> tuple[Finding, ...]:
    """What a run says, as findings."""
    return tuple(
        Finding(
            code=item.code,
            severity=item.severity,
            line=item.line,
            message=item.message,
            time=item.time,
            file=item.file,
            proven=True,
        )
        for item in problems
    )


def from_file_error(error: SceneFileError) -> tuple[Finding, ...]:
    """What is wrong in a cell or robot file, as findings."""
    return from_file_problems(error.problems)


def from_file_problems(problems: Iterable[FileProblem]) -> tuple[Finding, ...]:
    """What is said of files, as findings."""
    return tuple(
        Finding(
            code="file",
            severity=item.severity,
            line=item.line,
            column=item.column,
            message=f"{item.path}: {item.sentence}" if item.path else item.sentence,
            file=item.file,
        )
        for item in problems
    )


def from_cell_fault(name: str, fault: Exception) -> tuple[Finding, ...]:
    """Why a cell cannot be used, as findings."""
    if isinstance(fault, SceneFileError):
        return from_file_error(fault)
    return (Finding("file", "error", 1, str(fault), file=name),)


def first_of(findings: tuple[Finding, ...]) -> str:
    """The first of several findings in a sentence, and how many more there are."""
    first, more = findings[0], len(findings) - 1
    where = f"{first.file}:{first.line}: " if first.file and first.column else ""
    others = f" ({more} more in Problems)" if more else ""
    return f"{where}{first.message}{others}"


def called_findings(findings: Iterable[Finding], file: str) -> tuple[Finding, ...]:
    """Those of a called file, as findings of the program in sight."""
    return tuple(replace(item, file="") for item in findings if file and item.file == file)


def shifted_line(line: int, first: int, by: int) -> int:
    """Where a line is after `by` lines were inserted (removed if negative) before `first`."""
    return max(line + by, 1) if line >= first else line


def shifted_findings(findings: Iterable[Finding], first: int, by: int) -> tuple[Finding, ...]:
    """The same findings of the program where their lines are now; those of files stay."""
    return tuple(
        item
        if item.file or item.line < first
        else replace(item, line=max(item.line + by, 1), end_line=max(item.end_line + by, 0))
        for item in findings
    )


def shifted_collisions(hits: Iterable[Collision], first: int, by: int) -> tuple[Collision, ...]:
    """The same collisions where their lines are now."""
    return tuple(
        hit
        if hit.file or hit.line < first
        else replace(hit, line=shifted_line(hit.line, first, by))
        for hit in hits
    )


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Files first, then by line and column, errors before warnings where they meet."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (not f.file, f.line, SEVERITIES.index(f.severity), f.column),
        )
    )
