"""Where a console's run stops: its breakpoints, and what is printed at a stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.console.monitor_words import loud, place_of
from app.programs.breakpoints import Stop, WordsError, condition_fault, line_of, mark_of
from language.programs.program import Program
from scenes.execution.debugging.debugger import Breakpoint, Session
from scenes.execution.debugging.recording import watched
from scenes.execution.machine.moment import Status

Stops = tuple[Stop, ...]


def with_stop(stops: Stops, program: Program, rest: str) -> tuple[Stops, str]:
    """The breakpoints after BREAKPOINT: with the one it names, or without it if it was set.

    The second value is empty, or says what is wrong with the condition: then nothing has changed.
    """
    mark, condition = mark_of(program, rest)
    fault = condition_fault(condition, program) if condition else ""
    if fault:
        return stops, loud(fault)
    others = tuple(stop for stop in stops if stop.mark != mark)
    is_new = bool(condition) or len(others) == len(stops)
    return (*others, *((Stop(mark, condition),) if is_new else ())), ""


def stop_lines(stops: Stops) -> list[str]:
    """The breakpoints as printed lines, sorted by their places in the program."""
    ordered = sorted(stops, key=lambda stop: (stop.mark.by_line, stop.mark.number))
    return [str(stop) for stop in ordered] or ["NO BREAKPOINT IS SET"]


def placed(session: Session, program: Program, stops: Stops) -> tuple[Session, list[str]]:
    """A session with the breakpoints, and a note for each that has no place in its program."""
    found, notes = [], []
    for stop in stops:
        try:
            found.append(Breakpoint(line_of(program, stop.mark), stop.condition))
        except WordsError as fault:
            notes.append(f"BREAKPOINT {stop.mark} IS PASSED OVER: {fault}")
    return replace(session, breakpoints=tuple(found)), notes


def with_watch(watches: tuple[str, ...], expression: str) -> tuple[str, ...]:
    """The watched expressions with one added, or without it if it was among them."""
    others = tuple(each for each in watches if each != expression)
    return (*others, expression) if len(others) == len(watches) else others


def watch_lines(watches: Sequence[str], session: Session | None) -> list[str]:
    """The watched expressions, with their values in the run if there is one."""
    if session is None:
        return list(watches)
    values = ((text, watched(session.machine, session.now, text)) for text in watches)
    return [f"{t} = {v if isinstance(v, str) else format(v, '.12g')}" for t, v in values]


def place_line(session: Session) -> str:
    """The statement at which the run stands, and the breakpoint at which it stopped."""
    status = session.now.status
    if status is Status.ENDED:
        return f"PROGRAM COMPLETED: {session.now.time:.3f} S"
    shown = session.machine.statement(session.now)
    number = session.machine.file(session.now)
    where = f"{session.machine.files[number]} " if number else ""
    next_ = f"{where}{place_of(shown)}: {shown.shown}" if shown else "END OF A PROGRAM"
    why = f" ({_in_capitals(session.why)})" if session.why.startswith("breakpoint") else ""
    return f"{'STOPPED AT' if status is Status.FAILED else 'NEXT'} {next_}{why}"


def _in_capitals(why: str) -> str:
    """The reason of a stop at a breakpoint, without its place."""
    _, colon, fault = why.partition(": ")
    return f"BREAKPOINT{colon}{loud(fault)}"
