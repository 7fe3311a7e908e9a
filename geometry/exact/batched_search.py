"""Whether two solids share volume in each of many poses: one search for all of them.

The search is that of `common_point`, with boxes of all poses in the same arrays, with fewer kinds
of bounds, and without a cover: a pose that it does not decide is left to `common_point`. A box is
ruled out where it holds no ball of the least radius that counts as shared volume:

- a condition has over a box with half edges h the lower bounds v - |h| and v - |G| . h - r, where v
  and G are its value and slope at the centre, and r is how far a hole bends below its tangent
  plane (see `lower_bounds`);
- the half sum of a condition of one solid and one of the other has the lower bound
  (v_i + v_j - |G_i + G_j| . h - r_i - r_j) / 2. It rules out a condition if the other one is the
  only condition of its clause that is left.

With spins (see `batched_views`) a state holds over whole intervals of turns or slides about each
pose: values are then lower, and levels of points higher, by what may change in the intervals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.exact.batched_views import Integers, Spin, Table, Views, tables_of, views_of
from geometry.loops.batch_kernel import APART, MEETS, OPEN
from geometry.poses import Array
from geometry.solids.tree import Solid
from geometry.tolerances import LEAST_BALL

# Most boxes of one pose, for poses and for intervals about poses.
_BUDGET, _SPIN_BUDGET = 8_000, 400
# Poses that are searched together: their boxes stay in the caches of the processor.
_AT_ONCE = 64
# Best points of a pose that move towards the common part, their steps, and the levels from one such
# move to the next.
_MOST_POLISHED, _POLISHING_STEPS, _POLISHED_EACH = 4, 4, 3
_EIGHT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


def states_of(a: Solid, b: Solid, T_a_b: Array, spins: Sequence[Spin] = ()) -> Integers:
    """APART, MEETS or OPEN for each pose of b in a, (n, 4, 4): (n,); with spins for all poses of
    the intervals about each pose. APART: The solids share no volume, but may touch. OPEN: The
    search has ended its budget, or a solid has a condition without faces (see `normal_form`).

    spins: First those about lines of b, then those about lines of a; no more than one of each.
    """
    states = np.full(len(T_a_b), OPEN, dtype=np.int64)
    ones, twos = tables_of(a), tables_of(b)
    if ones is None or twos is None:
        return states
    for at in range(0, len(T_a_b), _AT_ONCE):
        rows = slice(at, at + _AT_ONCE)
        own = tuple(spin.some(rows) for spin in spins)
        states[rows] = _Search(T_a_b[rows], own).states(ones, twos)
    return states


@dataclass(eq=False)
class _Boxes:
    """Boxes of a pair of terms: centres and half edges (n, 3), the pose of each (n,), and slacks of
    the conditions of the second term by pose, (m, k)."""

    one: Table
    two: Table
    centres: Array
    halves: Array
    owner: Integers
    slacks: Array


class _Search:
    """The search for some poses (m, 4, 4)."""

    def __init__(self, T_a_b: Array, spins: Sequence[Spin]) -> None:
        self.T, self.spins = T_a_b, spins
        self.budget = _SPIN_BUDGET if spins else _BUDGET
        self.level = 0
        self.looked_at = np.zeros(len(T_a_b), dtype=np.int64)
        self.met = np.zeros(len(T_a_b), dtype=bool)
        self.open = np.zeros(len(T_a_b), dtype=bool)

    def states(self, ones: tuple[Table, ...], twos: tuple[Table, ...]) -> Integers:
        """The states of the poses. All pairs of terms are searched at the same level before any is
        searched at the next: what meets, mostly meets in large boxes."""
        pairs = [self._first_boxes(one, two) for one in ones for two in twos]
        while pairs:
            for boxes in pairs:
                self._narrow(boxes)
            self.level += 1
            pairs = [boxes for boxes in pairs if len(boxes.centres)]
        return np.where(self.met, MEETS, np.where(self.open, OPEN, APART))

    def _first_boxes(self, one: Table, two: Table) -> _Boxes:
        """The common parts of the bounds of two terms."""
        poses = np.flatnonzero(~self.met)
        R, t = self.T[poses, :3, :3], self.T[poses, :3, 3]
        middle, half = two.bounds.mean(axis=0), 0.5 * (two.bounds[1] - two.bounds[0])
        at, reach = R @ middle + t, np.abs(R) @ half
        for spin in self.spins:
            corners = _corners(at - reach, at + reach)
            reach = reach + spin.some(poses).ways(corners, self.T[poses])[:, None]
        low, high = np.maximum(one.bounds[0], at - reach), np.minimum(one.bounds[1], at + reach)
        fits = (high - low > LEAST_BALL).all(axis=1)
        poses, low, high = poses[fits], low[fits], high[fits]
        slacks = np.zeros((len(self.T), len(two.signs)))
        slacks[poses] = self._slacks(two, _corners(low, high), poses)
        boxes = 0.5 * (low + high), 0.5 * (high - low)
        return _Boxes(one, two, *boxes, poses, slacks)

    def _narrow(self, boxes: _Boxes) -> None:
        """Looks at the boxes, in place: those that are not ruled out are halved across the side
        along which the conditions change most: a long edge needs no more boxes than a short one."""
        self.looked_at += np.bincount(boxes.owner, minlength=len(self.T))
        self.open |= self.looked_at > self.budget
        rows = np.flatnonzero(~(self.met | self.open)[boxes.owner])
        centres, halves, owner = boxes.centres[rows], boxes.halves[rows], boxes.owner[rows]
        views = views_of(boxes.one, boxes.two, self.T[owner], centres, boxes.slacks[owner])
        left = np.flatnonzero(~views.ruled_out(halves))
        if len(left):
            views = views.some(left)
            self._note_met(boxes, views, owner[left])
            is_open = ~self.met[owner[left]]
            left, views = left[is_open], views.some(np.flatnonzero(is_open))
        halves = halves[left]
        step = np.zeros(halves.shape)
        side = np.argmax(views.changes(halves), axis=1) if len(left) else np.zeros(0, np.int64)
        number = np.arange(len(left))
        halves[number, side] *= 0.5
        step[number, side] = halves[number, side]
        boxes.halves, boxes.owner = np.concatenate([halves, halves]), np.tile(owner[left], 2)
        boxes.centres = np.concatenate([centres[left] - step, centres[left] + step])

    def _note_met(self, boxes: _Boxes, views: Views, owner: Integers) -> None:
        """Notes the poses (n,) in which a point of the views, or the place to which one of the best
        of them moves, is deep enough in both terms."""
        level = views.levels()
        self.met[owner[level <= -LEAST_BALL]] = True
        if self.level % _POLISHED_EACH:
            return
        order = np.lexsort((level, owner))
        order = order[~self.met[owner[order]]]
        first = np.flatnonzero(np.diff(owner[order], prepend=-1))
        rank = np.arange(len(order)) - np.repeat(first, np.diff(first, append=len(order)))
        best = order[rank < _MOST_POLISHED]
        poses, views = owner[best], views.some(best)
        for _ in range(_POLISHING_STEPS if len(best) else 0):
            slack, points = boxes.slacks[poses], views.polished()
            views = views_of(boxes.one, boxes.two, self.T[poses], points, slack)
            is_met = views.levels() <= -LEAST_BALL
            self.met[poses[is_met]] = True
            poses, views = poses[~is_met], views.some(np.flatnonzero(~is_met))

    def _slacks(self, two: Table, corners: Array, poses: Integers) -> Array:
        """The slacks of the conditions of the second term in regions with corners (n, 8, 3) about
        poses (n,): (n, k), mm."""
        T, slacks = self.T[poses], np.zeros((len(poses), len(two.signs)))
        for spin in self.spins:
            ways = spin.some(poses).ways(corners, T)[:, None]
            if spin.in_first:
                # What an earlier spin has changed may face anywhere.
                slacks += ways * np.where(slacks > 0.0, 1.0, two.slacks_in(T, spin))
            else:
                slacks += ways * two.slacks(spin)
        return slacks


def _corners(low: Array, high: Array) -> Array:
    """The corners (n, 8, 3) of boxes from low to high (n, 3)."""
    return 0.5 * (low + high)[:, None] + (high - low)[:, None] * _EIGHT
