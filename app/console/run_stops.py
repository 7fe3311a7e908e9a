"""BREAKPOINT WATCH: where a run of the teletype stops, and which values are printed there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.console.monitor_words import loud
from app.programs.breakpoints import Stop, WordsError, condition_fault, line_of, mark_of
from scenes.execution.debugging.debugger import Breakpoint, Session
from scenes.execution.debugging.recording import watched

if TYPE_CHECKING:
    from app.console.run_commands import RunDialogue
    from language.programs.program import Program


def breakpoint(runs: RunDialogue, rest: str, text: str) -> list[str]:
    """BREAKPOINT [[LINE] n [condition]]: the run stops there; without condition again: no more."""
    if rest:
        program = runs.read(text)
        mark, condition = mark_of(program, rest)
        fault = condition_fault(condition, program) if condition else ""
        if fault:
            return [f"BREAKPOINT NOT SET: {loud(fault)}"]
        others = tuple(stop for stop in runs.stops if stop.mark != mark)
        is_new = bool(condition) or len(others) == len(runs.stops)
        runs.stops = (*others, *((Stop(mark, condition),) if is_new else ()))
        if runs.session is not None and runs.program is not None:
            place(runs, runs.session, runs.program)
    ordered = sorted(runs.stops, key=lambda stop: (stop.mark.by_line, stop.mark.number))
    return [str(stop) for stop in ordered] or ["NO BREAKPOINT IS SET"]


def place(runs: RunDialogue, session: Session, program: Program) -> None:
    """Gives a session the breakpoints; notes which of them its program has no place for."""
    placed = []
    for stop in runs.stops:
        try:
            placed.append(Breakpoint(line_of(program, stop.mark), stop.condition))
        except WordsError as fault:
            runs.notes.append(f"BREAKPOINT {stop.mark} IS PASSED OVER: {fault}")
    runs.session = replace(session, breakpoints=tuple(placed))


def watch(runs: RunDialogue, rest: str, text: str) -> list[str]:
    """WATCH [expression]: its value at every stop from now on; again: no more."""
    if rest:
        others = tuple(each for each in runs.watches if each != rest)
        is_new = len(others) == len(runs.watches)
        runs.watches = (*others, rest) if is_new else others
    return watched_lines(runs) or ["NOTHING IS WATCHED"]


def watched_lines(runs: RunDialogue) -> list[str]:
    """What is watched, with the values that a run gives it."""
    if runs.session is None:
        return list(runs.watches)
    machine, now = runs.session.machine, runs.session.now
    values = ((text, watched(machine, now, text)) for text in runs.watches)
    return [f"{t} = {v if isinstance(v, str) else format(v, '.12g')}" for t, v in values]
