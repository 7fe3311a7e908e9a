"""Where a robot, or fixtures with their parts and locations, had best stand for a program.

Every place of a grid is looked at: whether all motions are possible, how long they take, how far
the joints stay from their limits, and whether nothing is met. So the best place found is the best
of the grid, and not one that a search has come upon.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics import invert, rotation_z
from language import Program
from scenes.analysis import analyse_run
from scenes.connecting.clearance import all_edges
from scenes.connecting.edges import Edges
from scenes.connecting.setting import setting_of
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import simulate
from scenes.studies.engine.study import Arrays, OverGrid
from scenes.studies.questions.batch_collisions import (
    LOOKS,
    meets_at_start,
    met_alone,
    settled_neighbours,
    stays_settled,
)
from scenes.studies.questions.joint_batches import JointProgram, Row, joint_runs
from scenes.studies.questions.reach_question import margins
from scenes.studies.questions.tolerance_question import failed_line
from scenes.studies.questions.variation import Draw, pose_at_start
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen

# Places of a chunk: in batches, and one by one.
BATCHED, SINGLE = 64, 8
# Samples of a run at which the distance of the joints from their limits is told, s apart.
_APART = 0.02
# Bodies that overlap by more than this, mm, meet; less is rounding, and decided by a proof.
_MEETS = 1e-3
# No pair is left out of a look because it is far.
_LOWEST = -1e300


class Axis(NamedTuple):
    """Evenly spaced values; one value where first and last are the same."""

    first: float
    last: float
    number: int

    @property
    def values(self) -> Array:
        """The values, (number,)."""
        return np.linspace(self.first, self.last, self.number)


@dataclass(frozen=True, eq=False)
class PlaceGrid(Frozen):
    """Shifts along the world's axes, mm, and turns about the vertical, rad; yaw changes fastest."""

    x: Axis
    y: Axis
    z: Axis
    yaw: Axis

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The numbers of values."""
        return self.x.number, self.y.number, self.z.number, self.yaw.number

    @property
    def count(self) -> int:
        """The number of places."""
        return int(np.prod(self.shape))

    def rows(self, numbers: NDArray[np.int64]) -> Array:
        """x, y, z (mm) and yaw (rad) of places (k,), (k, 4)."""
        indices = np.unravel_index(numbers, self.shape)
        axes = (self.x, self.y, self.z, self.yaw)
        return np.stack([axis.values[i] for axis, i in zip(axes, indices, strict=True)], axis=1)


@dataclass(frozen=True, eq=False)
class PlacementQuestion(OverGrid, Frozen):
    """The places of a grid for a program.

    bodies, locations: Names of what is moved together, about the first body; no bodies: the robot,
    while the locations stay where they are in the world. named: The locations that the program sets
    by numbers. clearance: Least distance from bodies that stand, mm. best: `time` or `margin`.
    """

    cell: Cell
    program: Program
    name: str
    scenario: Scenario
    grid: PlaceGrid
    bodies: tuple[str, ...]
    locations: tuple[str, ...]
    chunk_size: int
    batches: JointProgram | None = None
    clearance: float = 0.0
    best: str = "time"
    kind: str = "placement"
    item_word: str = "place"

    def row_heads(self, arrays: Arrays) -> Arrays:
        """The shift (mm) and the turn (deg) of each place."""
        rows = self.grid.rows(np.arange(self.items))
        names = ("dx_mm", "dy_mm", "dz_mm", "yaw_deg")
        rows[:, 3] = np.degrees(rows[:, 3])
        return {name: rows[:, k] for k, name in enumerate(names)}

    def placed(self, place: Array) -> Draw:
        """The cell and the locations for a place (x, y, z, yaw)."""
        turn = rotation_z(float(place[3]))
        T_base = self.cell.robot.T_world_base
        T = pose_at_start(self.cell, self.bodies[0]) if self.bodies else T_base
        moved = T.copy()
        moved[:3, 3] += place[:3]
        # About the vertical through the own origin, whatever the thing's own axes are.
        moved[:3, :3] = turn[:3, :3] @ T[:3, :3]
        motion = moved @ invert(T)
        if self.bodies:
            of_axes = invert(T_base) @ motion @ T_base
            named = {name: (of_axes, np.eye(4)) for name in self.locations}
            return Draw(named, ((self.bodies, motion),), scenario=self.scenario)
        of_axes = invert(moved) @ T_base
        named = {name: (of_axes, np.eye(4)) for name in self.locations}
        return Draw(named, robot=motion, scenario=self.scenario)

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """Of each place: `failed_line` (0: the program comes to its end), `cycle_s`, `margin` (nan
        where it fails), and `hit_line` (0: nothing is met, and the clearance is kept)."""
        places = self.grid.rows(self.rows_of(chunk))
        draws = [self.placed(place) for place in places]
        found = {
            "failed_line": np.zeros(len(draws), np.int32),
            "cycle_s": np.full(len(draws), nan),
            "margin": np.full(len(draws), nan),
            "hit_line": np.zeros(len(draws), np.int32),
        }
        single = np.arange(len(draws))
        if self.batches is not None:
            known = joint_runs(self.batches, draws)
            for number in np.flatnonzero(known.is_clear):
                found["cycle_s"][number] = known.seconds[number].sum() + self.batches.other_s
                found["margin"][number] = margins(self.cell.robot.mechanism, known.q[number]).min()
                found["hit_line"][number] = self._hit_line(known.q[number], draws[number])
            single = np.flatnonzero(~known.is_clear)
        for number in single:
            self._fill_single(found, int(number), draws[number])
        return found

    def _fill_single(self, found: dict[str, NDArray[Any]], number: int, draw: Draw) -> None:
        cell = draw.cell(self.cell)
        run = simulate(
            cell, (self.program, self.name), scenario=draw.scenario, deviations=draw.deviations
        )
        failed = failed_line(run)
        found["failed_line"][number] = failed
        if failed:
            return
        found["cycle_s"][number] = run.duration
        times = np.arange(0.0, run.duration, _APART)
        found["margin"][number] = margins(cell.robot.mechanism, run.motion_at(times)[0]).min()
        if self.batches is not None:
            moving = [s for s in run.steps if s.duration > 0.0 and not s.motion.is_still]
            if len(moving) == len(self.batches.rows):
                q = np.array([run.start_state.q, *(step.goal for step in moving)])
                found["hit_line"][number] = self._hit_line(q, draw)
                return
        report = analyse_run(run, listed=1 if self.clearance else 0)
        lines = [hit.line for hit in sorted(report.collisions, key=lambda hit: hit.time)]
        lines += [near.line for near in report.clearances.below(self.clearance)]
        found["hit_line"][number] = lines[0] if lines else 0

    def _hit_line(self, q: Array, draw: Draw) -> int:
        """The line of the first motion (q[k] to q[k + 1]) that meets something; 0 for none."""
        assert self.batches is not None
        cell, program = draw.cell(self.cell), self.batches
        if meets_at_start(cell, program):
            return program.run.steps[0].line
        is_free, groups = np.zeros(len(program.rows), bool), _groups(program)
        edges = {rows[0]: self._edges(cell, program, program.rows[rows[0]], q) for rows in groups}
        if stays_settled(program, q[None])[0]:
            for rows in groups:
                starts, ends = q[:-1][rows], q[1:][rows]
                is_free[rows] = edges[rows[0]].shares(starts, ends, whole=True).are_free
        first = {row: rows[0] for rows in groups for row in rows}
        for number in np.flatnonzero(~is_free):
            row, ends = program.rows[number], q[number : number + 2]
            if _meets_at_places(edges[first[int(number)]], ends) or met_alone(
                program.run, row, ends[0], ends[1], cell, self.clearance
            ):
                return row.step.line
        return 0

    def _edges(self, cell: Cell, program: JointProgram, row: Row, q: Array) -> Edges:
        setting = setting_of(cell, row.step.before, row.step.after.opening)
        settled = settled_neighbours(program)
        kept = [k for k, pair in enumerate(setting.pairs) if pair not in settled]
        setting = setting.only(np.array(kept, np.int64))
        asked = np.where(setting.of_two_movers, 0.0, self.clearance)
        return all_edges(setting, q, asked)


def _groups(program: JointProgram) -> list[list[int]]:
    """The motions, by their numbers, in which the same bodies move and stand."""
    found: dict[object, list[int]] = {}
    for number, row in enumerate(program.rows):
        before = row.step.before
        key = *map(id, (before.held, before.parts, before.shapes)), before.opening
        found.setdefault(key, []).append(number)
    return list(found.values())


def _meets_at_places(edges: Edges, ends: Array) -> bool:
    """Whether any pair meets at one of some places between two joint values (2, n): this tells most
    collisions in a fraction of the time of a proof."""
    setting, share = edges.setting, np.linspace(0.0, 1.0, LOOKS)[:, None]
    q = ends[0] * (1.0 - share) + ends[1] * share
    pairs = len(setting.pairs)
    gaps = setting.rooms_at(q, np.full((LOOKS, pairs), 1.0), np.full(pairs, _LOWEST))
    return bool((gaps < -_MEETS).any())
