"""A way for the free joint of a redundant arm along a curve of the tool, found on a grid.

Where the least motion comes to a joint limit, another way of the free joint may keep the limits.
The joint values at which the tool stands on the curve are a surface of two dimensions. Lanes cover
it: from the start a lane begins at each of many equal steps of the free motion to both sides, and
at each station along the curve Newton's method leads it on with least motion. The cheapest way over
the lanes that keeps the limits is found by dynamic programming, then drawn smooth. No way on the
grid is no proof that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.pose_equations import pose_error
from kinematics.differential.velocity import weighted_jacobian
from kinematics.motion.paths.marching.least import ease_of
from kinematics.motion.paths.spline_path import spline_path
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array, inverted

ROUNDS, MET = 6, 1e-9  # of Newton's method; the residual, by the size, of a node on the curve
LEAP = 1.0  # rad: a lane of which a joint turns more from station to station ends
MARGIN = 0.02  # rad, or of the size: from a limit, kept free for the curve between two stations
STIFF = 0.05  # of the curve: over this length the smooth way evens out what the grid has of steps
DRAWINGS = 5  # rounds of linearising and solving for the smooth way
BARRED = 1e3  # weight of a limit against the motion of a joint
SMALLEST = 1e-12  # added to a matrix that a singular pose would make one that has no inverse


class Grid(NamedTuple):
    """How fine a grid is.

    stations: along the curve, besides its knots. lanes: to each side. lane: rad by which the joint
    values of two lanes differ at the start. change: the most lanes from station to station.
    """

    stations: int
    lanes: int
    lane: float
    change: int


GRIDS = Grid(24, 20, 0.16, 4), Grid(72, 64, 0.05, 6)


def searched_ways(
    mechanism: Mechanism,
    curve: ToolCurve,
    q_start: Array,
    T_flange_tool: Array,
    q_end: Array | None = None,
) -> Iterator[tuple[Array, Array]]:
    """Smooth ways within the limits, near the curve, from grids that are finer and finer: shares
    (g,) and q, q', q'' (g, 3, n).

    q_end: (n,), joint values at the end of the curve that the ways end at; None for any. For arms
    with one free joint; none for others, and where a grid shows no hope.
    """
    if mechanism.n != mechanism.task_rows + 1:
        return
    ends = q_start[None] if q_end is None else np.stack([q_start, q_end])
    for grid in GRIDS:
        shares = np.union1d(np.linspace(0.0, 1.0, grid.stations + 1), curve.knots)
        Ts = curve.poses(shares) @ inverted(T_flange_tool)
        lanes = _lanes(mechanism, Ts, ends, grid)
        if len(lanes) < len(Ts):
            return
        if q_end is not None:
            lanes = _ending_at(mechanism, lanes, q_end, 2.0 * grid.lane)
        chosen = _cheapest(mechanism, shares, lanes, ends, grid.change)
        if chosen is not None:
            path = spline_path(shares, _drawn(mechanism, Ts, shares, chosen, q_end is not None))
            yield shares, np.moveaxis(path.derivatives(shares, 2), 1, 0)


def _lanes(mechanism: Mechanism, Ts: Array, ends: Array, grid: Grid) -> Array:
    """Joint values (stations, lanes, n); nan from where a lane ends. The middle lane begins at
    ends[0], the start. The stations end before the first where no lane keeps the limits."""
    middle, q_start = grid.lanes, ends[0]
    _, units = weighted_jacobian(mechanism, q_start)
    row = np.full((2 * middle + 1, mechanism.n), np.nan)
    row[middle] = q_start
    last = np.stack([q_start, q_start])
    ways = _free_directions(mechanism, last) * np.array([[1.0], [-1.0]])
    for k in range(1, middle + 1):
        moved, met = _onto(mechanism, Ts[:1], last + grid.lane * ways * units)
        row[middle + k], row[middle - k] = np.where(met[:, None], moved, np.nan)
        if not met.all():
            break
        onward = _free_directions(mechanism, moved)
        ways, last = onward * np.sign(np.vecdot(onward, ways))[:, None], moved
    rows = [row]
    for T in Ts[1:]:
        going, after = np.isfinite(rows[-1][:, 0]), np.full_like(row, np.nan)
        if going.any():
            moved, met = _onto(mechanism, T[None], rows[-1][going])
            turns = np.abs(moved - rows[-1][going]) / units
            kept = np.flatnonzero(met & (turns.max(axis=1) < LEAP))
            after[np.flatnonzero(going)[kept]] = moved[kept]
        if not _allowed(mechanism, after, ends).any():
            break
        rows.append(after)
    return np.stack(rows)


def _ending_at(mechanism: Mechanism, lanes: Array, q_end: Array, widest: float) -> Array:
    """The lanes, of which only the one that ends nearest to q_end (n,) is left at the end: there.

    None is left if the nearest is farther than `widest`, rad.
    """
    _, units = weighted_jacobian(mechanism, q_end)
    gaps = np.linalg.norm((lanes[-1] - q_end) / units, axis=1)
    gaps = np.where(np.isfinite(gaps), gaps, np.inf)
    ended = np.array(lanes)
    ended[-1] = np.nan
    if gaps.min() <= widest:
        ended[-1, np.argmin(gaps)] = q_end
    return ended


def _onto(mechanism: Mechanism, Ts: Array, q: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Joint values (N, n) next to q at poses Ts (N or 1, 4, 4), by least steps; which are met."""
    size, rows, found = size_of(mechanism), mechanism.task_rows, np.array(q)
    for round_ in range(ROUNDS + 1):
        error = pose_error(mechanism, Ts, found, size)[:, :rows]
        gaps = np.abs(error).max(axis=1)
        if gaps.max() < MET or round_ == ROUNDS:
            break
        J, units = weighted_jacobian(mechanism, found)
        square = J @ np.swapaxes(J, 1, 2) + SMALLEST * np.eye(rows)
        step = (np.swapaxes(J, 1, 2) @ np.linalg.solve(square, error[..., None]))[..., 0]
        found += units * np.clip(step, -LEAP, LEAP)
    return found, np.asarray(gaps < MET)


def _free_directions(mechanism: Mechanism, q: Array) -> Array:
    """Unit vectors (N, n) of joint motions, by their units, that leave the tool at rest."""
    return np.asarray(np.linalg.svd(weighted_jacobian(mechanism, q)[0])[2][:, -1])


def _bounds(mechanism: Mechanism, ends: Array) -> tuple[Array, Array]:
    """Limits (n,) with a margin, except where given joint values (k, n) have less."""
    margin = MARGIN * np.where(mechanism.revolute > 0.0, 1.0, size_of(mechanism))
    low = np.minimum(mechanism.lower + margin, np.maximum(ends.min(axis=0), mechanism.lower))
    return low, np.maximum(mechanism.upper - margin, np.minimum(ends.max(axis=0), mechanism.upper))


def _allowed(mechanism: Mechanism, lanes: Array, ends: Array) -> NDArray[np.bool_]:
    """Which nodes (..., lanes) exist and keep the limits."""
    low, high = _bounds(mechanism, ends)
    kept = (lanes >= low - SLACK) & (lanes <= high + SLACK)  # nan is not
    return np.asarray(kept.all(axis=-1))


def _cheapest(
    mechanism: Mechanism, shares: Array, lanes: Array, ends: Array, widest_change: int
) -> Array | None:
    """Joint values (stations, n) of the way with the least sum of squared motion, by the speeds.

    None where no way within the limits comes to the end.
    """
    stations, count, _ = lanes.shape
    allowed = _allowed(mechanism, lanes, ends)
    speed = ease_of(mechanism)[0]
    cost = np.full(count, np.inf)
    cost[count // 2] = 0.0
    came = np.zeros((stations, count), np.int64)
    for k in range(1, stations):
        best = np.full(count, np.inf)
        for change in range(-widest_change, widest_change + 1):
            to = np.arange(max(change, 0), count + min(change, 0))
            way = (lanes[k, to] - lanes[k - 1, to - change]) / speed
            total = cost[to - change] + np.vecdot(way, way) / (shares[k] - shares[k - 1])
            better = np.flatnonzero(allowed[k, to] & (total < best[to]))
            best[to[better]] = total[better]
            came[k, to[better]] = to[better] - change
        cost = best
    if not np.isfinite(cost).any():
        return None
    lane, chosen = int(np.argmin(cost)), []
    for k in range(stations - 1, -1, -1):
        chosen.append(lanes[k, lane])
        lane = int(came[k, lane])
    return np.stack(chosen[::-1])


def _drawn(mechanism: Mechanism, Ts: Array, shares: Array, q: Array, is_ended: bool) -> Array:
    """A way (stations, n) next to q with the least integral of |q'|^2 + (STIFF |q''|)^2.

    Each node moves along its free direction, but the first and, if is_ended, the last; a joint that
    would come beyond its bounds is led back to them.
    """
    speed, units = ease_of(mechanism)[0], weighted_jacobian(mechanism, q[0])[1]
    low, high = _bounds(mechanism, q[[0, -1]] if is_ended else q[:1])
    h, count = np.diff(shares), len(shares)
    first = (np.eye(count)[1:] - np.eye(count)[:-1]) / np.sqrt(h)[:, None]
    slopes = first / np.sqrt(h)[:, None]
    middle = 0.5 * (h[1:] + h[:-1])
    D = np.concatenate([first, STIFF * np.diff(slopes, axis=0) / np.sqrt(middle)[:, None]])
    for _ in range(DRAWINGS):
        free = _free_directions(mechanism, q) * units
        free[0] = 0.0
        if is_ended:
            free[-1] = 0.0
        rows = (D[:, :, None] * (free / speed)[None]).swapaxes(1, 2).reshape(-1, count)
        right = -(D @ (q / speed)).reshape(-1)
        barred = np.zeros(q.shape, bool)
        z = np.zeros(count)
        for _ in range(DRAWINGS):
            node, joint = np.nonzero(barred)
            edge = np.clip(q + z[:, None] * free, low, high)[node, joint] - q[node, joint]
            weight = BARRED / speed[joint]
            bars = np.zeros((len(node), count))
            bars[np.arange(len(node)), node] = weight * free[node, joint]
            z = np.linalg.lstsq(
                np.concatenate([rows, bars]), np.concatenate([right, weight * edge]), rcond=None
            )[0]
            trial = q + z[:, None] * free
            over = ((trial < low) | (trial > high)) & (free != 0.0)
            if not (over & ~barred).any():
                break
            barred |= over
        moved, met = _onto(mechanism, Ts, q + np.clip(z, -LEAP / 2, LEAP / 2)[:, None] * free)
        if not met.all():
            break
        q = moved
    return q
