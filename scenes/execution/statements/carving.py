"""What a motion cuts: the path of a tool relative to a part, and the part's shape stage by stage.

A motion is cut in stages, so that the part can be drawn and checked during the motion. Between two
stages the part has its shape of the earlier stage: the material that the tool takes away in the
meantime still counts as there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from geometry import GeometryError, mesh_volume, piece_of
from geometry.machining.swept_tool import SweptWay
from geometry.machining.workpiece import without
from kinematics import invert
from scenes.execution.values.impossible import ImpossibleError
from scenes.runs.step import WARNING, Problem
from scenes.world.frozen import Array, with_item
from scenes.world.placement import bodies_in, placements
from scenes.world.separate_pieces import pieces_of
from scenes.world.state import CellState, Cutting

if TYPE_CHECKING:
    from geometry import Solid
    from scenes.runs.step import Step
    from scenes.world.cell import Cell

# Greatest number of stages of one motion, and least path of the tool between two stages, mm.
MOST_STAGES, LEAST_WAY = 24, 2.0
# A stretch between two samples of a motion is divided into at most this many pieces.
FINEST = 16

Stages = tuple[tuple[float, Mapping[str, "Solid"]], ...]


def carved(cell: Cell, step: Step) -> Step:
    """The step with the material removed that tools cut during its motion.

    Raises ImpossibleError (E407) where nothing is left of a part.
    """
    if not step.before.cutting or step.failed or step.duration == 0.0:
        return step
    cuttings = [Way(cell, step, cutting) for cutting in step.before.cutting]
    cuttings = [way for way in cuttings if way.is_there and way.meets]
    try:
        stages = tuple(_stages(cell, step, cuttings))
        for name in {way.cutting.part for way in cuttings} if stages else ():
            mesh_volume(
                solid_of(cell, replace(step.before, shapes=stages[-1][1]), name), cell.chord
            )
    except GeometryError as why:
        which = "; ".join(f"{way.cutting}, {way.cutting.part}" for way in cuttings)
        raise ImpossibleError("E407", f"{step.statement.shown} with CUT {which}: {why}") from why
    if not stages:
        return step
    after = replace(step.after, shapes=stages[-1][1])
    parted = tuple(
        Problem(
            "W308",
            WARNING,
            step.line,
            sentence,
            {"part": name, "pieces": count},
            step.end_time,
            step.file,
        )
        for name, count, sentence in parted_by(cell, step.before, after)
    )
    return replace(step, after=after, shapes=stages, problems=(*step.problems, *parted))


def parted_by(cell: Cell, before: CellState, after: CellState) -> Iterator[tuple[str, int, str]]:
    """Parts that a cut divides: name, number of pieces after the cut, sentence for the user."""
    for name, solid in after.shapes.items():
        if before.shapes.get(name) == solid:
            continue
        was, count = (pieces_of(each, cell.chord) for each in (solid_of(cell, before, name), solid))
        if count > was:
            sentence = f"the cut leaves {name} in {count} pieces, which go on as one part"
            yield name, count, sentence


class Way:
    """The path of one tool relative to its part during a step, and the space that it sweeps."""

    def __init__(self, cell: Cell, step: Step, cutting: Cutting) -> None:
        self.cutting = cutting
        self._step, self._cell = step, cell
        self.times = np.asarray(step.trajectory.times)
        tool = tool_solid(cell, step.before, cutting)
        lo, hi = tool.bounds()
        corners = np.array(np.meshgrid(*zip(lo, hi, strict=True))).reshape(3, -1)
        self._corners = np.vstack([corners, np.ones(corners.shape[1])])
        poses = self._poses(self.times)
        self.is_there = poses is not None
        if poses is not None:
            poses = self._refined(poses)
            tracks = (poses @ self._corners)[:, :3].transpose(0, 2, 1)
            moved = np.linalg.norm(np.diff(tracks, axis=0), axis=2).max(axis=1)
            self.passed = np.append(0.0, np.cumsum(moved))
            region = solid_of(cell, step.before, cutting.part).bounds()
            low, high = tracks.min(axis=(0, 1)), tracks.max(axis=(0, 1))
            self.meets = bool(np.all(low < region[1]) and np.all(high > region[0]))
            self._swept = SweptWay(tool, poses, cell.chord, region)

    def swept_until(self, time: float) -> tuple[Solid, ...]:
        """Solids that the tool sweeps from the step's start to a time, s, in the part's frame."""
        last = int(np.searchsorted(self.times, time, side="right")) - 1
        return self._swept.solids(last)

    def stops(self) -> Array:
        """Times of samples (k,), s, that divide the tool's path into stages of like length."""
        count = int(np.clip(np.ceil(self.passed[-1] / LEAST_WAY), 1, MOST_STAGES))
        marks = self.passed[-1] * np.arange(1, count + 1) / count
        reached = self.times[np.minimum(np.searchsorted(self.passed, marks), len(self.times) - 1)]
        samples = np.asarray(self._step.trajectory.times)
        return samples[np.minimum(np.searchsorted(samples, reached), len(samples) - 1)]

    def _refined(self, poses: Array) -> Array:
        """The poses (k, 4, 4), with more of them between the samples where the path bends.

        The deviation from a straight line between two poses stays below a tenth of the chord.
        """
        middle = self._poses(0.5 * (self.times[:-1] + self.times[1:]))
        assert middle is not None
        bend = (middle - 0.5 * (poses[:-1] + poses[1:])) @ self._corners
        worst = float(np.linalg.norm(bend[:, :3], axis=1).max())
        count = int(np.clip(np.ceil(np.sqrt(worst / (0.1 * self._cell.chord))), 1, FINEST))
        if count == 1:
            return poses
        share = np.arange(count) / count
        fine = self.times[:-1, None] + share * np.diff(self.times)[:, None]
        self.times = np.append(fine.ravel(), self.times[-1])
        found = self._poses(self.times)
        assert found is not None
        return found

    def _poses(self, times: Array) -> Array | None:
        q, openings = self._step.motion.at(times), self._step.openings(times)
        return relative_way(self._cell, self._step.before, self.cutting, q, openings)


def _stages(cell: Cell, step: Step, ways: Sequence[Way]) -> Iterator[tuple[float, Mapping]]:
    """Each time, s, at which a shape changes, with the shapes of the parts from then on."""
    before, latest = step.before, step.before.shapes
    for time in sorted({float(time) for way in ways for time in way.stops()}):
        shapes = before.shapes
        for way in ways:
            part = way.cutting.part
            base = solid_of(cell, replace(before, shapes=shapes), part)
            shapes = with_shape(
                cell, shapes, part, without(base, way.swept_until(time), cell.chord)
            )
        if any(latest.get(name) != solid for name, solid in shapes.items()):
            latest = shapes
            yield time, shapes


def changed_solids(steps: Sequence[Step]) -> list[Solid]:
    """Every solid that the given steps make of a part, each once, in the order of time."""
    found: dict[str, Solid] = {}
    for step in steps:
        for shapes in (*(shapes for _, shapes in step.shapes), step.after.shapes):
            found |= {solid.key: solid for solid in shapes.values() if solid.key not in found}
    return list(found.values())


def relative_way(
    cell: Cell, state: CellState, cutting: Cutting, q: Array, openings: Array
) -> Array | None:
    """T_part_tool in m states of the arm, (m, 4, 4); None where tool or part is not in the cell.

    q: Joint values (m, n), rad or mm. openings: Openings of the hand, (m,), mm.
    """
    names, poses = placements(cell, q, openings, state.held, state.parts)
    if cutting.tool not in names or cutting.part not in names:
        return None
    T_world_tool = poses[:, names.index(cutting.tool)]
    return np.asarray(invert(poses[:, names.index(cutting.part)]) @ T_world_tool)


def tool_solid(cell: Cell, state: CellState, cutting: Cutting) -> Solid:
    """The solid that cuts (a body or a named piece of it), in the frame of its body."""
    solid = bodies_in(cell, state)[cutting.tool].solid
    return piece_of(solid, cutting.piece) if cutting.piece else solid


def solid_of(cell: Cell, state: CellState, part: str) -> Solid:
    """The solid of a part as it is in a state, in the part's frame."""
    return bodies_in(cell, state)[part].solid


def with_shape(
    cell: Cell, shapes: Mapping[str, Solid], part: str, solid: Solid
) -> Mapping[str, Solid]:
    """The shapes with `solid` for `part`; `shapes` itself if the part has that solid already."""
    own = cell.part_called(part)
    known = shapes.get(part, None if own is None else own.solid)
    return shapes if known == solid else with_item(shapes, part, solid)
