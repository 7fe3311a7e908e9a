"""Sentences about ways round that are not offered: what blocks them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from language import Program
from language.instructions import ALONG_ARC, ARC, VIA
from scenes.connecting.clearance import Task
from scenes.connecting.planning import Way
from scenes.runs.run import Run

Refusal = tuple[str, Mapping[str, float | str]]
_ENDS = ("start", "goal")
_MOST_NAMED = 2


def of_an_arc(program: Program, line: int) -> str:
    """A sentence that a line belongs to an arc, which no way round can replace; "" for others."""
    for statement in program.statements:
        if statement.line == line:
            instruction = statement.instruction
            if instruction.moves == ARC or instruction.gives_via:
                return (
                    f"line {line} ({instruction.name}) belongs to an arc: a way round replaces a "
                    f"joint or straight motion, never an arc; give {VIA.name} another via point, "
                    f"or write MOVE or MOVES to the goal in place of {VIA.name} and "
                    f"{ALONG_ARC.name}, and look again"
                )
    return ""


def no_motion(run: Run, line: int) -> str:
    """Why there is no motion in a line."""
    if any(step.line == line and not step.file and step.failed for step in run.steps):
        return f"the motion of line {line} has no goal to go to: its statement fails"
    if any(step.line == line for step in run.steps):
        return f"the statement in line {line} moves no joint"
    return f"the run has no motion in line {line}"


def in_contact(task: Task, line: int) -> str:
    """A sentence that bodies touch at the start or the goal of a motion; "" if none do."""
    if not task.contacts:
        return ""
    pair, end = task.contacts[0]
    a, b = task.setting.spoken(pair)
    advice = "back away straight before it" if end == 0 else "end it in front of its goal"
    return (
        f"there is no way round for line {line}: at its {_ENDS[end]}, {a} is in contact with {b}; "
        f"{advice} (DEPARTS, APPROS)"
    )


def not_found(task: Task, way: Way, line: int, was_stopped: bool) -> Refusal:
    """A sentence that a search found no way, with the bodies that blocked most of its edges."""
    if was_stopped:
        return f"stopped before a way round for line {line} was found", {"edges": way.edges}
    by_pair: dict[tuple[str, str], int] = {}
    for pair in np.flatnonzero(way.blocked[:-1]):
        name = task.setting.spoken(int(pair))
        by_pair[name] = by_pair.get(name, 0) + int(way.blocked[pair])
    worst = sorted(by_pair, key=lambda name: (-by_pair[name], name))[:_MOST_NAMED]
    blocking = " and ".join(f"{a} with {b}" for a, b in worst)
    message = f"no way round for line {line} was found in {way.edges} tries"
    message += f"; most of them are blocked by {blocking}" if blocking else ""
    return message, {"edges": way.edges, "blocked_by": blocking}


def not_proven(line: int, problem: str) -> Refusal:
    """A sentence that a way was found which did not stand the proof."""
    return f"a way round for line {line} was found but cannot be offered: {problem}", {}
