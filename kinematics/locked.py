"""A mechanism with some joints locked: the mechanism of the others, and the way back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinematics.errors import KinematicsError
from kinematics.mechanism import Mechanism
from kinematics.reals import reals
from kinematics.transforms import Array, rotation_z, translation


@dataclass(frozen=True, eq=False)
class LockedArm:
    """rest: the mechanism of the joints `free` (places in `mechanism`); values: (n,), nan free."""

    mechanism: Mechanism
    rest: Mechanism
    free: tuple[int, ...]
    values: Array

    def whole(self, q: Array) -> Array:
        """Joint values (..., n) of the whole arm from those of the free joints."""
        full = np.empty((*q.shape[:-1], self.mechanism.n))
        full[:] = self.values
        full[..., list(self.free)] = q
        return full


def lock(mechanism: Mechanism, locked: Mapping[int, float]) -> LockedArm:
    """The arm with the joints {place from 0: value, rad or mm} held fast."""
    values = np.full(mechanism.n, np.nan)
    for joint, value in locked.items():
        if not isinstance(joint, int | np.integer) or not 0 <= joint < mechanism.n:
            raise KinematicsError(
                f"locked= names joint {joint!r}; joints count from 0 to {mechanism.n - 1}"
            )
        if not np.isfinite(reals(value, f"locked joint {joint} needs a number, rad or mm")).all():
            raise KinematicsError(f"locked joint {joint} needs a finite value, rad or mm")
        values[joint] = value
    free = tuple(int(i) for i in np.flatnonzero(np.isnan(values)))
    if not free:
        raise KinematicsError("locked= leaves no joint to move")
    frames, held = [], np.eye(4)
    for i in range(mechanism.n):
        held = held @ mechanism.T_link_joint[i]
        if i in free:
            frames.append(held)
            held = np.eye(4)
        elif mechanism.kinds[i] == "R":
            held = held @ rotation_z(values[i])
        else:
            held = held @ translation(0.0, 0.0, values[i])
    rest = replace(
        mechanism,
        joints=tuple(mechanism.joints[i] for i in free),
        T_link_joint=np.stack(frames),
        T_last_flange=held @ mechanism.T_last_flange,
        name=f"{mechanism.name or 'this arm'} with {_names(mechanism, free)} locked",
    )
    return LockedArm(mechanism, rest, free, values)


def _names(mechanism: Mechanism, free: tuple[int, ...]) -> str:
    names = [str(i + 1) for i in range(mechanism.n) if i not in free]
    return f"joint{'s' if len(names) > 1 else ''} {', '.join(names)}"
