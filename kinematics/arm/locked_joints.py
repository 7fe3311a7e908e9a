"""A mechanism with some joints locked: the mechanism of its free joints, and how the joint values
of the two correspond.

Joints locked before the first free joint or behind the last one only move the base or the flange:
they change the pose that the free joints have to take, but not the links between the free joints.
So the mechanism of the free joints (`core`) depends only on the values of joints locked between
free ones, and one set-up of a solver serves all values of joints locked at the ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.numbers import finite_number, whole_number
from kinematics.poses.transforms import Array, inverted


@dataclass(frozen=True, eq=False)
class LockedArm:
    """A mechanism with locked joints.

    free: indices of the free joints in `mechanism`. values: (n,), the locked values, nan at free
    joints. core: the mechanism of the free joints, with the joints locked at its ends at 0.
    T_base_core: pose of the core's base in the base. T_core_flange: pose of the flange in the
    core's flange. T_base_flange = T_base_core @ (flange pose of the core) @ T_core_flange.
    """

    mechanism: Mechanism
    core: Mechanism
    free: tuple[int, ...]
    values: Array
    T_base_core: Array
    T_core_flange: Array

    @cached_property
    def rest(self) -> Mechanism:
        """The mechanism of the free joints, with the base and the flange of `mechanism`."""
        frames = self.core.T_link_joint.copy()
        frames[0] = self.T_base_core @ frames[0]
        T_last_flange = self.core.T_last_flange @ self.T_core_flange
        return replace(self.core, T_link_joint=frames, T_last_flange=T_last_flange)

    def core_poses(self, Ts: Array) -> Array:
        """Flange poses (N, 4, 4) of the core with which the flange of `mechanism` stands at Ts."""
        return np.asarray(inverted(self.T_base_core) @ Ts @ inverted(self.T_core_flange))

    def whole(self, q: Array) -> Array:
        """Joint values (..., n) of the whole arm from values q (..., k) of its k free joints."""
        full = np.empty((*q.shape[:-1], self.mechanism.n))
        full[:] = self.values
        full[..., list(self.free)] = q
        return full


def lock(mechanism: Mechanism, locked: Mapping[int, float]) -> LockedArm:
    """The arm with some joints locked: {index from 0: value, rad or mm}.

    Raises KinematicsError for joints that it does not have, and if no joint stays free.
    """
    values = np.full(mechanism.n, np.nan)
    for joint, value in check_locked(locked).items():
        place = joint_place(mechanism, joint, "locked=")
        wanted = f"locked joint {joint} needs a number that is finite, rad or mm"
        values[place] = finite_number(value, wanted)
    free = tuple(int(i) for i in np.flatnonzero(np.isnan(values)))
    if not free:
        raise KinematicsError("locked= leaves no joint to move")
    between = tuple((i, float(values[i])) for i in range(free[0], free[-1]) if i not in free)
    T_base_core = end_shifts(mechanism, range(free[0]), values[None])[0]
    T_core_flange = end_shifts(mechanism, range(free[-1] + 1, mechanism.n), values[None])[0]
    core = _core(mechanism, free, between)
    return LockedArm(mechanism, core, free, values, T_base_core, T_core_flange)


def check_locked(locked: Mapping[int, float]) -> Mapping[int, float]:
    """The mapping that a caller gave as locked=; KinematicsError if it is not a mapping."""
    if not isinstance(locked, Mapping):
        raise KinematicsError(f"locked= is {{joint from 0: value, rad or mm, ...}}, not {locked!r}")
    return locked


def joint_place(mechanism: Mechanism, joint: object, option: str) -> int:
    """The index from 0 of a joint that a caller names in `option`; KinematicsError if out of
    range."""
    wanted = f"joints count from 0 to {mechanism.n - 1}: {option} names one of them"
    place = whole_number(joint, wanted)
    if place >= mechanism.n:
        raise KinematicsError(f"{wanted}, not {joint!r}")
    return place


def end_shifts(mechanism: Mechanism, joints: range, q: Array) -> Array:
    """Shifts of the base or the flange when the joints at one end are locked at q (N, n), not at 0.

    joints: a range that begins at 0, or one that ends at n. For a range from 0 the result is
    T_base_core (N, 4, 4), for one up to n it is T_core_flange (N, 4, 4); see LockedArm. Where all
    these joints are at 0 the result is the identity.
    """
    moved, still = np.eye(4), np.eye(4)
    for i in joints:
        moved = moved @ mechanism.T_link_joint[i] @ _motion(mechanism, i, q[:, i])
        still = still @ mechanism.T_link_joint[i]
    if joints.start == 0:
        return np.asarray(np.broadcast_to(moved @ inverted(still), (len(q), 4, 4)))
    moved, still = moved @ mechanism.T_last_flange, still @ mechanism.T_last_flange
    return np.asarray(np.broadcast_to(inverted(still) @ moved, (len(q), 4, 4)))


@lru_cache(maxsize=256)
def _core(
    mechanism: Mechanism, free: tuple[int, ...], between: tuple[tuple[int, float], ...]
) -> Mechanism:
    """The mechanism of the free joints; joints locked at the ends are at 0.

    between: (index, value) of each joint locked between free ones.
    """
    held_at, frames, T = dict(between), [], np.eye(4)
    for i in range(mechanism.n):
        T = T @ mechanism.T_link_joint[i]
        if i in free:
            frames.append(T)
            T = np.eye(4)
        elif i in held_at:
            T = T @ _motion(mechanism, i, np.array(held_at[i]))
    return replace(
        mechanism,
        joints=tuple(mechanism.joints[i] for i in free),
        T_link_joint=np.stack(frames),
        T_last_flange=T @ mechanism.T_last_flange,
        name=f"{mechanism.name or 'this arm'} with {_names(mechanism, free)} locked",
    )


def _motion(mechanism: Mechanism, joint: int, value: Array) -> Array:
    """Poses (..., 4, 4) by which a joint moves its link at values (...)."""
    T = np.zeros((*value.shape, 4, 4))
    T[..., :, :] = np.eye(4)
    if mechanism.kinds[joint] == "P":
        T[..., 2, 3] = value
        return T
    T[..., 0, 0] = T[..., 1, 1] = np.cos(value)
    T[..., 1, 0] = np.sin(value)
    T[..., 0, 1] = -T[..., 1, 0]
    return T


def _names(mechanism: Mechanism, free: tuple[int, ...]) -> str:
    names = [str(i + 1) for i in range(mechanism.n) if i not in free]
    return f"joint{'s' if len(names) > 1 else ''} {', '.join(names)}"
