"""Results of the inverse problem: solutions of one pose, of many poses, and along a path."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.limits import LimitExcess, least_excess
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.families.posture import Posture
from kinematics.poses.transforms import Array
from kinematics.solutions.accuracy import joint_bounds, near_names, smallest_singular_values
from kinematics.solutions.within_digits import loose_joints


@dataclass(frozen=True)
class Classification:
    """solver: name of the solver for a mechanism, or None; reason: one sentence about it."""

    solver: str | None
    reason: str


@dataclass(frozen=True, eq=False)
class IkSolutions:
    """All solutions of one pose, k rows.

    Those of an arm with a spherical wrist have the order of posture.POSTURES; those of any other
    arm are sorted by joint values, the first joint first.

    q: (k, n), rad in (-pi, pi] for revolute joints, or mm. residual_mm, residual_rad: (k,), how far
    forward(q) is from the pose. multiplicity: (k,), how many roots coincide. within_limits: (k,),
    whether q keeps the joint limits after whole turns are added. solver: its name. complete:
    whether these are surely all solutions. free_joints: indices from 0 of joints that a singular
    pose leaves free; q then holds one representative of the range. reason: why there is no
    solution, or "". mechanism: the arm, for its limits. note: what the solutions represent, if a
    redundant arm has more of them than can be listed, or why they may not be all. tolerance_mm,
    tolerance_rad: how far the meant pose may lie from the given one, in position and in angle.
    held: indices from 0 of joints that the caller has locked.

    What follows from these is computed when it is asked for: `smallest_singular_value`, `near`,
    `joint_bounds` and `loose`.
    """

    q: Array
    residual_mm: Array
    residual_rad: Array
    postures: tuple[Posture, ...]
    multiplicity: NDArray[np.int64]
    within_limits: NDArray[np.bool_]
    solver: str
    complete: bool
    free_joints: tuple[int, ...]
    reason: str
    mechanism: Mechanism | None = None
    note: str = ""
    tolerance_mm: float = 0.0
    tolerance_rad: float = 0.0
    held: tuple[int, ...] = ()

    @cached_property
    def limit(self) -> LimitExcess | None:
        """The least excess of a solution over the limits; None if one keeps them or k is 0."""
        if self.mechanism is None or self.within_limits.any():
            return None
        return least_excess(self.mechanism, self.q)

    @property
    def verdict(self) -> str:
        """Why the arm cannot take the pose (no solution, or none within the limits), or ""."""
        return self.reason or (f"beyond the limits: {self.limit}" if self.limit else "")

    @property
    def continuum(self) -> bool:
        """Whether the pose is singular with a whole range of solutions."""
        return bool(self.free_joints)

    @cached_property
    def smallest_singular_value(self) -> Array:
        """That of the Jacobian without units at each solution, (k,); see `accuracy.py`.

        0 in a singular pose; the least motion of the flange per unit motion of the joints, with
        lengths by the size of the arm.
        """
        return smallest_singular_values(self._arm, self.q, self.held)

    @cached_property
    def near(self) -> tuple[tuple[str, ...], ...]:
        """The causes of the singular pose that each solution is at or near, as in `singularity`."""
        return near_names(self._arm, self.q, self.held)

    @cached_property
    def joint_bounds(self) -> Array:
        """How far each joint of each solution may be off, (k, n), rad or mm; inf: no bound.

        For every pose within the tolerances the solution that continues this one lies within the
        bounds; without tolerances they are those of rounding. There is no bound near a singular
        pose, near being measured by the tolerances, and none for an arm with closed loops. A
        redundant arm has a solution within the bounds, besides others.
        """
        shift = self.tolerance_mm + self.residual_mm
        turn = self.tolerance_rad + self.residual_rad
        return joint_bounds(self._arm, self.q, shift, turn, self.held)

    @cached_property
    def loose(self) -> NDArray[np.bool_]:
        """Joints that can move while the pose stays within the tolerances, (k, n), each solution.

        They can by a few degrees at least, or a few hundredths of the size of the arm. None is
        without tolerances, and none of a redundant arm, whose joints can always move.
        """
        if not (self.tolerance_mm or self.tolerance_rad):
            return np.zeros(self.q.shape, bool)
        return loose_joints(self._arm, self.q, self.tolerance_mm, self.tolerance_rad, self.held)

    @property
    def _arm(self) -> Mechanism:
        assert self.mechanism is not None, "solutions of an arm know the arm"
        return self.mechanism

    def __len__(self) -> int:
        return len(self.q)


@dataclass(frozen=True, eq=False)
class IkBatch:
    """All solutions of N poses; unused rows hold nan.

    q: (N, kmax, n), rad or mm. count: (N,), solutions of each pose. branch: (N, kmax), index in the
    postures of the solver (POSTURES for six axes), -1 in unused rows and for arms without postures.
    multiplicity: (N, kmax), 0 in unused rows. free: (N, n), whether a singular pose leaves the
    joint free; its solutions then represent a range. certified: (N,), whether the solutions of the
    pose are surely all (a range counts as its representatives); other poses may have more.
    mechanism: the arm. poses: (N, 4, 4), those that were solved. tolerance_mm, tolerance_rad, held:
    as of IkSolutions.

    `smallest_singular_value`, `joint_bounds` and `loose` are computed when they are asked for.
    """

    q: Array
    count: NDArray[np.int64]
    branch: NDArray[np.int64]
    multiplicity: NDArray[np.int64]
    free: NDArray[np.bool_]
    solver: str
    certified: NDArray[np.bool_]
    mechanism: Mechanism | None = None
    poses: Array | None = None
    tolerance_mm: float = 0.0
    tolerance_rad: float = 0.0
    held: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every pose of the batch is certified."""
        return bool(self.certified.all())

    @property
    def continuum(self) -> NDArray[np.bool_]:
        """Whether each pose has a whole range of solutions, (N,)."""
        return np.asarray(self.free.any(axis=1))

    @cached_property
    def smallest_singular_value(self) -> Array:
        """As of IkSolutions, (N, kmax); nan in unused rows."""
        arm, rows, _ = self._solved
        return self._spread(smallest_singular_values(arm, rows, self.held), np.nan)

    @cached_property
    def joint_bounds(self) -> Array:
        """As of IkSolutions, (N, kmax, n); nan in unused rows."""
        arm, rows, poses = self._solved
        shift, turn = misses(arm, rows, poses)
        shift, turn = shift + self.tolerance_mm, turn + self.tolerance_rad
        return self._spread(joint_bounds(arm, rows, shift, turn, self.held), np.nan)

    @cached_property
    def loose(self) -> NDArray[np.bool_]:
        """As of IkSolutions, (N, kmax, n); False in unused rows."""
        arm, rows, _ = self._solved
        if not (self.tolerance_mm or self.tolerance_rad):
            return np.zeros(self.q.shape, bool)
        found = loose_joints(arm, rows, self.tolerance_mm, self.tolerance_rad, self.held)
        return self._spread(found, False)

    def near_of(self, pose: int) -> tuple[tuple[str, ...], ...]:
        """`IkSolutions.near` of the solutions of one pose."""
        assert self.mechanism is not None, "a batch knows its arm"
        return near_names(self.mechanism, self.q[pose, : self.count[pose]], self.held)

    @property
    def _solved(self) -> tuple[Mechanism, Array, Array]:
        """The arm, the used rows (K, n) of q, and the pose of each, (K, 4, 4)."""
        assert self.mechanism is not None and self.poses is not None, "a batch knows what it solved"
        used = self._used
        return self.mechanism, self.q[used], self.poses[used.nonzero()[0]]

    @property
    def _used(self) -> NDArray[np.bool_]:
        return np.arange(self.q.shape[1]) < self.count[:, None]

    def _spread(self, values: NDArray[Any], unused: float) -> NDArray[Any]:
        """Values of the used rows (K, ...) in the places of these rows, (N, kmax, ...)."""
        spread = np.full((*self.q.shape[:2], *values.shape[1:]), unused)
        spread[self._used] = values
        return spread


@dataclass(frozen=True, eq=False)
class TrackResult:
    """Joint values along a path.

    q: (N, n), continuous along the path; rows from failed_at on are nan. failed_at: index of the
    first pose that cannot be followed, or None. reason: why it cannot, or "".
    """

    q: Array
    failed_at: int | None
    reason: str
