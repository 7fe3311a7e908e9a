"""What a user does by hand while a run is stopped: carry out a statement, change a value."""

from __future__ import annotations

from dataclasses import replace

from language.compiled.tables import CompiledStep
from language.lines.line_parser import parse_line
from language.programs.program import Statement
from scenes.errors import SceneError
from scenes.execution.debugging.change import Change, Kind
from scenes.execution.debugging.debugger import value_of
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.execution.statements.processor import ACTIONS, step_for
from scenes.execution.values.circumstances import Circumstances
from scenes.execution.values.scopes import key_written
from scenes.runs.step import Step
from scenes.world.frozen import Array

SIGNAL_WORDS = {"ON": 1.0, "OFF": 0.0}


def done_by_hand(machine: Machine, now: Moment, text: str, answers: tuple[float, ...] = ()) -> Step:
    """The step of one statement, as if it were the next; SceneError if it is not fit for this.

    answers: The answers to PROMPT.
    """
    parsed = parse_line(text)
    if parsed.diagnostics or parsed.instruction is None:
        faults = [d.message for d in parsed.diagnostics]
        raise SceneError("; ".join(faults) or "there is nothing to do")
    name = parsed.instruction.name
    if name not in ACTIONS:
        raise SceneError(f"{name} cannot be done by itself")
    line = machine.statement(now)
    at = line.line if line is not None else 1
    statement = Statement(at, None, parsed.instruction, parsed.arguments, 1, 1, text)
    settings = replace(machine.settings, rows=())
    circumstances = Circumstances(now.time, now.timers, now.last, answers, now.names)
    compiled = CompiledStep(statement, None, None)
    step = step_for(compiled, machine.cell, now.state, settings, circumstances)
    return step.starting_at(now.time)


def change_of(machine: Machine, now: Moment, kind: Kind, name: str, text: str) -> Change:
    """The change that a user's text asks for; SceneError where it gives no value of this kind.

    For a variable the text is an expression; for a signal ON, OFF or an expression; for a location
    the operand of POINT: another location, or x y z o a t (for a precision point joint values with
    commas).
    """
    if not text.strip():
        raise SceneError(f"{name} needs a value")
    if kind is Kind.LOCATION:
        pose = _location(machine, now, name.upper(), text)
        return Change(now.advances, kind, name.upper(), pose, text.strip())
    value = SIGNAL_WORDS.get(text.strip().upper()) if kind is Kind.SIGNAL else None
    number = value_of(machine, now, text) if value is None else value
    return Change(now.advances, kind, name.upper(), number, text.strip())


def _location(machine: Machine, now: Moment, name: str, text: str) -> Array:
    step = done_by_hand(machine, now, f"POINT {name} = {text}")
    if step.failed:
        raise SceneError(step.problems[0].message)
    return step.after.locations[key_written(now.names, name)]
