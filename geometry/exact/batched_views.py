"""The conditions of two terms as tables, seen from many points, each in a pose of its own.

A body may also be looked at over a whole interval of a turn or slide (see `Spin`). Each condition
of the body then has a slack: the most by which its value at a fixed point changes in the interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry.exact.lower_bounds import farthest_planes
from geometry.exact.normal_form import Term, terms_of
from geometry.poses import Array, inverted
from geometry.solids.face import Face
from geometry.solids.tree import Solid
from geometry.tolerances import LEAST_BALL, NO_LENGTH

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Greatest cosine between slopes of which one faces the other.
_FACING = -0.5
_MOST_BEND = 1e6
# Most by which the direction of an axis (a unit vector), and its place, mm, may differ from those
# of another one that counts as the same: the rounding of products of poses.
_SAME_DIRECTION, _SAME_LINE = 1e-12, 1e-9
# Share of an edge that counts as a change along it even where no condition changes.
_LEAST_SHARE = 0.02
# Allowance for rounding, as a share of the way of a point.
_SPARE = 1e-9


@dataclass(frozen=True, eq=False)
class Spin:
    """Intervals of a turn about, or of a slide along, a line that is fixed in a body.

    axis: Direction, a unit vector (3,), and point: a point (3,), mm, of the line. in_first: Whether
    they are in the frame of the first of the two bodies, or of the second. is_turn: Whether the
    second body turns. halves: Half the width of the interval about each pose, (n,), rad or mm.
    """

    axis: Array
    point: Array
    is_turn: bool
    halves: Array
    in_first: bool = False

    def some(self, rows: Integers | slice) -> "Spin":
        """The intervals about some of the poses."""
        return replace(self, halves=self.halves[rows])

    def ways(self, points: Array, T: Array) -> Array:
        """The most that places at points (n, k, 3) of the first body move in the second one within
        the intervals, (n,), mm. T: Pose of the second in the first, (n, 4, 4)."""
        own = self.halves * (1.0 + _SPARE)
        if not self.is_turn:
            return own
        axis, point = (np.tile(each, (len(points), 1)) for each in (self.axis, self.point))
        if not self.in_first:
            axis, point = (T[:, :3, :3] @ self.axis), moved(T, point)
        arms = np.cross(points - point[:, None], axis[:, None])
        return np.asarray(np.minimum(own, 2.0) * np.linalg.norm(arms, axis=2).max(axis=1))


@dataclass(frozen=True, eq=False)
class Table:
    """The k conditions of a term in the frame of its solid: see `lower_bounds.Conditions`.

    starts: First condition of each clause, (c,). clause: Clause of each condition, (k,). bounds: lo
    and hi, (2, 3). planes: Planes (m, 4) of the conditions that are shapes of many flat faces.
    """

    starts: Integers
    clause: Integers
    signs: Array
    normals: Array
    offsets: Array
    swings: Array
    centres: Array
    axes: Array
    rings: Array
    across: Array
    bounds: Array
    planes: Mapping[int, Array]

    def at(self, points: Array) -> tuple[Array, Array, Array]:
        """Values (n, k) and slopes (n, k, 3) at points (n, 3), and distances (n, k) from the
        axes."""
        values = self.signs * (points @ self.normals.T - self.offsets)
        slopes = np.tile(self.signs[:, None] * self.normals, (len(points), 1, 1))
        distances = np.zeros(values.shape)
        for k in self.round:
            offset = points - self.centres[k]
            across = offset @ self.across[k]
            out = np.linalg.norm(across, axis=1)
            unit = across / np.maximum(out, NO_LENGTH)[:, None]
            distances[:, k] = out
            if self.rings[k] == 0.0:
                turn = self.signs[k] * self.swings[k]
                values[:, k] += turn * out
                slopes[:, k] += turn * unit
                continue
            along = offset @ self.axes[k]
            tube = np.hypot(out - self.rings[k], along)
            values[:, k] += self.signs[k] * tube
            way = (out - self.rings[k])[:, None] * unit + along[:, None] * self.axes[k]
            slopes[:, k] = self.signs[k] * way / np.maximum(tube, NO_LENGTH)[:, None]
        for k, planes in self.planes.items():
            values[:, k], slopes[:, k] = farthest_planes(planes, points)
        return values, slopes, distances

    def bends(self, values: Array, distances: Array, half: Array) -> Array:
        """How far conditions may fall below their tangent planes within boxes with half edges
        (n, 3) along the axes of this frame, (n, k), mm: only holes and rings do; see
        `lower_bounds`."""
        bends, by_axis = np.zeros(values.shape), np.zeros(values.shape)
        for k in self.round:
            across = np.linalg.norm(half @ np.abs(self.across[k]), axis=1)
            room = np.maximum(distances[:, k] - across, NO_LENGTH)
            by_axis[:, k] = 0.5 * across**2 / room
            bends[:, k] = by_axis[:, k] * self.swings[k] if self.signs[k] < 0.0 else 0.0
        for k in np.flatnonzero(self.rings):
            radius = np.linalg.norm(half, axis=1)
            tube = self.signs[k] * values[:, k] + self.offsets[k]
            outward = (distances[:, k] - self.rings[k]) / np.maximum(tube, NO_LENGTH)
            bends[:, k] = np.maximum(-self.signs[k] * outward, 0.0) * by_axis[:, k]
            if self.signs[k] < 0.0:
                bends[:, k] += 0.5 * radius**2 / np.maximum(tube - radius, NO_LENGTH)
        return np.asarray(np.clip(bends, 0.0, _MOST_BEND))

    @cached_property
    def round(self) -> Integers:
        """Indices of the conditions whose faces are round."""
        return np.flatnonzero((self.swings != 0.0) | (self.rings != 0.0))

    def slacks(self, spin: Spin) -> Array:
        """The most by which each condition changes while points move by 1 mm, (k,): none for a face
        that the spin, about a line of this body, maps on itself."""
        changes = _flat_changes(self.normals, spin.axis, spin.is_turn)
        for k in self.round:
            changes[k] = 0.0 if self._is_kept(k, spin) else 1.0
        changes[list(self.planes)] = 1.0
        return np.asarray(changes)

    def slacks_in(self, T: Array, spin: Spin) -> Array:
        """The same for a spin about a line of the first body, in which this one is at T (n, 4, 4):
        (n, k)."""
        normals = np.einsum("nij,kj->nki", T[:, :3, :3], self.normals)
        changes = _flat_changes(normals, spin.axis, spin.is_turn)
        changes[:, self.round] = 1.0
        changes[:, list(self.planes)] = 1.0
        return changes

    def _is_kept(self, k: int, spin: Spin) -> bool:
        """Whether the spin maps the round face of a condition on itself."""
        is_ball = not self.axes[k].any()
        if not is_ball and np.linalg.norm(np.cross(self.axes[k], spin.axis)) > _SAME_DIRECTION:
            return False
        if not spin.is_turn:
            is_bar = not is_ball and self.rings[k] == 0.0
            return bool(is_bar and abs(self.normals[k] @ spin.axis) <= _SAME_DIRECTION)
        offset = np.cross(self.centres[k] - spin.point, spin.axis)
        return bool(np.linalg.norm(offset) <= _SAME_LINE)


@lru_cache(maxsize=1024)
def tables_of(solid: Solid) -> tuple[Table, ...] | None:
    """The tables of the terms of a solid; None if a condition has neither a face nor planes."""
    terms = terms_of(solid)
    conditions = [c for term in terms for clause in term.clauses for c in clause]
    if any(c.face is None and c.planes is None for c in conditions):
        return None
    return tuple(_table(term) for term in terms)


def _table(term: Term) -> Table:
    conditions = [condition for clause in term.clauses for condition in clause]
    sizes = np.array([len(clause) for clause in term.clauses])
    zero = np.zeros(3)
    none = Face(zero, 0.0)
    faces = [none if condition.face is None else condition.face for condition in conditions]
    return Table(
        np.cumsum(sizes) - sizes,
        np.repeat(np.arange(len(sizes)), sizes),
        np.array([condition.sign for condition in conditions]),
        np.array([face.normal for face in faces]),
        np.array([face.offset for face in faces]),
        np.array([face.swing for face in faces]),
        np.array([zero if face.centre is None else face.centre for face in faces]),
        np.array([zero if face.axis is None else face.axis for face in faces]),
        np.array([face.ring for face in faces]),
        np.array([face.across() for face in faces]),
        np.array([term.lo, term.hi]),
        {k: c.planes for k, c in enumerate(conditions) if c.face is None and c.planes is not None},
    )


@dataclass(frozen=True, eq=False)
class Views:
    """The conditions of two terms at points (n, 3) of the frame of the first.

    T: Pose of the second solid in the first at each point, (n, 4, 4). of_one, of_two: Values
    (n, k), slopes (n, k, 3) in that frame, and distances from axes (n, k). slack: Of the conditions
    of the second, (n, k).
    """

    one: Table
    two: Table
    T: Array
    points: Array
    of_one: tuple[Array, ...]
    of_two: tuple[Array, ...]
    slack: Array

    def some(self, rows: Integers) -> "Views":
        """The views from some of the points."""
        ones, twos = (tuple(part[rows] for part in own) for own in (self.of_one, self.of_two))
        return replace(
            self,
            T=self.T[rows],
            points=self.points[rows],
            of_one=ones,
            of_two=twos,
            slack=self.slack[rows],
        )

    def levels(self) -> Array:
        """The level of both terms, (n,): the highest of their clauses, of which each has the lowest
        value of its conditions; with spins a bound for the whole intervals. A ball with the
        negative level as radius is in both terms."""
        highest = [
            np.minimum.reduceat(values, table.starts, axis=1).max(axis=1)
            for table, values in (
                (self.one, self.of_one[0]),
                (self.two, self.of_two[0] + self.slack),
            )
        ]
        return np.asarray(np.maximum(*highest))

    def _clause_levels(self) -> tuple[Array, Array]:
        """The level of each clause of both terms, (n, c), and its slope there, (n, c, 3)."""
        levels, slopes = [], []
        rows = np.arange(len(self.points))
        for table, (values, own, _) in ((self.one, self.of_one), (self.two, self.of_two)):
            for start, stop in pairwise([*table.starts.tolist(), len(table.signs)]):
                if stop == start + 1:
                    levels.append(values[:, start])
                    slopes.append(own[:, start])
                    continue
                easiest = start + np.argmin(values[:, start:stop], axis=1)
                levels.append(values[rows, easiest])
                slopes.append(own[rows, easiest])
        return np.stack(levels, axis=1), np.stack(slopes, axis=1)

    def polished(self) -> Array:
        """The points (n, 3), moved by one step of `lower_bounds.polished`."""
        level, slope = self._clause_levels()
        rows = np.arange(len(level))
        worst = np.argmax(level, axis=1)
        down, height = slope[rows, worst], level[rows, worst]
        facing = np.einsum("nci,ni->nc", slope, down) < _FACING
        other = np.where(facing, level, -np.inf).max(axis=1)
        step = np.where(np.isfinite(other), 0.5 * (height - other), np.maximum(height, 0.0))
        return np.asarray(self.points - step[:, None] * down)

    def ruled_out(self, half: Array) -> Flags:
        """Whether the boxes about the points, with half edges (n, 3), hold no common ball, (n,)."""
        radius = np.linalg.norm(half, axis=1)
        lows: list[Array] = []
        outs: list[Flags] = []
        in_two = np.einsum("nji,nj->ni", np.abs(self.T[:, :3, :3]), half)
        for table, own, edges in ((self.one, self.of_one, half), (self.two, self.of_two, in_two)):
            values, slopes, distances = own
            bends = table.bends(values, distances, edges)
            values = values - self.slack if table is self.two else values
            lows.append(values - bends)
            fall = (np.abs(slopes) @ half[:, :, None])[..., 0] + bends
            outs.append(values - np.minimum(fall, radius[:, None]) > -LEAST_BALL)
        ruled = self._has_empty_clause(*outs)
        rows = np.flatnonzero(~ruled)
        if not len(rows):
            return ruled
        cancels = self.some(rows)._cancels(half[rows], [low[rows] for low in lows])
        of_one, of_two = (out[rows] for out in outs)
        for _ in range(2):
            ones, twos = _must_hold(self.one, of_one), _must_hold(self.two, of_two)
            of_one = of_one | (cancels & twos[:, None]).any(axis=2)
            of_two = of_two | (cancels & ones[:, :, None]).any(axis=1)
        ruled[rows] = self._has_empty_clause(of_one, of_two)
        return ruled

    def _cancels(self, half: Array, lows: Sequence[Array]) -> Flags:
        """Whether no two conditions of both terms hold together in the boxes with half edges
        (n, 3), (n, k, l). lows: Values less bends and slacks of both, (n, k) and (n, l)."""
        one, two = self.of_one[1], self.of_two[1]
        sums = lows[0][:, :, None] + lows[1][:, None]
        for axis in range(3):
            total = one[:, :, None, axis] + two[:, None, :, axis]
            sums -= np.abs(total) * half[:, axis, None, None]
        return np.asarray(sums > -2.0 * LEAST_BALL)

    def changes(self, half: Array) -> Array:
        """How much the conditions that change their sign in boxes with half edges (n, 3) may change
        along each edge, (n, 3); some share of the edge at least."""
        found = np.full(half.shape, _LEAST_SHARE)
        for slopes, (values, _, _) in zip(
            self._steepest(), (self.of_one, self.of_two), strict=True
        ):
            changes = np.abs(values) < (slopes @ half[:, :, None])[..., 0]
            found = np.maximum(found, (slopes * changes[..., None]).max(axis=1))
        return np.asarray(found * half)

    def _steepest(self) -> tuple[Array, Array]:
        """The most by which each condition may change along the axes of the frame, (n, k, 3) each:
        a round face may face all ways across its axis."""
        one, two = np.abs(self.of_one[1]), np.abs(self.of_two[1])
        one[:, self.one.round] = np.sqrt(1.0 - self.one.axes[self.one.round] ** 2)
        axes = np.einsum("nij,kj->nki", self.T[:, :3, :3], self.two.axes[self.two.round])
        two[:, self.two.round] = np.sqrt(np.maximum(1.0 - axes**2, 0.0))
        return one, two

    def _has_empty_clause(self, of_one: Flags, of_two: Flags) -> Flags:
        """Whether all conditions of some clause are ruled out, (n,)."""
        found = [
            np.logical_and.reduceat(out, table.starts, axis=1).any(axis=1)
            for table, out in ((self.one, of_one), (self.two, of_two))
        ]
        return np.asarray(found[0] | found[1])


def views_of(one: Table, two: Table, T: Array, points: Array, slack: Array) -> Views:
    """The views from points (n, 3). T: Pose of the second solid in the first at each, (n, 4, 4)."""
    values, slopes, distances = two.at(moved(inverted(T), points))
    slopes = slopes @ T[:, :3, :3].transpose(0, 2, 1)
    return Views(one, two, T, points, one.at(points), (values, slopes, distances), slack)


def moved(T: Array, points: Array) -> Array:
    """Points (n, 3) of the inner frames of poses (n, 4, 4), in the outer frame."""
    return np.asarray(np.einsum("nij,nj->ni", T[:, :3, :3], points) + T[:, :3, 3])


def _flat_changes(normals: Array, axis: Array, is_turn: bool) -> Array:
    """The most by which planes with normals (..., 3) change while points move by 1 mm, (...)."""
    if is_turn:
        return np.asarray(np.linalg.norm(np.cross(normals, axis), axis=-1))
    return np.asarray(np.abs(normals @ axis))


def _must_hold(table: Table, out: Flags) -> Flags:
    """Whether each condition is the only one of its clause that is not ruled out, (n, k)."""
    left = np.add.reduceat(~out, table.starts, axis=1, dtype=np.int64)
    return np.asarray(~out & (left == 1)[:, table.clause])
