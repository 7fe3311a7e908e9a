"""Lower bounds of conditions over boxes. They prove that two solids do not meet in a box.

All boxes of a call have the half edges h. A condition with value v and slope G at the centre of a
box has over the box the lower bound

- v - |G| . h for a flat face, which is its least value;
- v - |h| for every condition, because no condition is steeper than distance.

The half sum of two conditions i and j has the lower bounds

- (v_i + v_j - |G_i + G_j| . h - r_i - r_j) / 2. A round face bends away from its tangent plane only
  to the outside; seen from the other side (a hole) it bends by r <= |h|^2 / (2 (R - |h|)) at the
  distance R from the axis;
- (linear parts - s |w| - s |P_i - P_j| |h|) / 2 for a round face i and the other side of a round
  face j with the same swing s, where w is the offset of the two axes at the centre;
- for two rings about one axis, one inside the other: a bound from the distance of their circles;
- for a round face i and a plane j: the half sum of the plane and of the tangent plane of i that
  faces it. It is flat, and a round face lies outside each of its tangent planes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.exact.normal_form import Clause, Condition, Term, terms_of
from geometry.poses import Array
from geometry.solids.tree import Solid
from geometry.tolerances import NO_LENGTH

# Greatest cosine between the normals of two flat faces that face each other: the half sums of
# other flat faces prove nothing.
_FACING = -0.5
# Least part of a plane's normal across the axis of a round face: a plane with less has no tangent
# plane that faces it.
_FACING_LEAST = 1e-9
# Round faces whose swings differ by no more have the same swing: a swing is a rounded quotient.
_SAME_SWING = 1e-15
_POLISHING_STEPS = 4
# Most heights of points over planes that are in memory at one time.
_AT_ONCE = 1_000_000


@dataclass(frozen=True, eq=False)
class Conditions:
    """The k conditions of a pair of terms as tables: row i of each belongs to condition i.

    listed: The conditions. clause: Index of the clause of each condition, (k,), ascending from 0.
    normals, offsets, swings, centres, across, axes, rings: The numbers of the faces (see `Face`;
        across: the matrix P), 0 where a condition has none. is_face: Whether it has a face, (k,).
    pairs: Pairs of conditions of different clauses whose slopes may cancel, (p, 2).
    facing: Normal and offset, (p, 4), of the sum of a plane and of the tangent plane that faces
        it; the offset is infinite for other pairs.
    """

    listed: tuple[Condition, ...]
    clause: NDArray[np.int64]
    normals: Array
    offsets: Array
    swings: Array
    centres: Array
    across: Array
    axes: Array
    rings: Array
    is_face: NDArray[np.bool_]
    pairs: NDArray[np.int64]
    facing: Array


def conditions_of(a: Solid, b: Solid, T_a_b: Array, grown: float = 0.0) -> tuple[Conditions, ...]:
    """The conditions of each pair of terms of a and b whose bounds meet when both are grown by
    `grown` mm on every side, in the frame of a."""
    others = [term.placed(T_a_b) for term in terms_of(b)]
    return tuple(
        _tables(_relevant(one, two, grown))
        for one in terms_of(a)
        for two in others
        if _bounds_meet(one, two, grown)
    )


def _relevant(one: Term, two: Term, grown: float) -> tuple[Clause, ...]:
    """The clauses of both terms, without those that hold everywhere in the common part of the
    bounds: they are holes that lie elsewhere. Clauses of one condition stay, so that there is
    always one."""
    lo, hi = np.maximum(one.lo, two.lo) - grown, np.minimum(one.hi, two.hi) + grown
    middle, radius = 0.5 * (lo + hi), 0.5 * float(np.linalg.norm(hi - lo))
    clauses = one.clauses + two.clauses
    matters = [
        len(clause) <= 1 or all(float(c.value(middle[None])[0]) > -radius for c in clause)
        for clause in clauses
    ]
    return tuple(clause for clause, does in zip(clauses, matters, strict=True) if does)


def polished(terms: Conditions, points: Array) -> Array:
    """Points (n, 3) moved towards the place where all clauses hold: each step goes down the slope
    of the clause with the highest level, half-way to the clause that faces it."""
    rows = np.arange(len(points))
    for _ in range(_POLISHING_STEPS):
        level, slope = clause_levels(terms, points)
        worst = np.argmax(level, axis=1)
        down, height = slope[rows, worst], level[rows, worst]
        facing = np.einsum("nci,ni->nc", slope, down) < _FACING
        other = np.where(facing, level, -np.inf).max(axis=1)
        step = np.where(np.isfinite(other), 0.5 * (height - other), np.maximum(height, 0.0))
        points = points - step[:, None] * down
    return points


def level_of(terms: Conditions, points: Array) -> Array:
    """The level of the clauses at points (n, 3), (n,): the highest over the clauses of the lowest
    value of a clause's conditions. It is 0 or less inside both terms."""
    values, _, _ = _expanded(terms, points, np.zeros(3))
    best = np.minimum.reduceat(values, _clause_starts(terms), axis=1)
    return np.asarray(best.max(axis=1))


def clause_levels(terms: Conditions, points: Array) -> tuple[Array, Array]:
    """The level of each clause at points (n, 3), (n, c), which is the lowest value of its
    conditions, and the slope of that condition, (n, c, 3)."""
    values, slopes, _ = _expanded(terms, points, np.zeros(3))
    easiest = np.column_stack(
        [
            start + np.argmin(part, axis=1)
            for start, part in _stretches(values, _clause_starts(terms))
        ]
    )
    level = np.take_along_axis(values, easiest, axis=1)
    return level, np.take_along_axis(slopes, easiest[..., None], axis=1)


def _stretches(values: Array, starts: NDArray[np.int64]) -> list[tuple[int, Array]]:
    return list(zip(starts.tolist(), np.split(values, starts[1:], axis=1), strict=True))


def rule_out(terms: Conditions, centres: Array, half: Array, need: float) -> NDArray[np.bool_]:
    """Whether some clause is ruled out over each box of half edges `half` (3,) about the centres
    (n, 3), (n,): all conditions of the clause have lower bounds above `need` (mm)."""
    values, slopes, bends = _expanded(terms, centres, half)
    radius = float(np.linalg.norm(half))
    flat = (terms.swings == 0.0) & terms.is_face
    fall = np.where(flat, np.abs(terms.normals) @ half, radius)
    out = values - fall > need
    ruled = _empty_clause(terms, out)
    rows = np.flatnonzero(~ruled)
    if not len(terms.pairs) or not len(rows):
        return ruled
    sums = _half_sums(terms, values[rows], slopes[rows], bends[rows], centres[rows], half)
    cancels = sums > need
    out_rows = out[rows]
    for _ in range(2):
        out_rows = out_rows | _cancelled(terms, out_rows, cancels)
    ruled[rows] = _empty_clause(terms, out_rows)
    return ruled


def _expanded(terms: Conditions, centres: Array, half: Array) -> tuple[Array, Array, Array]:
    """Values (n, k) and slopes (n, k, 3) of the conditions at the centres, and their bends (n, k):
    how far a value may fall below its tangent plane within a box."""
    signs = np.array([c.sign for c in terms.listed])
    offset = centres[:, None] - terms.centres
    across = np.einsum("kij,nkj->nki", terms.across, offset)
    distance = np.linalg.norm(across, axis=2)
    values = signs * (centres @ terms.normals.T - terms.offsets + terms.swings * distance)
    unit = across / np.maximum(distance, NO_LENGTH)[..., None]
    slopes = signs[:, None] * (terms.normals + terms.swings[:, None] * unit)
    radius = float(np.linalg.norm(half))
    room = np.maximum(distance - radius, NO_LENGTH)
    bends = np.where((terms.swings > 0.0) & (signs < 0.0), 0.5 * radius**2 / room, 0.0)
    bends = np.minimum(bends * np.maximum(terms.swings, 0.0), 1e6)
    for k in np.flatnonzero(terms.rings > 0.0):
        along = offset[:, k] @ terms.axes[k]
        ring = terms.rings[k], terms.offsets[k], terms.axes[k]
        found = _ring(*ring, distance[:, k], along, unit[:, k], radius, signs[k])
        values[:, k], slopes[:, k], bends[:, k] = found
    for k in np.flatnonzero(~terms.is_face):
        planes = terms.listed[k].planes
        if planes is None:
            values[:, k] = terms.listed[k].value(centres)
        else:
            values[:, k], slopes[:, k] = farthest_planes(planes, centres)
    return values, slopes, bends


def _ring(
    ring: float,
    thick: float,
    axis: Array,
    out: Array,
    along: Array,
    unit: Array,
    radius: float,
    sign: float,
) -> tuple[Array, Array, Array]:
    """Values, slopes and bends of the condition of a ring, at centres with the distance `out` from
    its axis, in the directions `unit`, and with the height `along` on the axis.

    The distance from the circle is convex in (out, along), and `out` is convex. The inner side
    therefore falls below its tangent plane only where its value grows towards the axis, and by no
    more than `out` bends up. The outer side falls by the bend of the tube, and where its value
    falls away from the axis by the bend of `out` too.
    """
    tube = np.hypot(out - ring, along)
    outward, upward = (side / np.maximum(tube, NO_LENGTH) for side in (out - ring, along))
    slopes = sign * (outward[:, None] * unit + upward[:, None] * axis)
    bends = np.maximum(-sign * outward, 0.0) * 0.5 * radius**2 / np.maximum(out - radius, NO_LENGTH)
    if sign < 0.0:
        bends = bends + 0.5 * radius**2 / np.maximum(tube - radius, NO_LENGTH)
    return sign * (tube - thick), slopes, np.minimum(bends, 1e6)


def farthest_planes(planes: Array, points: Array) -> tuple[Array, Array]:
    """The plane of `planes` (m, 4) with the greatest value at each point (n, 3): these values (n,)
    and the planes' normals (n, 3). The level of the shape is nowhere below such a plane."""
    values, slopes = np.empty(len(points)), np.empty((len(points), 3))
    step = max(1, _AT_ONCE // len(planes))
    for start in range(0, len(points), step):
        rows = slice(start, start + step)
        heights = points[rows] @ planes[:, :3].T - planes[:, 3]
        active = np.argmax(heights, axis=1)
        values[rows] = np.take_along_axis(heights, active[:, None], axis=1)[:, 0]
        slopes[rows] = planes[active, :3]
    return values, slopes


def _half_sums(
    terms: Conditions, values: Array, slopes: Array, bends: Array, centres: Array, half: Array
) -> Array:
    """Lower bounds (n, p) of the half sums of the pairs over the boxes."""
    i, j = terms.pairs.T
    total = slopes[:, i] + slopes[:, j]
    first_order = values[:, i] + values[:, j] - np.abs(total) @ half - bends[:, i] - bends[:, j]
    tangent = centres @ terms.facing[:, :3].T - terms.facing[:, 3]
    tangent = tangent - np.abs(terms.facing[:, :3]) @ half
    found = np.maximum(np.maximum(first_order, tangent), _coaxial(terms, centres, half))
    return 0.5 * np.maximum(found, _nested_rings(terms, centres, half))


def _nested_rings(terms: Conditions, centres: Array, half: Array) -> Array:
    """Lower bounds (n, p) of the sum of a ring and the other side of a ring, -inf for other pairs:
    the distances of a point from the two circles differ by no more than the circles' distance."""
    found = np.full((len(centres), len(terms.pairs)), -np.inf)
    for p, (i, j) in enumerate(terms.pairs):
        if terms.listed[i].sign < 0.0:
            i, j = j, i
        if min(terms.rings[i], terms.rings[j]) <= 0.0 or terms.listed[j].sign > 0.0:
            continue
        axis = terms.axes[j] * (-1.0 if terms.axes[i] @ terms.axes[j] < 0.0 else 1.0)
        radius = float(np.linalg.norm(half))
        from_i, from_j = centres - terms.centres[i], centres - terms.centres[j]
        tilt = terms.across[i] - terms.across[j]
        out = np.linalg.norm(from_i @ terms.across[i] - from_j @ terms.across[j], axis=1)
        out = out + float(np.linalg.norm(tilt)) * radius + abs(terms.rings[i] - terms.rings[j])
        turn = terms.axes[i] - axis
        up = np.abs(from_i @ terms.axes[i] - from_j @ axis) + np.abs(turn) @ half
        found[:, p] = terms.offsets[j] - terms.offsets[i] - np.hypot(out, up)
    return found


def _coaxial(terms: Conditions, centres: Array, half: Array) -> Array:
    """Lower bounds (n, p) of the sum of a round face and the other side of a round face with the
    same swing, -inf for other pairs."""
    i, j = terms.pairs.T
    signs = np.array([c.sign for c in terms.listed])
    swap = signs[i] < 0.0
    i, j = np.where(swap, j, i), np.where(swap, i, j)
    fits = (signs[i] > 0.0) & (signs[j] < 0.0) & (terms.swings[i] > 0.0)
    fits &= np.abs(terms.swings[i] - terms.swings[j]) <= _SAME_SWING
    fits &= (terms.rings[i] == 0.0) & (terms.rings[j] == 0.0)
    # A point is at least as far from a ball's centre as from any axis through the centre, so the
    # ball may take the axis of the other face.
    is_ball = np.abs(terms.across[i] - np.eye(3)).max(axis=(1, 2)) == 0.0
    across_i = np.where(is_ball[:, None, None], terms.across[j], terms.across[i])
    difference = across_i - terms.across[j]
    from_i = np.einsum("pij,npj->npi", across_i, centres[:, None] - terms.centres[i])
    from_j = np.einsum("pij,npj->npi", terms.across[j], centres[:, None] - terms.centres[j])
    apart = np.linalg.norm(from_i - from_j, axis=2)
    apart = apart + np.linalg.norm(difference, axis=(1, 2)) * np.linalg.norm(half)
    normal = terms.normals[i] - terms.normals[j]
    linear = centres @ normal.T - (terms.offsets[i] - terms.offsets[j]) - np.abs(normal) @ half
    return np.where(fits, linear - terms.swings[i] * apart, -np.inf)


def _cancelled(
    terms: Conditions, out: NDArray[np.bool_], cancels: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether a condition that must hold rules out each condition by their half sum, (n, k)."""
    open_in_clause = np.add.reduceat(~out, _clause_starts(terms), axis=1)
    must_hold = ~out & (open_in_clause == 1)[:, terms.clause]
    ruled = np.zeros_like(out)
    for p, (i, j) in enumerate(terms.pairs):
        ruled[:, i] |= cancels[:, p] & must_hold[:, j]
        ruled[:, j] |= cancels[:, p] & must_hold[:, i]
    return ruled


def _empty_clause(terms: Conditions, out: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether each box has a clause with all its conditions ruled out, (n,)."""
    return np.asarray(np.logical_and.reduceat(out, _clause_starts(terms), axis=1).any(axis=1))


def _clause_starts(terms: Conditions) -> NDArray[np.int64]:
    return np.flatnonzero(np.r_[True, np.diff(terms.clause) > 0])


def _tables(clauses: tuple[Clause, ...]) -> Conditions:
    listed = tuple(condition for clause in clauses for condition in clause)
    clause = np.repeat(np.arange(len(clauses)), [len(own) for own in clauses])
    faces = [condition.face for condition in listed]
    zero, none = np.zeros(3), np.zeros((3, 3))
    pairs = _facing_pairs(listed, clause)
    return Conditions(
        listed,
        clause,
        np.array([zero if face is None else face.normal for face in faces]),
        np.array([0.0 if face is None else face.offset for face in faces]),
        np.array([0.0 if face is None else face.swing for face in faces]),
        np.array([f.centre if f is not None and f.centre is not None else zero for f in faces]),
        np.array([none if f is None or f.centre is None else f.across() for f in faces]),
        np.array([zero if f is None or f.axis is None else f.axis for f in faces]),
        np.array([0.0 if face is None else face.ring for face in faces]),
        np.array([face is not None for face in faces]),
        pairs,
        _facing_rows(listed, pairs),
    )


def _facing_rows(listed: tuple[Condition, ...], pairs: NDArray[np.int64]) -> Array:
    """The rows (p, 4) of `_facing`; pairs that are no plane and round face have offset inf."""
    rows = np.tile((0.0, 0.0, 0.0, np.inf), (len(pairs), 1))
    is_plane = np.array([c.face is not None and c.face.centre is None for c in listed], dtype=bool)
    is_round = np.array([_is_round_outside(c) for c in listed], dtype=bool)
    i, j = pairs.T
    for row in np.flatnonzero((is_round[i] & is_plane[j]) | (is_plane[i] & is_round[j])):
        rows[row] = _facing(listed[i[row]], listed[j[row]])
    return rows


def _is_round_outside(condition: Condition) -> bool:
    """Whether the condition is the inner side of a convex round face that is no ring."""
    face = condition.face
    if face is None or face.centre is None:
        return False
    return condition.sign >= 0.0 and not face.ring and face.swing > 0.0


def _facing(one: Condition, two: Condition) -> Array:
    """Normal and offset, (4,), of the sum of a plane and of the tangent plane of a round face that
    faces it; the offset is inf if there is no such tangent plane."""
    assert one.face is not None and two.face is not None
    if one.face.centre is None:
        one, two = two, one
    assert one.face is not None and one.face.centre is not None and two.face is not None
    towards = -two.sign * (one.face.across() @ two.face.normal)
    size = float(np.linalg.norm(towards))
    if size < _FACING_LEAST:
        return np.array((0.0, 0.0, 0.0, np.inf))
    tangent = one.face.swing * towards / size
    normal = tangent + one.face.normal + two.sign * two.face.normal
    offset = float(tangent @ one.face.centre) + one.face.offset + two.sign * two.face.offset
    return np.append(normal, offset)


def _facing_pairs(listed: tuple[Condition, ...], clause: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pairs of conditions of different clauses whose slopes may cancel."""
    i, j = np.triu_indices(len(listed), 1)
    is_face = np.array([c.face is not None or c.planes is not None for c in listed])
    is_flat = np.array([c.face is not None and c.face.swing == 0.0 for c in listed])
    signs = np.array([c.sign for c in listed])
    normals = np.array([np.zeros(3) if c.face is None else c.sign * c.face.normal for c in listed])
    cosines = np.einsum("pi,pi->p", normals[i], normals[j])
    wanted = (clause[i] != clause[j]) & is_face[i] & is_face[j]
    wanted &= ~(is_flat[i] & is_flat[j]) | (cosines < _FACING)
    # The outer sides of two round faces (two holes) bend away from each other: their half sum
    # proves almost nothing.
    wanted &= ~(~is_flat[i] & ~is_flat[j] & (signs[i] < 0.0) & (signs[j] < 0.0))
    return np.column_stack([i[wanted], j[wanted]])


def _bounds_meet(one: Term, two: Term, grown: float) -> bool:
    """Whether the bounds of two terms meet when both are grown by `grown` mm on every side."""
    lo, hi = np.maximum(one.lo, two.lo) - grown, np.minimum(one.hi, two.hi) + grown
    return bool(np.all(lo <= hi))
