"""Collisions of many runs of joint motions: straight edges of joint values, checked in batches.

An edge is free where every pair of bodies keeps the clearance by which the bodies of its run may
stand elsewhere than the program knows. What this does not decide, such as a part that is gripped,
is checked as a motion of a run is, in the cell of that run. Links that touch at their joint, as
they are built, are checked once over the range of that joint: see `settled_links`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics import joint_move
from kinematics.arm.limits import SLACK
from scenes.analysis import analyse_run
from scenes.checking.motions.track import Pair
from scenes.connecting.clearance import all_edges, touching_neighbours
from scenes.connecting.edges import Edges
from scenes.connecting.setting import Setting, setting_of
from scenes.connecting.settled_links import joint_ranges
from scenes.regions.free_postures import are_free
from scenes.runs.run import Run
from scenes.studies.questions.joint_batches import JointProgram, JointRuns, Row
from scenes.studies.questions.variation import Draw
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.state import CellState

# By how much runs may leave the range of a joint in the program without deviations, rad or mm,
# until links that touch at this joint are checked with each motion.
_BEYOND = 0.1
# Places of a motion that are looked at before it is checked as a whole.
LOOKS = 17


def hit_lines(
    cell: Cell, program: JointProgram, given: Sequence[Draw], known: JointRuns
) -> NDArray[np.int32]:
    """The line of the first motion of each run that meets something, (runs,); 0 for none.

    Runs that are not clear get 0.
    """
    lines = np.zeros(len(given), np.int32)
    clear = np.flatnonzero(known.is_clear)
    asked = displacements(cell, given)
    within = stays_settled(program, known.q[clear])
    for place in clear:
        draw = given[int(place)]
        if (draw.bodies or draw.T_base is not None) and meets_at_start(
            draw.real_cell(cell), program
        ):
            lines[place] = program.run.steps[0].line
    for number, row in enumerate(program.rows):
        starts, ends = known.q[clear, number], known.q[clear, number + 1]
        edges = _edges_of(program, number, asked)
        is_free = edges.shares(starts, ends, whole=True).are_free & within
        is_free |= (starts == ends).all(axis=1)
        for place in clear[~is_free]:
            if lines[place] == 0 and _meets(
                cell, program, row, known.q[place, number:], given[place]
            ):
                lines[place] = row.step.line
    return lines


def _meets(cell: Cell, program: JointProgram, row: Row, q: Array, draw: Draw) -> bool:
    """Whether a motion from q[0] to q[1] meets something in the cell of a run."""
    own = draw.real_cell(cell)
    return meets_on_the_way(own, row.step.before, q) or bool(
        met_alone(program.run, row, q[0], q[1], own)
    )


def meets_on_the_way(cell: Cell, state: CellState, q: Array) -> bool:
    """Whether the arm meets something at one of some places between q[0] and q[1]: this tells most
    collisions in a fraction of the time of a proof."""
    share = np.linspace(0.0, 1.0, LOOKS)[:, None]
    return not are_free(cell, state, q[0] * (1.0 - share) + q[1] * share).all()


def meets_at_start(cell: Cell, program: JointProgram) -> bool:
    """Whether the arm, its base included, meets something before the program begins."""
    start = program.run.start_state
    return not are_free(cell, start, start.q[None]).all()


def met_alone(
    run: Run, row: Row, start: Array, end: Array, cell: Cell, clearance: float = 0.0
) -> set[Pair]:
    """The pairs that meet, or come nearer than a clearance, mm, while the arm moves from start to
    end (n,) in the state of a motion."""
    robot, step = run.cell.robot, row.step
    motion = joint_move(robot.mechanism, start, end, speed=row.share, profile=robot.profile)
    before, after = step.before.having(q=start), step.after.having(q=end)
    own = step.having(before=before, after=after, motion=motion, start_time=0.0, problems=())
    alone = run.having(cell=cell, steps=(own,), start_state=before, trace=None, halt=None)
    report = analyse_run(alone, listed=1 if clearance else 0)
    near = {(each.body_a, each.body_b) for each in report.clearances.below(clearance)}
    return {(hit.body_a, hit.body_b) for hit in report.collisions} | near


def displacements(cell: Cell, given: Sequence[Draw]) -> tuple[float, ...]:
    """The most by which bodies come nearer to each other than the program knows, mm: by each
    fixture in its order, and last by the base of the robot. In whole mm, rounded up: chunks share
    their values."""
    found = [
        _displacement(body.solid.bounds_in(body.T_world_body), body.name, given)
        for body in cell.fixtures
    ]
    reach = _reach_mm(cell)
    base = [
        float(np.linalg.norm(T[:3, 3]) + reach * np.linalg.norm(T[:3, :3] - np.eye(3), 2))
        for T in (draw.T_base for draw in given)
        if T is not None
    ]
    return tuple(float(np.ceil(value)) for value in (*found, max(base, default=0.0)))


def _displacement(bounds: tuple[Array, Array], name: str, given: Sequence[Draw]) -> float:
    """The longest way, mm, of a corner of the box about a body."""
    x, y, z = (np.array(pair) for pair in zip(*bounds, strict=True))
    corners = np.stack([axis.ravel() for axis in np.meshgrid(x, y, z)], axis=1)
    most = 0.0
    for draw in given:
        for names, motion in draw.bodies:
            if name in names:
                moved = corners @ motion[:3, :3].T + motion[:3, 3]
                most = max(most, float(np.linalg.norm(moved - corners, axis=1).max()))
    return most


def _reach_mm(cell: Cell) -> float:
    """A bound on the distance of any point of the arm from its base, mm."""
    mechanism, robot = cell.robot.mechanism, cell.robot
    links = float(sum(np.linalg.norm(T[:3, 3]) for T in mechanism.T_link_joint))
    links += float(np.linalg.norm(mechanism.T_last_flange[:3, 3]))
    slides = np.where(np.array(mechanism.kinds) == "P", np.abs(mechanism.upper), 0.0)
    boxes = [body.solid.bounds_in(body.T_link_body) for body in robot.bodies]
    boxes += [finger.solid.bounds_in(finger.T_flange_finger) for finger in robot.fingers]
    opening = robot.hand.opening_max if robot.hand is not None else 0.0
    sizes = [float(np.linalg.norm(np.abs(np.stack(box)).max(axis=0))) for box in boxes]
    parts = [float(np.linalg.norm(np.ptp(np.stack(p.solid.bounds()), axis=0))) for p in cell.parts]
    return links + float(slides.sum()) + opening + max(sizes, default=0.0) + max(parts, default=0.0)


@lru_cache(maxsize=1024)
def _edges_of(program: JointProgram, number: int, asked: tuple[float, ...]) -> Edges:
    """The check of edges of one motion. asked: See `displacements`."""
    cell, step = program.run.cell, program.rows[number].step
    setting = setting_of(cell, step.before, step.after.opening)
    settled = settled_neighbours(program)
    setting = setting.only(
        np.array([k for k, pair in enumerate(setting.pairs) if pair not in settled], np.int64)
    )
    by_name = {body.name: mm for body, mm in zip(cell.fixtures, asked, strict=False)}
    own = f"{cell.robot.name}."
    clearances = []
    for row in setting.index:
        names = [setting.names[k] for k in row]
        mine = [name.startswith(own) for name in names]
        base = asked[-1] if any(mine) and not all(mine) else 0.0
        clearances.append(base + sum(by_name.get(name, 0.0) for name in names))
    ends = np.stack([step.before.q, step.goal])
    return all_edges(setting, ends, np.array(clearances))


class _Settled(NamedTuple):
    """A pair of links that touch at a joint, as they are built, and that do not meet while this
    joint goes from `low` to `high`, rad or mm."""

    pair: Pair
    joint: int
    low: float
    high: float


def settled_neighbours(program: JointProgram) -> set[Pair]:
    """Pairs of links that touch at their joint, as they are built, and never meet in its range."""
    return {found.pair for found in _settled(program)}


@lru_cache(maxsize=8)
def _settled(program: JointProgram) -> tuple[_Settled, ...]:
    """The pairs that do not meet in the whole range of their joint, or in that of the program."""
    run, row = program.run, program.rows[0]
    setting = setting_of(run.cell, row.step.before, row.step.after.opening)
    ends = np.array([run.start_state.q, *(each.step.goal for each in program.rows)])
    found: list[_Settled] = []
    for index in touching_neighbours(setting, ends):
        joint = int(setting.links[setting.index[index, 1]]) - 1
        pair = setting.pairs[index]
        if any(each.pair == pair for each in found):
            continue
        span = _free_span(setting, pair, ends[:, joint])
        span = _free_span_alone(program, pair, joint) if span is None else span
        if span is not None:
            found.append(_Settled(pair, joint, *span))
    return tuple(found)


def _free_span(setting: Setting, pair: Pair, values: Array) -> tuple[float, float] | None:
    """The range of a joint about some values in which no solids of a pair meet; None if that is not
    known by `settled_links`."""
    low, high = -np.inf, np.inf
    for index in (k for k, own in enumerate(setting.pairs) if own == pair):
        ranges = joint_ranges(setting, index)
        span = None if ranges is None else ranges.free_about(values.min(), values.max())
        if span is None:
            return None
        low, high = max(low, span[0]), min(high, span[1])
    return low, high


def _free_span_alone(program: JointProgram, pair: Pair, joint: int) -> tuple[float, float] | None:
    """The whole range of a joint, or that of the program, if a motion through it is proven free."""
    run, row = program.run, program.rows[0]
    mechanism = run.cell.robot.mechanism
    values = np.array([run.start_state.q, *(each.step.goal for each in program.rows)])[:, joint]
    whole = np.array([mechanism.lower[joint], mechanism.upper[joint]])
    own = np.clip([values.min() - _BEYOND, values.max() + _BEYOND], *whole)
    for span in (whole, own):
        start, end = (np.array(run.start_state.q) for _ in range(2))
        start[joint], end[joint] = span
        if not np.isfinite(span).all():
            continue
        if not {pair, pair[::-1]} & met_alone(run, row, start, end, run.cell):
            return float(span[0]), float(span[1])
    return None


def stays_settled(program: JointProgram, q: Array) -> NDArray[np.bool_]:
    """Whether runs q (runs, k, n) stay in the ranges for which touching links are settled."""
    inside = np.ones(len(q), bool)
    for _, joint, low, high in _settled(program):
        values = q[:, :, joint]
        inside &= ((values >= low - SLACK) & (values <= high + SLACK)).all(axis=1)
    return inside
