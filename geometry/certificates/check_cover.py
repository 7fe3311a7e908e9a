"""The check of a cover: whether its boxes fill all the space that two solids could share, and
whether every box is free of a common point.

The check shares only the solids with the search that made the cover. It reasons from the corners of
the boxes: the value of a flat wall is least at a corner. The sum of a round wall and of the other
side of a round wall about the same axis is bounded by a concave function (a linear one minus the
offset of the axes), which is least at a corner too.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.certificates.formulas import box_about, level
from geometry.certificates.terms import Alternative, Wall, alternatives
from geometry.poses import Array
from geometry.solids.tree import Solid
from geometry.tolerances import NO_LENGTH

_SIGNS = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])

# Share of their size by which boxes may be off the grid. The check uses the boxes of the grid
# itself, so that no space between boxes is left out.
_ON_GRID = 1e-3
# Least edge, mm, of the region that a cover fills: a touch of two faces has a region without
# volume.
_THINNEST = 1e-9
# Round walls whose swings differ by no more have the same swing: a swing is a rounded quotient.
_SAME_SWING = 1e-15
# Least part of a plane's slope across the axis of a round wall: a plane with less has no tangent
# plane of the wall that faces it.
_FACING_LEAST = 1e-9
# Most heights of points over planes that are in memory at one time.
_AT_ONCE = 1_000_000
_MOST_HALVINGS = 40
# Boxes that are not shown to be empty are split in eight: at most so often, and at most so many.
_LOOKS = 4
_MOST_OPEN = 20_000


def shared_region(a: Solid, b: Solid, T_a_b: Array, grown: float) -> tuple[Array, Array]:
    """The box (lo, hi), (3,) each, in the frame of a, that contains every common point of both
    solids when each is grown by `grown` mm."""
    lo_a, hi_a = box_about(a, np.eye(4))
    lo_b, hi_b = box_about(b, T_a_b)
    return np.maximum(lo_a, lo_b) - grown, np.minimum(hi_a, hi_b) + grown


def boxes_filling(cover: Array, lo: Array, hi: Array) -> Array | None:
    """The boxes (n, 6: centre, half edges) of a grid over lo..hi, whose cells are halved again and
    again, that a cover (n, 6) names; None if the boxes do not fill lo..hi or are not of the grid.
    """
    if not len(cover) or not np.all(np.isfinite(cover)) or np.any(cover[:, 3:] <= 0.0):
        return None
    centres, halves = cover[:, :3], cover[:, 3:]
    edges = np.maximum(hi - lo, _THINNEST)
    coarse = halves.max(axis=0)
    counts = np.maximum(1.0, np.round(edges / (2.0 * coarse)))
    coarse = edges / (2.0 * counts)
    depth = np.log2(coarse[0] / halves[:, 0])
    deep = np.round(depth)
    if deep.min() < 0 or deep.max() > _MOST_HALVINGS:
        return None
    exact = coarse * 0.5 ** deep[:, None]
    index = (centres - lo - exact) / (2.0 * exact)
    place = np.round(index)
    is_named = np.abs(index - place).max() < _ON_GRID and np.allclose(
        halves, exact, rtol=_ON_GRID, atol=0.0
    )
    inside = np.all(place >= 0.0) and np.all(place < counts * 2.0 ** deep[:, None])
    if not (is_named and inside and _fill(deep, place, counts)):
        return None
    return np.hstack([lo + (2.0 * place + 1.0) * exact, exact])


def _fill(depth: Array, place: Array, counts: Array) -> bool:
    """Whether the boxes together are the whole grid, with no box twice and none inside another.

    depth: How often each box is halved, (n,). place: Its index along each axis, (n, 3). counts:
    Number of cells along each axis that are not halved, (3,).
    """
    codes = [tuple(int(x) for x in row) for row in np.column_stack([depth, place])]
    known = set(codes)
    if len(known) != len(codes) or any(_has_ancestor(code, known) for code in known):
        return False
    deepest = int(depth.max())
    filled = sum(8 ** (deepest - code[0]) for code in codes)
    return filled == int(np.prod(counts)) * 8**deepest


def _has_ancestor(code: tuple[int, ...], known: set[tuple[int, ...]]) -> bool:
    depth, *index = code
    return any((depth - up, *(i >> up for i in index)) in known for up in range(1, depth + 1))


def boxes_hold_nothing(boxes: Array, a: Solid, b: Solid, T_a_b: Array, least: float) -> bool:
    """Whether no box (n, 6), in the frame of a, holds a point at which both solids are violated by
    at most `least` mm. With 0 no box holds a common point, with -d none that lies d mm deep in both
    solids, with d above 0 none of the solids grown by d."""
    centres, halves = boxes[:, :3], boxes[:, 3:]
    in_b = (centres - T_a_b[:3, 3]) @ T_a_b[:3, :3]
    far = np.linalg.norm(halves, axis=1) + least
    left = level(a, centres) <= far
    left[left] = level(b, in_b[left]) <= far[left]
    if not left.any():
        return True
    boxes = boxes[left]
    others = alternatives(b, T_a_b)
    return all(
        _all_empty(boxes, one, two, least) for one in alternatives(a, np.eye(4)) for two in others
    )


def _all_empty(boxes: Array, one: Alternative, two: Alternative, least: float) -> bool:
    """Whether no box holds a common point of two terms. A box that is not shown to be empty is
    split in eight, because some bounds of the search are better than those of this check."""
    for _ in range(_LOOKS):
        boxes = boxes[~_empty(boxes, one, two, least)]
        if not len(boxes):
            return True
        if len(boxes) > _MOST_OPEN:
            break
        half = np.repeat(0.5 * boxes[:, 3:], 8, axis=0)
        centres = np.repeat(boxes[:, :3], 8, axis=0) + half * np.tile(_SIGNS, (len(boxes), 1))
        boxes = np.hstack([centres, half])
    return False


def _empty(boxes: Array, one: Alternative, two: Alternative, least: float) -> NDArray[np.bool_]:
    """Whether each box is shown to hold no common point of two terms, (n,)."""
    lo, hi = boxes[:, :3] - boxes[:, 3:], boxes[:, :3] + boxes[:, 3:]
    grown = max(least, 0.0)
    outer_lo, outer_hi = np.maximum(one.lo, two.lo) - grown, np.minimum(one.hi, two.hi) + grown
    empty = np.any((lo > outer_hi) | (hi < outer_lo), axis=1)
    rows = np.flatnonzero(~empty)
    if len(rows):
        empty[rows] = _Corners(boxes[rows], one, two).beyond_a_clause(least)
    # Most boxes lie beyond a clause alone: only the others need pairs of walls, which take longer.
    rows = np.flatnonzero(~empty)
    if len(rows):
        empty[rows] = _Corners(boxes[rows], one, two).empty(least)
    return empty


class _Corners:
    """The walls of two terms at the corners of boxes, and the boxes that they prove empty."""

    def __init__(self, boxes: Array, one: Alternative, two: Alternative) -> None:
        self.clauses = one.clauses + two.clauses
        self.centres, self.radius = boxes[:, :3], np.linalg.norm(boxes[:, 3:], axis=1)
        self.corners = self.centres[:, None] + _SIGNS * boxes[:, None, 3:]
        self.known: dict[int, Array] = {}

    def empty(self, least: float) -> NDArray[np.bool_]:
        """Whether some clause cannot hold anywhere in each box, (n,)."""
        out = self._out(least)
        for _ in range(2):
            # The last wall of a clause that can hold must hold; a wall that contradicts it cannot.
            needed = [[~gone & _others_gone(own, k) for k, gone in enumerate(own)] for own in out]
            places = [(m, k) for m, clause in enumerate(out) for k in range(len(clause))]
            for m, k in places:
                if not out[m][k].all():
                    wall = self.clauses[m][k]
                    out[m][k] = out[m][k] | self._contradicted(wall, m, needed, least)
        return self._any_clause(out)

    def beyond_a_clause(self, least: float) -> NDArray[np.bool_]:
        """Whether all walls of some clause, each by itself, are ruled out in each box, (n,)."""
        return self._any_clause(self._out(least))

    def _out(self, least: float) -> list[list[NDArray[np.bool_]]]:
        """For each wall of each clause: whether it alone is ruled out in each box, (n,)."""
        return [[self._least(wall) > least for wall in clause] for clause in self.clauses]

    def _any_clause(self, out: list[list[NDArray[np.bool_]]]) -> NDArray[np.bool_]:
        none = np.ones(len(self.centres), dtype=bool)
        return np.logical_or.reduce([np.logical_and.reduce([none, *own]) for own in out])

    def _contradicted(
        self, wall: Wall, own: int, needed: list[list[NDArray[np.bool_]]], least: float
    ) -> NDArray[np.bool_]:
        ruled = np.zeros(len(self.centres), dtype=bool)
        for m, clause in enumerate(self.clauses):
            for k, other in enumerate(clause):
                rows = needed[m][k] & ~ruled
                if m != own and rows.any() and wall.solid is None and other.solid is None:
                    ruled |= rows & (self._least_half_sum(wall, other) > least)
        return ruled

    def _least(self, wall: Wall) -> Array:
        """A lower bound of the wall's value over each box, (n,)."""
        if wall.is_flat or wall.planes is not None:
            return np.asarray(self._minorant(wall).min(axis=1))
        return wall.value(self.centres) - self.radius

    def _least_half_sum(self, one: Wall, two: Wall) -> Array:
        total = 0.5 * (self._minorant(one) + self._minorant(two)).min(axis=1)
        if one.sign < two.sign:
            one, two = two, one
        if one.ring > 0.0 or two.ring > 0.0:
            return np.maximum(total, self._least_between_rings(one, two))
        for bent, plane in ((one, two), (two, one)):
            if bent.swing > 0.0 and bent.sign > 0.0 and plane.is_flat:
                return np.maximum(total, self._least_opposed(bent, plane))
        both_round = one.swing > 0.0 and two.swing > 0.0
        if not (
            both_round and one.sign > 0.0 > two.sign and abs(one.swing - two.swing) <= _SAME_SWING
        ):
            return np.asarray(total)
        # |P x| is at least |Q x| if Q removes more than P: for a sphere (P = 1) in a hole the Q of
        # the hole's axis is used for both.
        across = two.across if np.trace(one.across) > 2.5 else one.across
        offset = (self.corners - one.centre) @ across - (self.corners - two.centre) @ two.across
        linear = self.corners @ (one.slope - two.slope) - (one.offset - two.offset)
        concave = 0.5 * (linear - one.swing * np.linalg.norm(offset, axis=2))
        return np.maximum(total, concave.min(axis=1))

    def _least_between_rings(self, one: Wall, two: Wall) -> Array:
        """A lower bound over each box of the half sum of a ring and the other side of a ring, -inf
        for other walls: the distances of a point from the two circles differ by at most the
        distance of the circles and of the axes."""
        if min(one.ring, two.ring) <= 0.0 or one.sign < 0.0 or two.sign > 0.0:
            return np.full(len(self.centres), -np.inf)
        side = np.copysign(1.0, one.axis @ two.axis)
        flat = (self.corners - one.centre) @ one.across - (self.corners - two.centre) @ two.across
        out = np.linalg.norm(flat, axis=2) + abs(one.ring - two.ring)
        up = (self.corners - one.centre) @ one.axis - side * (
            (self.corners - two.centre) @ two.axis
        )
        # Both are convex over the box, so that each is greatest at a corner.
        apart = np.hypot(out.max(axis=1), np.abs(up).max(axis=1))
        return np.asarray(0.5 * (two.offset - one.offset - apart))

    def _least_opposed(self, bent: Wall, plane: Wall) -> Array:
        """A lower bound over each box of the half sum of a plane and a round wall: the round wall
        is nowhere below its tangent plane that faces the plane."""
        way = -plane.sign * (bent.across @ plane.slope)
        size = float(np.sqrt(way @ way))
        if size < _FACING_LEAST:
            return np.full(len(self.centres), -np.inf)
        touching = bent.swing * way / size
        slope = touching + bent.slope + plane.sign * plane.slope
        offset = float(touching @ bent.centre) + bent.offset + plane.sign * plane.offset
        return np.asarray(0.5 * (self.corners @ slope - offset).min(axis=1))

    def _minorant(self, wall: Wall) -> Array:
        """The values at the corners, (n, 8), of a linear function that is nowhere in the box above
        the value of the wall."""
        if id(wall) not in self.known:
            self.known[id(wall)] = self._tangent(wall)
        return self.known[id(wall)]

    def _tangent(self, wall: Wall) -> Array:
        if wall.planes is not None:
            return self._highest_plane(wall.planes)
        if wall.swing == 0.0:
            return wall.sign * (self.corners @ wall.slope - wall.offset)
        if wall.ring > 0.0:
            return self._ring_tangent(wall)
        across = (self.centres - wall.centre) @ wall.across
        far = np.linalg.norm(across, axis=1)
        slope = wall.slope + wall.swing * across / np.maximum(far, NO_LENGTH)[:, None]
        rise = np.einsum("nci,ni->nc", self.corners - self.centres[:, None], slope)
        bend = np.zeros(len(far))
        if wall.sign < 0.0:
            room = far - self.radius
            sagging = 0.5 * self.radius**2 / np.maximum(room, NO_LENGTH)
            bend = np.where(room > 0.0, wall.swing * sagging, np.inf)
        return wall.value(self.centres)[:, None] + wall.sign * rise - bend[:, None]

    def _highest_plane(self, planes: Array) -> Array:
        """The values at the corners, (n, 8), of the plane with the greatest value at the centre:
        the greatest of all planes is nowhere below it."""
        parts = np.array_split(self.centres, 1 + len(self.centres) * len(planes) // _AT_ONCE)
        which = [np.argmax(p @ planes[:, :3].T - planes[:, 3], axis=1) for p in parts]
        own = planes[np.concatenate(which)]
        return np.einsum("nci,ni->nc", self.corners, own[:, :3]) - own[:, None, 3]

    def _ring_tangent(self, wall: Wall) -> Array:
        """The values at the corners, (n, 8), of a linear function below the wall of a ring.

        In the half-plane (s, z) of a point, f is the distance from (ring, 0): it is convex, and no
        steeper than s. The radius s is convex too. A tangent plane lies above f, or above -f, by no
        more than circles of the radii s and f bend over the box.
        """
        off = self.centres - wall.centre
        flat = off @ wall.across
        s, z = np.linalg.norm(flat, axis=1), off @ wall.axis
        far = np.sqrt((s - wall.ring) ** 2 + z * z)
        by_s, by_z = (s - wall.ring) / np.maximum(far, NO_LENGTH), z / np.maximum(far, NO_LENGTH)
        outward = flat / np.maximum(s, NO_LENGTH)[:, None]
        slope = by_s[:, None] * outward + by_z[:, None] * wall.axis
        rise = np.einsum("nci,ni->nc", self.corners - self.centres[:, None], slope)
        loses = np.where(wall.sign * by_s < 0.0, np.abs(by_s) * self._sagging(s), 0.0)
        if wall.sign < 0.0:
            loses = loses + self._sagging(far)
        return wall.value(self.centres)[:, None] + wall.sign * rise - loses[:, None]

    def _sagging(self, far: Array) -> Array:
        """How far, mm, a circle of the radius `far` minus the box's radius bends over the box,
        (n,); inf where the box reaches the middle of the circle."""
        room = far - self.radius
        bend = 0.5 * self.radius**2 / np.maximum(room, NO_LENGTH)
        return np.where(room > 0.0, bend, np.inf)


def _others_gone(own: list[NDArray[np.bool_]], k: int) -> NDArray[np.bool_]:
    rest = [gone for m, gone in enumerate(own) if m != k]
    return np.logical_and.reduce(rest) if rest else np.ones_like(own[k])
