"""A breakpoint set by click or key: it goes to a line in which a run can stop."""

from __future__ import annotations

from app.desktop.editor.highlighter import colours_of
from app.desktop.state.source import Source
from language.editing.writing.stops import stop_line
from language.words.diagnostics import text_lines


def stop_in(source: Source, line: int) -> int | None:
    """The first line from a line on in which a run can stop; None where none follows."""
    lines = text_lines(source.text)
    if not source.is_foreign:
        return stop_line(lines, line)
    colours = colours_of(source.path)
    assert colours is not None
    for number, text in enumerate(lines[max(line, 1) - 1 :], start=max(line, 1)):
        remark = next((p.column - 1 for p in colours(text) if p.kind == "comment"), len(text))
        if text[:remark].strip():
            return number
    return None


def toggle_stop(source: Source, line: int) -> str:
    """Sets or removes the breakpoint of a line; gives a message where another line was taken.

    An empty line and a comment pass it on to the next statement.
    """
    if line in source.breakpoints():
        source.toggle_breakpoint(line)
        return ""
    place = stop_in(source, line)
    if place is None:
        return f"No breakpoint: behind line {line - 1} there is no statement at which to stop."
    if place not in source.breakpoints():
        source.set_breakpoint(place)
    if place == line:
        return ""
    return (
        f"Line {line} has no statement: the breakpoint is in line {place}, the next that has one."
    )
