"""The form of a solver of the inverse problem, and of the roots that it gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.families.posture import Posture
from kinematics.poses.transforms import Array
from kinematics.solutions.one_pose import Desk


@dataclass(frozen=True, eq=False)
class Roots:
    """Roots of N poses, in a fixed number k of slots for each pose.

    q: (N, k, n), rad or mm, revolute joints within one turn of (-pi, pi]. valid: (N, k), whether
    the slot holds a root. free: (N, n), whether a singular pose leaves the joint free; q then holds
    one representative. doubled: (N, k), number of further roots that coincide with this one. near:
    (N,), whether two roots of the pose may be so close that they count as one. certified: (N,),
    whether these are surely all roots of the pose; None: `Solver.complete` says so for all poses.
    doubts: why the roots of a pose may not be all, or "", N of them; empty: no reason is known.
    """

    q: Array
    valid: NDArray[np.bool_]
    free: NDArray[np.bool_]
    doubled: NDArray[np.int64]
    near: NDArray[np.bool_]
    certified: NDArray[np.bool_] | None = None
    doubts: tuple[str, ...] = ()

    @classmethod
    def to_fill(cls, count: int, slots: int, joints: int) -> "Roots":
        """Room for the roots of so many poses: nothing is free or doubled; q, valid and near hold
        nothing yet and are written by the solver."""
        return cls(
            q=np.empty((count, slots, joints)),
            valid=np.empty((count, slots), bool),
            free=np.zeros((count, joints), bool),
            doubled=np.zeros((count, slots), np.int64),
            near=np.empty(count, bool),
        )

    @classmethod
    def joined(cls, parts: Sequence["Roots"]) -> "Roots":
        """The roots of several stacks of poses, joined along the first axis."""
        marks = [part.certified for part in parts if part.certified is not None]
        doubts: tuple[str, ...] = ()
        if any(part.doubts for part in parts):
            doubts = tuple(why for part in parts for why in part.doubts or ("",) * len(part.q))
        return cls(
            np.concatenate([part.q for part in parts]),
            np.concatenate([part.valid for part in parts]),
            np.concatenate([part.free for part in parts]),
            np.concatenate([part.doubled for part in parts]),
            np.concatenate([part.near for part in parts]),
            np.concatenate(marks) if len(marks) == len(parts) else None,
            doubts,
        )

    def used_slots(self) -> "Roots":
        """These roots without slots that are empty at every pose; the first slot always stays."""
        used = np.asarray(self.valid.any(axis=0))
        used[:1] = True
        if used.all():
            return self
        q, valid, doubled = self.q[:, used], self.valid[:, used], self.doubled[:, used]
        return replace(self, q=q, valid=valid, doubled=doubled)

    def part(self, which: slice | NDArray[np.int64]) -> "Roots":
        """The roots of the poses of a slice, or of rows (m,)."""
        return Roots(
            self.q[which],
            self.valid[which],
            self.free[which],
            self.doubled[which],
            self.near[which],
            None if self.certified is None else self.certified[which],
            tuple(self.doubts[i] for i in np.arange(len(self.q))[which]) if self.doubts else (),
        )


@dataclass(frozen=True)
class Solver:
    """A family of mechanisms and the functions that solve it.

    recognise: takes a mechanism and gives its geometry, or a clause ("its axes ...") that says why
    it is not of the family. solve: takes the geometry and checked poses (N, 4, 4), mm, and gives
    all roots; a third argument `held` (N, n) holds the values that free joints keep at singular
    poses, and for a redundant arm the elbow. explain: takes the geometry and a pose (4, 4) without
    root and says why. complete: whether `solve` surely gives all roots. postures: the posture of
    each slot; empty if slots have no meaning, so that paths follow the nearest root. closed_form:
    whether no iteration is needed. seeded: whether `solve` starts from `held`, so that a path has
    to be solved pose by pose. in_slot_order: whether solutions keep the order of the slots;
    otherwise their joint values order them.

    Redundant arms only: at_elbow gives all roots of poses (N, 4, 4) at elbow angles (N,), rad.
    over_elbow gives those of each pose at all angles (m,), N m rows, pose by pose, if this is
    faster than at_elbow. barred: whether poses (N, 4, 4) surely have no root at any elbow angle,
    (N,). A seeded `solve` without `held` gives roots that represent the continuum; one that is not
    seeded keeps one elbow angle.

    desk: takes a mechanism and its geometry and gives what solves one regular pose by a shipped
    loop, whose answer is that of `solve`; None if there is no such loop.

    title, note: take a geometry and give the name of the solver for it, in an answer and in a
    sentence; None if its name serves for all geometries.
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
    title: Callable[[Any], str] | None = None
    note: Callable[[Any], str] | None = None
    desk: Callable[[Mechanism, Any], Desk] | None = None

    @property
    def branches(self) -> bool:
        """Whether each slot is a branch that a path can follow."""
        return bool(self.postures)

    @property
    def redundant(self) -> bool:
        """Whether a pose has to be completed by an elbow angle."""
        return self.at_elbow is not None

    def titled(self, geometry: Any) -> "Solver":
        """The solver under the name that it has for one geometry."""
        return self if self.title is None else replace(self, name=self.title(geometry))

    def described(self, geometry: Any) -> str:
        """What to call the solver of one geometry in a sentence."""
        return self.name if self.note is None else self.note(geometry)

    def posture(self, slot: int) -> Posture:
        """The posture of a slot; one that says nothing of a slot behind those with names."""
        return self.postures[slot] if slot < len(self.postures) else Posture()

    def solve_at(self, geometry: Any, Ts: Array, angles: Array) -> Roots:
        """All roots of poses (N, 4, 4) at elbow angles (N,), rad."""
        assert self.at_elbow is not None, "only a redundant arm has an elbow angle"
        return self.at_elbow(geometry, Ts, angles)

    def solve_over(self, geometry: Any, Ts: Array, angles: Array) -> Roots:
        """All roots of poses (N, 4, 4) at all elbow angles (m,), rad, in N m rows, pose by pose."""
        if self.over_elbow is not None:
            return self.over_elbow(geometry, Ts, angles)
        poses = np.repeat(Ts, len(angles), axis=0)
        return self.solve_at(geometry, poses, np.tile(angles, len(Ts)))
