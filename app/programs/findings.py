"""Everything that is found about a program, in one form for the editor and the list of problems."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from language.words.diagnostics import Diagnostic, Fix
from scenes import Collision, FileProblem, Problem, SceneFileError

SEVERITIES = ("error", "warning", "note")
WHOLE_LINE = 0


@dataclass(frozen=True)
class Finding:
    """One thing found in a program or in another file.

    Attributes:
        line, column, end_line, end_column: The range, from 1; column 0 means the whole line.
        time: The moment of the run at which it happens, s, or None.
        file: The file that holds it; empty for the program in the editor.
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
    """Diagnostics of the language as findings."""
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
    """Problems of a run as findings."""
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
    """The problems of a faulty cell or robot file as findings."""
    return from_file_problems(error.problems)


def from_file_problems(problems: Iterable[FileProblem]) -> tuple[Finding, ...]:
    """Problems of files as findings."""
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
    """The reasons why a cell cannot be used as findings."""
    if isinstance(fault, SceneFileError):
        return from_file_error(fault)
    return (Finding("file", "error", 1, str(fault), file=name),)


def first_of(findings: tuple[Finding, ...]) -> str:
    """A sentence with the first of several findings and the number of the others."""
    first, more = findings[0], len(findings) - 1
    where = f"{first.file}:{first.line}: " if first.file and first.column else ""
    others = f" ({more} more in Problems)" if more else ""
    return f"{where}{first.message}{others}"


def called_findings(findings: Iterable[Finding], file: str) -> tuple[Finding, ...]:
    """The findings of one called file, turned into findings of the program in front."""
    return tuple(replace(item, file="") for item in findings if file and item.file == file)


def shifted_line(line: int, first: int, by: int) -> int:
    """The number of a line after `by` lines were inserted (removed if negative) before `first`."""
    return max(line + by, 1) if line >= first else line


def shifted_findings(findings: Iterable[Finding], first: int, by: int) -> tuple[Finding, ...]:
    """Findings with their lines after `by` lines were inserted before line `first`.

    Findings of other files keep their lines.
    """
    return tuple(
        item
        if item.file or item.line < first
        else replace(item, line=max(item.line + by, 1), end_line=max(item.end_line + by, 0))
        for item in findings
    )


def shifted_collisions(hits: Iterable[Collision], first: int, by: int) -> tuple[Collision, ...]:
    """Collisions with their lines after `by` lines were inserted before line `first`."""
    return tuple(
        hit
        if hit.file or hit.line < first
        else replace(hit, line=shifted_line(hit.line, first, by))
        for hit in hits
    )


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings sorted: those of files first, then by line, errors before warnings, by column."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (not f.file, f.line, SEVERITIES.index(f.severity), f.column),
        )
    )
