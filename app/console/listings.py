"""LISTP, LISTL, LISTV and STATUS: program, locations, variables and state of the run as text."""

from __future__ import annotations

from app.console.monitor_words import NO_RUN, chosen, numbers_in, place_of
from app.programs.breakpoints import WordsError
from app.programs.located import location_pose
from kinematics import xyzoat_from_pose
from language.editing.numbering import listing
from language.programs.program import Program
from scenes.execution.debugging.debugger import Session
from scenes.runs.step import Step


def program(rest: str, text: str) -> list[str]:
    """LISTP [first [last]]: the program with the numbers by which commands name its lines."""
    if not text.strip():
        return ["THE PROGRAM IS EMPTY"]
    numbers = numbers_in(rest)
    if len(numbers) > 2:
        raise WordsError("TAKES THE FIRST AND THE LAST NUMBER OF WHAT IS SHOWN")
    first, last = (numbers[0], numbers[-1]) if numbers else (None, None)
    return listing(text, first, last) or [f"NO LINE HAS A NUMBER FROM {first} TO {last}"]


def locations(read: Program, session: Session | None, rest: str) -> list[str]:
    """LISTL [name ..]: the locations as the run has them; before a run those of the text."""
    if session is None:
        names = dict.fromkeys(s.shown.split()[1].upper() for s in read.definitions)
        poses = ((name, location_pose(read, name)) for name in names)
        known = {name: pose for name, pose in poses if pose is not None}
    else:
        known = session.now.locations
    lines = []
    for name, value in chosen(known, rest, "LOCATION").items():
        figures = value if value.ndim == 1 else xyzoat_from_pose(value, read.dialect)
        lines.append(f"{name:<8}" + "".join(f"{round(float(x), 3) + 0.0:10.3f}" for x in figures))
    return lines or ["NO LOCATION IS DEFINED"]


def variables(session: Session | None, rest: str) -> list[str]:
    """LISTV [name ..]: the variables as the run has them."""
    if session is None:
        return [NO_RUN]
    variables = chosen(session.now.variables, rest, "VARIABLE")
    return [f"{n} = {v:.12g}" for n, v in variables.items()] or ["NO VARIABLE HAS A VALUE"]


def status(session: Session | None) -> list[str]:
    """STATUS: whether the program runs, its time in s, its speed, its call stack, its signals."""
    if session is None:
        return [NO_RUN]
    now = session.now
    pace, in_mm_s = now.state.pace.always
    lines = [f"{now.status.value.upper()}  TIME {now.time:.3f} S  STATEMENTS {now.count}"]
    lines.append(f"SPEED {pace:g}{' MM/S' if in_mm_s else ' %'}")
    lines += [
        f"  {line.program or 'PROGRAM'}  {_named(session, line.line, line.file)}"
        for line in session.call_stack
    ]
    on = [str(n) for n, value in sorted(now.state.signals.items()) if value]
    return [*lines, f"SIGNALS ON: {', '.join(on) or 'NONE'}"]


def problems(step: Step) -> list[str]:
    """The printed messages of a step."""
    return [
        p.message if p.severity == "note" else f"{p.severity}[{p.code}]: {p.message}"
        for p in step.problems
    ]


def _named(session: Session, line: int, file: int) -> str:
    """The name of a line in a file of the run, by its step number where it has one."""
    code = session.machine.code
    own = (e for e in code.extents if e.file == file)
    places = (code.statements[i] for e in own for i in range(e.start, e.stop))
    return next((place_of(s) for s in places if s.line == line), f"LINE {line}")
