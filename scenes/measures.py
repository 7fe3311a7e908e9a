"""What ASSERT can ask about the last motion: clearance, collisions, limits, singular poses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry import GeometryError
from geometry.check import check_pair, colliding_pairs
from kinematics import aimed, inverse, invert
from scenes.frozen import Array
from scenes.interference import moving_pairs
from scenes.placement import bodies_in, placements
from scenes.robot_measures import limit_margins, smallest_singular_values
from scenes.run_trajectory import DOOR_UNITS

if TYPE_CHECKING:
    from geometry import Solid
    from scenes.step import Step
    from scenes.task import Task

# Clearance is looked for at so many moments of a motion, evenly spaced in its samples.
MOMENTS = 11
FAR_AWAY = 1e9


def is_reachable(task: Task, T_base_tool: Array) -> bool:
    """Whether some joint values within the limits take the tool to the pose."""
    mechanism, T_flange_tool = aimed(task.mechanism, task.T_flange_tool)
    solutions = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    return bool(np.any(solutions.within_limits)) if len(solutions.q) else False


def _last(task: Task) -> Step:
    last = task.around.last
    if last is None:
        raise task.impossible("E307", "there was no motion yet that could be asked about")
    return last


def limit_margin(task: Task) -> float:
    """Least room to a joint limit in the last motion, degrees or mm."""
    q = _last(task).trajectory.q
    margins = limit_margins(task.mechanism, q)
    units = np.array([DOOR_UNITS[kind][1] for kind in task.mechanism.kinds])
    return float((margins * units).min())


def singular_distance(task: Task) -> float:
    """Smallest singular value of the Jacobian in the last motion, lengths in metres."""
    q = _last(task).trajectory.q
    return float(smallest_singular_values(task.mechanism, q).min())


def collide(task: Task, a: str, b: str) -> bool:
    """Whether two bodies share volume at a sample of the last motion."""
    return any(_collide(task, piece, a, b) for piece in _last(task).pieces())


def _collide(task: Task, step: Step, a: str, b: str) -> bool:
    names, poses = _placed(task, step, np.arange(len(step.trajectory.times)))
    i, j = (_body(task, names, name) for name in (a, b))
    known = bodies_in(task.cell, step.before)
    solids = [known[name].solid for name in names]
    hits = colliding_pairs(solids, poses, np.array([[i, j]]), task.cell.chord)
    return any(True for _ in hits)


def clearance(task: Task) -> float:
    """A lower bound of the smallest distance between what moved and what stands, mm.

    At MOMENTS moments of the last motion; 0 where two bodies touch or share volume. Links of the
    arm among themselves do not count: neighbours touch by construction.
    """
    return min(_clearance(task, piece) for piece in _last(task).pieces())


def _clearance(task: Task, step: Step) -> float:
    """The clearance of a piece of a motion during which no shape changes."""
    count = len(step.trajectory.times)
    chosen = np.unique(np.linspace(0, count - 1, min(count, MOMENTS)).round().astype(int))
    names, poses = _placed(task, step, chosen)
    known = bodies_in(task.cell, step.before)
    index = {name: i for i, name in enumerate(names)}
    pairs = [
        (index[a], index[b])
        for a, b in moving_pairs(task.cell, step.before)
        if a in index and b in index and known[a].link != 0 and known[b].link is None
    ]
    solids = [known[name].solid for name in names]
    return _smallest_gap(solids, poses, pairs, task.cell.chord)


def _smallest_gap(
    solids: list[Solid], poses: Array, pairs: list[tuple[int, int]], chord: float
) -> float:
    """The smallest gap of all pairs at all moments; pairs that cannot beat it are left out."""
    low, high = _boxes(solids, poses)
    best = FAR_AWAY
    a, b = (np.array([pair[k] for pair in pairs], dtype=int) for k in (0, 1))
    if not len(a):
        return best
    apart = np.maximum(low[:, a] - high[:, b], low[:, b] - high[:, a])
    between = np.linalg.norm(np.maximum(apart, 0.0), axis=2)
    for flat in np.argsort(between, axis=None):
        moment, pair = np.unravel_index(int(flat), between.shape)
        if between[moment, pair] >= best:
            break
        i, j = int(a[pair]), int(b[pair])
        best = min(best, _gap(solids[i], poses[moment, i], solids[j], poses[moment, j], chord))
        if best <= 0.0:
            return 0.0
    return best


def _gap(solid_a: Solid, T_a: Array, solid_b: Solid, T_b: Array, chord: float) -> float:
    try:
        return max(0.0, check_pair(solid_a, T_a, solid_b, T_b, chord).gap_mm)
    except GeometryError:
        return 0.0


def _boxes(solids: list[Solid], poses: Array) -> tuple[Array, Array]:
    """Boxes around the bodies along the world axes: lower and upper corners, (m, k, 3), mm."""
    bounds = [solid.bounds() for solid in solids]
    middles = np.array([(lo + hi) / 2.0 for lo, hi in bounds])
    halves = np.array([(hi - lo) / 2.0 for lo, hi in bounds])
    R = poses[:, :, :3, :3]
    centres = np.einsum("mkij,kj->mki", R, middles) + poses[:, :, :3, 3]
    reach = np.einsum("mkij,kj->mki", np.abs(R), halves)
    return centres - reach, centres + reach


def _placed(task: Task, step: Step, samples: NDArray[np.int64]) -> tuple[tuple[str, ...], Array]:
    times = step.trajectory.times[samples]
    q, openings = step.trajectory.q[samples], step.openings(times)
    return placements(task.cell, q, openings, step.before.held, step.before.parts)


def _body(task: Task, names: tuple[str, ...], name: str) -> int:
    known = {each.upper(): i for i, each in enumerate(names)}
    own = known.get(f"{task.robot.name}.{name}".upper())
    found = known.get(name.upper(), own)
    if found is None:
        raise task.impossible("E404", f"there is no body {name} in the cell")
    return found
