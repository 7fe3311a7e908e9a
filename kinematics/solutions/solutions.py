"""Results of the inverse problem: solutions of one pose, of many poses, and along a path."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.limits import LimitExcess, least_excess
from kinematics.arm.mechanism import Mechanism
from kinematics.families.posture import Posture
from kinematics.poses.transforms import Array


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
    redundant arm has more of them than can be listed, or why they may not be all.
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
    """

    q: Array
    count: NDArray[np.int64]
    branch: NDArray[np.int64]
    multiplicity: NDArray[np.int64]
    free: NDArray[np.bool_]
    solver: str
    certified: NDArray[np.bool_]

    @property
    def complete(self) -> bool:
        """Whether every pose of the batch is certified."""
        return bool(self.certified.all())

    @property
    def continuum(self) -> NDArray[np.bool_]:
        """Whether each pose has a whole range of solutions, (N,)."""
        return np.asarray(self.free.any(axis=1))


@dataclass(frozen=True, eq=False)
class TrackResult:
    """Joint values along a path.

    q: (N, n), continuous along the path; rows from failed_at on are nan. failed_at: index of the
    first pose that cannot be followed, or None. reason: why it cannot, or "".
    """

    q: Array
    failed_at: int | None
    reason: str
