"""What every solver of the inverse problem offers to the front door."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.families.posture import Posture
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class Roots:
    """Solutions of N poses, a fixed number k of slots a pose.

    q: (N, k, n), revolute joints within one turn of (-pi, pi]. valid: (N, k). free: (N, n),
    joints that turn on the spot at a singular pose, where q holds one representative.
    doubled: (N, k), extra roots that fell on this one exactly. near: (N,), poses where two
    roots may be closer than counts as two. certified: (N,), poses whose roots are known to be all;
    None: whatever the solver says of its family.
    """

    q: Array
    valid: NDArray[np.bool_]
    free: NDArray[np.bool_]
    doubled: NDArray[np.int64]
    near: NDArray[np.bool_]
    certified: NDArray[np.bool_] | None = None

    @classmethod
    def joined(cls, parts: Sequence["Roots"]) -> "Roots":
        """The roots of several sets of poses, one after the other."""
        marks = [part.certified for part in parts if part.certified is not None]
        return cls(
            np.concatenate([part.q for part in parts]),
            np.concatenate([part.valid for part in parts]),
            np.concatenate([part.free for part in parts]),
            np.concatenate([part.doubled for part in parts]),
            np.concatenate([part.near for part in parts]),
            np.concatenate(marks) if len(marks) == len(parts) else None,
        )

    def used_slots(self) -> "Roots":
        """The same without the slots, after the first, that no pose has a root in."""
        used = np.asarray(self.valid.any(axis=0))
        used[:1] = True
        if used.all():
            return self
        q, valid, doubled = self.q[:, used], self.valid[:, used], self.doubled[:, used]
        return Roots(q, valid, self.free, doubled, self.near, self.certified)

    def part(self, which: slice) -> "Roots":
        """The roots of some of the poses."""
        return Roots(
            self.q[which],
            self.valid[which],
            self.free[which],
            self.doubled[which],
            self.near[which],
            None if self.certified is None else self.certified[which],
        )


@dataclass(frozen=True)
class Solver:
    """A family of mechanisms and its solution.

    recognise: the geometry of a mechanism, or a clause ("its axes ...") saying why it is not
    of the family. solve: all roots of checked poses (N, 4, 4); a third argument (N, n) names
    what free joints keep at singular poses, and where a redundant arm has its elbow. explain:
    why one pose has none. postures: the posture of slot i; empty where slots mean nothing, and
    the nearest root is followed. closed_form: whether no iteration is needed. seeded: whether
    `solve` with a third argument starts from it, so that a path has to be walked pose by pose.
    at_elbow: of a redundant arm, all roots of poses (N, 4, 4) at elbow angles (N,).
    in_slot_order: whether the solutions of a pose keep the order of the slots; else they are
    numbered by their joint values. over_elbow: as at_elbow, all angles (m,) for each pose, N m rows
    pose by pose, where that costs less than asking for the pairs.
    Where `solve` of a redundant arm is seeded it gives, unseeded, roots that stand for the
    continuum; else it keeps one elbow angle.
    barred: of a redundant arm, which poses (N, 4, 4) surely have no root at any elbow angle, (N,).
    """

    name: str
    recognise: Callable[[Mechanism], Any]
    solve: Callable[..., Roots]
    explain: Callable[[Any, Array], str]
    complete: bool
    postures: tuple[Posture, ...] = ()
    closed_form: bool = True
    at_elbow: Callable[..., Roots] | None = None
    seeded: bool = False
    in_slot_order: bool = False
    over_elbow: Callable[..., Roots] | None = None
    barred: Callable[..., NDArray[np.bool_]] | None = None

    @property
    def branches(self) -> bool:
        """Whether slots are branches that a path can follow."""
        return bool(self.postures)

    @property
    def redundant(self) -> bool:
        """Whether a pose needs one more condition, the elbow angle."""
        return self.at_elbow is not None

    def solve_at(self, geometry: Any, Ts: Array, angles: Array) -> Roots:
        """All roots of poses (N, 4, 4) at elbow angles (N,), rad."""
        assert self.at_elbow is not None, "only a redundant arm has an elbow angle"
        return self.at_elbow(geometry, Ts, angles)

    def solve_over(self, geometry: Any, Ts: Array, angles: Array) -> Roots:
        """All roots of poses (N, 4, 4) at all elbow angles (m,), rad: N m rows, pose by pose."""
        if self.over_elbow is not None:
            return self.over_elbow(geometry, Ts, angles)
        poses = np.repeat(Ts, len(angles), axis=0)
        return self.solve_at(geometry, poses, np.tile(angles, len(Ts)))
