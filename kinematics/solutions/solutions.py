"""What the inverse problem answers: the solutions of one pose, of many, and of a path."""

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
    """All solutions of one pose, one a row: of an arm with a spherical wrist in the order of
    posture.POSTURES, of any other sorted by joint values, the first joint first.

    q: (k, n), revolute joints in (-pi, pi], rad or mm. residual_mm, residual_rad: (k,), what
    forward kinematics of q misses the pose by. multiplicity: (k,), how many roots fell
    together. within_limits: (k,), whether q keeps the joint limits, whole turns allowed.
    complete: whether every solution is here. free_joints: joints, from 0, that a singular
    pose leaves free; q then holds one representative. reason: why there is none, else "".
    mechanism: of the joints and their limits. note: what the solutions stand for, where a
    redundant arm has more of them than can be listed.
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
        """The least by which any solution breaks the limits; None when one keeps them."""
        if self.mechanism is None or self.within_limits.any():
            return None
        return least_excess(self.mechanism, self.q)

    @property
    def verdict(self) -> str:
        """Why the arm cannot take the pose: no solution, or none within the limits; else ""."""
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

    q: (N, kmax, n). count: (N,). branch: (N, kmax), place in the postures of the solver
    (POSTURES for six axes), -1 where they say nothing or the row is unused. multiplicity:
    (N, kmax), 0 in unused rows. free: (N, n), joints left free by a singular pose, where the
    solutions stand for a range. certified: (N,), the poses whose solutions are known to be all
    (a range counts by what stands for it); at the others there may be more than those given.
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
        """Whether every pose is certified: one that is not makes it False for the batch."""
        return bool(self.certified.all())

    @property
    def continuum(self) -> NDArray[np.bool_]:
        """Whether each pose has a whole range of solutions, (N,)."""
        return np.asarray(self.free.any(axis=1))


@dataclass(frozen=True, eq=False)
class TrackResult:
    """q: (N, n), continuous along the path; rows from failed_at on are nan. reason: "" if none."""

    q: Array
    failed_at: int | None
    reason: str
