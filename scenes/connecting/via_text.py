"""The text of a program in which a motion goes through via points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinematics import Mechanism
from language import Edit, Program
from language.instructions import BY_NAME
from language.lines.line_parser import ParsedLine, parse_line
from language.words.diagnostics import text_lines
from scenes.world.frozen import Array

DECIMALS, GOAL_DECIMALS = 3, 7
"""Digits behind the point of the joint values of a via point and of a goal, degrees or mm: a goal
is where later motions begin, so that it must not move."""

# A straight motion has the name of its twin with all joints together, and this letter.
_STRAIGHT = "S"
_NAME = "#VIA"


@dataclass(frozen=True)
class ViaText:
    """A change of a program: its text, the edits that lead to it, and the lines of the motions.

    names: Names of the via points. lines: Lines (from 1) of the motions through them and to the
    goal in the new text.
    """

    text: str
    edits: tuple[Edit, ...]
    names: tuple[str, ...]
    lines: tuple[int, ...]


def as_written(mechanism: Mechanism, q: Array) -> Array:
    """Joint values (..., n), rad or mm, as a program holds them."""
    figures = _figures(mechanism, q, DECIMALS)
    return np.asarray(np.where(mechanism.revolute == 1.0, np.radians(figures), figures))


def _figures(mechanism: Mechanism, q: Array, decimals: int) -> Array:
    """Joint values in degrees or mm with the digits of a program."""
    return np.asarray(np.round(np.where(mechanism.revolute == 1.0, np.degrees(q), q), decimals))


def variants(
    program: Program, line: int, mechanism: Mechanism, via: Array, goal: Array
) -> tuple[ViaText, ...]:
    """The texts in which the motion of a line goes through via points (k, n), the best first.

    The motion itself stays as it is written; or a straight one becomes a joint motion to the same
    place; or it is replaced by a motion to the joint values of the goal (n,).
    """
    source = text_lines(program.text)[line - 1]
    parsed = parse_line(source)
    found = [_with_vias(program, line, parsed, mechanism, via, source)]
    name = "" if parsed.instruction is None else parsed.instruction.name
    twin = BY_NAME.get(name.removesuffix(_STRAIGHT))
    if twin is not None and twin.name != name and twin.moves:
        first = parsed.column - 1
        changed = source[:first] + twin.name + source[first + len(name) :]
        found.append(_with_vias(program, line, parsed, mechanism, via, changed))
    whole = np.concatenate([via, goal[None]])
    found.append(_with_vias(program, line, parsed, mechanism, whole, None))
    return tuple(found)


def _with_vias(
    program: Program,
    line: int,
    parsed: ParsedLine,
    mechanism: Mechanism,
    via: Array,
    last: str | None,
) -> ViaText:
    """The text with motions through via points in place of a line, and behind them the line
    `last`."""
    names = _free_names(program, len(via))
    digits = [DECIMALS] * len(via)
    if last is None:
        digits[-1] = GOAL_DECIMALS
    rows = [_figures(mechanism, q, own) for q, own in zip(via, digits, strict=True)]
    codes = [
        f"POINT {name} = {', '.join(f'{x + 0.0:.12g}' for x in row)}"
        for name, row in zip(names, rows, strict=True)
    ]
    codes += [f"MOVE {name}" for name in names]
    lines = text_lines(program.text)
    old = lines[line - 1]
    starts = _starts(program, line, parsed, len(codes), last is None)
    fresh = [start + code for start, code in zip(starts, codes, strict=True)]
    fresh += [] if last is None else [last]
    new = [*lines[: line - 1], *fresh, *lines[line:]]
    edit = Edit(line, 1, line, len(old) + 1, "\n".join(fresh))
    first = line + len(names)
    return ViaText("\n".join(new), (edit,), names, tuple(range(first, line + len(fresh))))


def _starts(
    program: Program, line: int, parsed: ParsedLine, count: int, takes_over: bool
) -> list[str]:
    """What stands before each of some new lines: a step number where the program has them and there
    is room for all, else the indent. takes_over: The last of them takes the number of the line."""
    if parsed.step is None:
        return [" " * (parsed.column - 1)] * count
    last = [f"{parsed.step} "] if takes_over else []
    before = [s.step for s in program.statements if s.line < line and s.step is not None]
    low, high, more = (before[-1] if before else 0), parsed.step, count - len(last)
    if high - low <= more:
        return [*["  "] * more, *last]
    return [*(f"{low + (high - low) * k // (more + 1)} " for k in range(1, more + 1)), *last]


def _free_names(program: Program, count: int) -> tuple[str, ...]:
    """Names #VIA1, #VIA2 ... that the program does not use."""
    used: set[str] = set()
    for _, use in program.names:
        used.add(use.name.upper().lstrip("#"))
    found: list[str] = []
    number = 1
    while len(found) < count:
        if f"VIA{number}" not in used:
            found.append(f"{_NAME}{number}")
        number += 1
    return tuple(found)
