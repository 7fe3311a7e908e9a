"""The instructions that change the shape of a part: CUT and DEFORM.

While CUT is on, each motion removes from the part the space that the tool sweeps relative to the
part; either of them may move (`carving`). DEFORM scales a named piece of a part along the piece's
own axes and then moves it, both in the piece's own frame, as in a product of locations a:b.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from geometry import GeometryError, cut_by_sweep, deformed_piece, mesh_volume, named_parts, volume
from language.words.number_literals import ExpressionError
from language.words.suggestions import nearest
from scenes.execution.statements.carving import (
    parted_by,
    relative_way,
    solid_of,
    tool_solid,
    with_shape,
)
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.runs.step import NOTE, WARNING, Step
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in
from scenes.world.state import Cutting
from scenes.world.units import shown

# Mm3: a change of volume up to this counts as none.
NO_VOLUME = 1e-3


def cut(task: Task) -> Step:
    """CUT tool, part ON: removes from the part the tool's space now and all it sweeps later."""
    state, cell = task.state, task.cell
    part = _part_named(task, str(task.statement.value("part")))
    tool, piece = _tool_named(task, str(task.statement.value("tool")))
    wanted = Cutting(tool, part, piece)
    if tool == part:
        raise ImpossibleError("E407", f"{part} cannot cut itself")
    if task.statement.value("off") is not None:
        return _off(task, wanted)
    if wanted in state.cutting:
        return task.instant(state)
    q, opening = state.q[None], np.array([state.opening])
    way = relative_way(cell, state, wanted, q, opening)
    if way is None:
        absent = part if state.parts.get(part) is None else tool
        raise ImpossibleError("E406", f"{absent} is not in the cell yet: FEED {absent} first")
    try:
        cutter = tool_solid(cell, state, wanted)
        left = cut_by_sweep(solid_of(cell, state, part), cutter, way, cell.chord)
        mesh_volume(left, cell.chord)
    except GeometryError as why:
        raise ImpossibleError("E407", f"CUT {wanted}, {part}: {why}") from why
    shapes = with_shape(cell, state.shapes, part, left)
    after = replace(state, cutting=(*state.cutting, wanted), shapes=shapes)
    parted = [
        task.problem("W308", WARNING, sentence, part=name, pieces=count)
        for name, count, sentence in parted_by(cell, state, after)
    ]
    return task.instant(after, *parted)


def _off(task: Task, wanted: Cutting) -> Step:
    """CUT ... OFF, with a note of the volume that the part has lost since it was fed."""
    state = task.state
    if wanted not in state.cutting:
        message = f"{wanted} does not cut {wanted.part}: there was no CUT ... ON"
        return task.instant(state, task.problem("W304", WARNING, message))
    after = replace(state, cutting=tuple(item for item in state.cutting if item != wanted))
    part, chord = task.cell.part_called(wanted.part), task.cell.chord
    assert part is not None
    now = state.shapes.get(wanted.part)
    gone = 0.0 if now is None else volume(part.solid, chord) - volume(now, chord)
    if abs(gone) <= NO_VOLUME:
        message = f"{wanted} has taken nothing from {wanted.part}: it never met it"
        return task.instant(after, task.problem("W304", WARNING, message))
    message = f"{wanted.part} has lost {shown(round(gone, 1))} mm3 since it came"
    return task.instant(after, task.problem("N305", NOTE, message, volume_mm3=gone))


def deform(task: Task) -> Step:
    """DEFORM part.piece BY loc, sx, sy, sz: scales the piece along its own axes, then moves it."""
    state, cell = task.state, task.cell
    typed = str(task.statement.value("part"))
    name, _, piece = typed.rpartition(".")
    if not name:
        raise ImpossibleError("E406", f"{typed} names no piece of a part; write part.piece")
    part = _part_named(task, name)
    solid = solid_of(cell, state, part)
    piece = _named(piece, named_parts(solid), f"{part} has no piece", "its pieces")
    factors = [task.number(axis, 1.0) for axis in ("sx", "sy", "sz")]
    try:
        left = deformed_piece(solid, piece, _shift(task), factors)
        mesh_volume(left, cell.chord)
    except GeometryError as why:
        raise ImpossibleError("E407", f"DEFORM {part}.{piece}: {why}") from why
    after = replace(state, shapes=with_shape(cell, state.shapes, part, left))
    return task.instant(after)


def _shift(task: Task) -> Array:
    """The pose (4, 4) that DEFORM gives; BASE does not change it."""
    argument = task.statement.location
    assert argument is not None
    try:
        return places.pose(task, argument.value)
    except ExpressionError as why:
        line = task.statement.line
        raise ImpossibleError("E306", f"{why.message} when line {line} runs") from why


def _part_named(task: Task, typed: str) -> str:
    return _named(typed, task.state.parts, "there is no part", "its parts")


def _tool_named(task: Task, typed: str) -> tuple[str, str]:
    """Name of the body that cuts, and name of its piece or ""."""
    bodies = bodies_in(task.cell, task.state)
    own = f"{task.robot.name}."
    known = {name.removeprefix(own).upper(): name for name in bodies}
    known |= {name.upper(): name for name in bodies}
    found = known.get(typed.upper())
    if found is not None:
        return found, ""
    name, _, piece = typed.rpartition(".")
    body = known.get(name.upper())
    if body is None:
        shorter = [name.removeprefix(own) for name in bodies]
        return _named(typed, shorter, "there is no body", "the bodies"), ""
    return body, _named(
        piece, named_parts(bodies[body].solid), f"{body} has no piece", "its pieces"
    )


def _named(typed: str, names: Iterable[str], refusal: str, listed: str) -> str:
    """The name in the cell's spelling; if there is none, ImpossibleError E406 with a suggestion."""
    known = {name.upper(): name for name in names}
    if typed.upper() in known:
        return known[typed.upper()]
    near = nearest(typed, known.values())
    meant = (
        f"did you mean {near[0]}?" if near else f"{listed}: {', '.join(known.values()) or 'none'}"
    )
    raise ImpossibleError("E406", f"{refusal} {typed}; {meant}")
