"""Goes through the problems of all open programs, and shows the message of each."""

from __future__ import annotations

from app.desktop.state.source import Source
from app.desktop.window_parts import WindowParts
from app.programs.findings import Finding, called_findings, from_diagnostics
from app.programs.problem_order import after
from app.programs.read_text import TextReader


def next_problem(parts: WindowParts) -> None:
    """Goes to the next problem behind the cursor, and from the last one to the first."""
    _walk(parts, 1)


def problem_before(parts: WindowParts) -> None:
    """Goes to the problem before the cursor, and from the first one to the last."""
    _walk(parts, -1)


def _walk(parts: WindowParts, step: int) -> None:
    editor = parts.editor.current
    found = None
    if editor is not None:
        known = {s: findings_of(parts, s) for s in parts.editor.in_order()}
        found = after(known, editor.source, (editor.line, editor.column), step)
    if found is None:
        parts.document.notify("No problems in the open programs.")
    else:
        _show(parts, *found)


def findings_of(parts: WindowParts, source: Source) -> tuple[Finding, ...]:
    """The findings of an open program; of one that is not run only those of the language."""
    document = parts.document
    if source is document.active:
        return tuple(finding for finding in document.findings if not finding.file)
    if document.inputs.calls(source.title):
        return called_findings(document.findings, source.title)
    reader = TextReader(document.cell.robot if document.cell is not None else None)
    return from_diagnostics(reader.program(source.text, source.path).diagnostics)


def _show(parts: WindowParts, source: Source, finding: Finding) -> None:
    """Puts the cursor at a finding, the run at its moment, and its message below the line."""
    document = parts.document
    if source is not document.active and not document.inputs.calls(source.title):
        document.activate(source)
    elif finding.time is not None and document.has_fresh_run:
        document.seek(finding.time)
    parts.editor.show_source(source)
    parts.editor.go_to(finding.line, finding.column)
    if parts.editor.current is not None:
        parts.editor.current.show_help(keep_open=False)
