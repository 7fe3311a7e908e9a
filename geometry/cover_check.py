"""The check of a cover: whether every box of it is free of a common point of two solids.

Shares with the search that made the cover only what the solids are (their level functions and
their conditions). It reasons from the corners of the boxes: a flat condition is least at a corner,
and so is the sum of a round condition and of what it fits into about the same axis, because less
the offset of two axes it is a concave function. What else the search knows is not used.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.clauses import Condition, Term, terms_of
from geometry.poses import Array, inverted, placed
from geometry.solid import Solid

_SIGNS = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


def boxes_hold_nothing(boxes: Array, a: Solid, b: Solid, T_a_b: Array, least: float) -> bool:
    """Whether in none of the boxes (n, 6), in the frame of a, both solids have a point in common
    at which each condition is at most `least` (0: no point; -d: none that is d deep)."""
    centres, halves = boxes[:, :3], boxes[:, 3:]
    in_b = placed(inverted(T_a_b), centres)
    level = np.maximum(a.level(centres), b.level(in_b))
    left = level <= np.linalg.norm(halves, axis=1) + least
    if not left.any():
        return True
    boxes = boxes[left]
    others = [term.placed(T_a_b) for term in terms_of(b)]
    return all(_empty(boxes, one, two, least).all() for one in terms_of(a) for two in others)


def _empty(boxes: Array, one: Term, two: Term, least: float) -> NDArray[np.bool_]:
    """Which boxes hold no common point of two terms."""
    lo, hi = boxes[:, :3] - boxes[:, 3:], boxes[:, :3] + boxes[:, 3:]
    grown = max(least, 0.0)
    outer_lo, outer_hi = np.maximum(one.lo, two.lo) - grown, np.minimum(one.hi, two.hi) + grown
    empty = np.any((lo > outer_hi) | (hi < outer_lo), axis=1)
    rows = np.flatnonzero(~empty)
    if len(rows):
        empty[rows] = _Corners(boxes[rows], one, two).empty(least)
    return empty


class _Corners:
    """The conditions of two terms at the corners of boxes, and what they rule out."""

    def __init__(self, boxes: Array, one: Term, two: Term) -> None:
        self.clauses = [list(clause) for clause in one.clauses + two.clauses]
        self.centres, self.radius = boxes[:, :3], np.linalg.norm(boxes[:, 3:], axis=1)
        self.corners = self.centres[:, None] + _SIGNS * boxes[:, None, 3:]
        self.known: dict[int, Array] = {}

    def empty(self, least: float) -> NDArray[np.bool_]:
        """For each box whether some clause cannot hold in it."""
        out = [[self._least(c) > least for c in clause] for clause in self.clauses]
        for _ in range(2):
            # A condition that is the last of its clause has to hold; what contradicts it cannot.
            needed = [[~gone & _others_gone(own, k) for k, gone in enumerate(own)] for own in out]
            for m, clause in enumerate(self.clauses):
                for k, condition in enumerate(clause):
                    out[m][k] = out[m][k] | self._contradicted(condition, m, needed, least)
        return np.logical_or.reduce([np.logical_and.reduce(own) for own in out])

    def _contradicted(
        self, condition: Condition, own: int, needed: list[list[NDArray[np.bool_]]], least: float
    ) -> NDArray[np.bool_]:
        ruled = np.zeros(len(self.centres), dtype=bool)
        for m, clause in enumerate(self.clauses):
            for k, other in enumerate(clause):
                rows = needed[m][k] & ~ruled
                if m != own and rows.any() and condition.face and other.face:
                    ruled |= rows & (self._least_half_sum(condition, other) > least)
        return ruled

    def _least(self, condition: Condition) -> Array:
        """A lower bound over each box."""
        face = condition.face
        if face is not None and face.centre is None:
            return self._minorant(condition).min(axis=1)
        return condition.value(self.centres) - self.radius

    def _least_half_sum(self, one: Condition, two: Condition) -> Array:
        total = 0.5 * (self._minorant(one) + self._minorant(two)).min(axis=1)
        if one.sign < two.sign:
            one, two = two, one
        f, g = one.face, two.face
        assert f is not None and g is not None
        if not (one.sign > 0 > two.sign and f.centre is not None and g.centre is not None):
            return np.asarray(total)
        if abs(f.swing - g.swing) > 1e-15:
            return np.asarray(total)
        across = g.across() if f.axis is None else f.across()
        offset = (self.corners - f.centre) @ across - (self.corners - g.centre) @ g.across()
        linear = self.corners @ (f.normal - g.normal) - (f.offset - g.offset)
        concave = 0.5 * (linear - f.swing * np.linalg.norm(offset, axis=2))
        return np.maximum(total, concave.min(axis=1))

    def _minorant(self, condition: Condition) -> Array:
        """At the corners, a linear function that is nowhere in the box above the condition."""
        if id(condition) not in self.known:
            self.known[id(condition)] = self._tangent(condition)
        return self.known[id(condition)]

    def _tangent(self, condition: Condition) -> Array:
        face = condition.face
        assert face is not None
        if face.centre is None:
            return condition.sign * (self.corners @ face.normal - face.offset)
        across = (self.centres - face.centre) @ face.across()
        far = np.linalg.norm(across, axis=1)
        slope = face.normal + face.swing * across / np.maximum(far, 1e-300)[:, None]
        rise = np.einsum("nci,ni->nc", self.corners - self.centres[:, None], slope)
        bend = np.zeros(len(far))
        if condition.sign < 0.0:
            room = far - self.radius
            sagging = 0.5 * self.radius**2 / np.maximum(room, 1e-300)
            bend = np.where(room > 0.0, face.swing * sagging, np.inf)
        return condition.value(self.centres)[:, None] + condition.sign * rise - bend[:, None]


def _others_gone(own: list[NDArray[np.bool_]], k: int) -> NDArray[np.bool_]:
    rest = [gone for m, gone in enumerate(own) if m != k]
    return np.logical_and.reduce(rest) if rest else np.ones_like(own[k])
