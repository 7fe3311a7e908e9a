"""A breakpoint set by click or key: it goes to a line in which a run can stop."""

from __future__ import annotations

from app.desktop.state.source import Source
from language.editing.writing.stops import stop_line
from language.words.diagnostics import text_lines


def toggle_stop(source: Source, line: int) -> str:
    """Sets or removes the breakpoint of a line; gives a message where another line was taken.

    An empty line and a comment pass it on to the next statement.
    """
    if line in source.breakpoints():
        source.toggle_breakpoint(line)
        return ""
    place = stop_line(text_lines(source.text), line)
    if place is None:
        return f"No breakpoint: behind line {line - 1} there is no statement at which to stop."
    if place not in source.breakpoints():
        source.set_breakpoint(place)
    if place == line:
        return ""
    return (
        f"Line {line} has no statement: the breakpoint is in line {place}, the next that has one."
    )
