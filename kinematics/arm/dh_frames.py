"""Link frames by the textbook's rules: modified Denavit-Hartenberg rows of any joint axes.

Z_i lies on joint axis i. X_i lies on the common normal from Z_i to Z_i+1, its foot on Z_i is the
origin. Where the two meet X_i is square to both, to the side of X_i-1; where they are parallel
the normal is taken through the place where X_i-1 meets Z_i, so that d_i = 0; where they are one
line X_i is X_i-1. Frame 0 equals frame 1 at rest, or stands below it on the base plate. X_n is
parallel to X_n-1 at rest and passes through the same point of Z_n.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.axes import any_normal, axes_at_zero, feet, parallel
from kinematics.arm.mechanism import Joint, Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, check_pose, inverted

SIDEWAYS = 1e-12  # of a cosine: a normal is turned round only by more than rounding
SQUARE = 1e-9  # of a cosine: what an x axis may be off from square to its z
ZERO = 1e-13  # rad or mm: rounding of an entry that is 0

ONE_LINE = 1e-9  # mm between parallel axes that are one line


@dataclass(frozen=True, eq=False)
class DhTable:
    """Modified DH rows, rad and mm: A = Tx(a) Rx(alpha) Tz(d) Rz(theta0 + q); P adds q to d.

    T_base_first leads from the base to frame 0, T_last_flange from frame n to the flange.
    """

    alpha: Array
    a: Array
    d: Array
    theta0: Array
    kinds: str
    T_base_first: Array
    T_last_flange: Array

    def mechanism(self, joints: tuple[Joint, ...] | None = None, name: str = "") -> Mechanism:
        """The mechanism that the rows describe."""
        return Mechanism.from_modified_dh(
            alpha=self.alpha,
            a=self.a,
            d=self.d,
            theta0=self.theta0,
            kinds=self.kinds,
            joints=joints,
            T_base_first=self.T_base_first,
            T_last_flange=self.T_last_flange,
            name=name,
        )


def dh_from_axes(
    *,
    axes: ArrayLike,
    points: ArrayLike,
    T_base_flange_zero: ArrayLike,
    kinds: str | None = None,
    on_base_plate: bool = False,
) -> DhTable:
    """DH rows of joint axes at q = 0: directions and points (n, 3), base frame, mm.

    on_base_plate: frame 0 stands where axis 1 is nearest to the base origin, so that row 1 has
    the height of frame 1 as d; else it equals frame 1 at rest.
    """
    arm = Mechanism.from_axes(
        axes=axes, points=points, kinds=kinds, T_base_flange_zero=T_base_flange_zero
    )
    z, p = axes_at_zero(arm)
    frames = _frames(z, p)
    first = frames[0].copy()
    if on_base_plate:
        first[:3, 3] = p[0] - z[0] * (z[0] @ p[0])
    rows = [_row(before, after) for before, after in zip([first, *frames], frames, strict=False)]
    alpha, a, d, theta0 = np.array(rows).T
    return DhTable(
        alpha=alpha,
        a=a,
        d=d,
        theta0=theta0,
        kinds=arm.kinds,
        T_base_first=first,
        T_last_flange=inverted(frames[-1]) @ check_pose(T_base_flange_zero),
    )


def _frames(z: Array, p: Array) -> list[Array]:
    """Link frames 1 to n at rest, base frame."""
    frames: list[Array] = []
    x, on_axis = any_normal(z[0]), p[0]
    for i in range(len(z)):
        if i + 1 < len(z):
            origin, x, on_next = _normal(z, p, i, x, on_axis)
        else:  # X_n as X_n-1, through the same point
            origin, on_next = on_axis, on_axis
            x = x - z[i] * (x @ z[i])
            x = x / np.linalg.norm(x)
        T = np.eye(4)
        T[:3, :3] = np.stack([x, np.cross(z[i], x), z[i]], axis=1)
        T[:3, 3] = origin
        frames.append(T)
        on_axis = on_next
    return frames


def _normal(z: Array, p: Array, i: int, x: Array, on_axis: Array) -> tuple[Array, Array, Array]:
    """Origin and X of frame i, and the point of axis i + 1 that X_i passes through."""
    if parallel(z[i], z[i + 1]):
        across = p[i + 1] - on_axis
        across = across - z[i] * (across @ z[i])
        if np.linalg.norm(across) > ONE_LINE:
            return on_axis, across / np.linalg.norm(across), on_axis + across
        x = x - z[i] * (x @ z[i])
        return on_axis, x / np.linalg.norm(x), on_axis
    foot, on_next = feet(z[i], p[i], z[i + 1], p[i + 1])
    gap = on_next - foot
    normal = np.cross(z[i], z[i + 1])
    normal = normal / np.linalg.norm(normal)
    side = gap if np.linalg.norm(gap) > ONE_LINE else x
    return foot, -normal if side @ normal < -SIDEWAYS else normal, on_next


def _row(before: Array, after: Array) -> tuple[float, float, float, float]:
    """alpha, a, d, theta0 that lead from one frame to the next."""
    gap = after[:3, 3] - before[:3, 3]
    x, z = before[:3, 0], after[:3, 2]
    alpha = np.arctan2(np.cross(before[:3, 2], z) @ x, before[:3, 2] @ z)
    theta = np.arctan2(np.cross(x, after[:3, 0]) @ z, x @ after[:3, 0])
    row = (float(alpha), float(gap @ x), float(gap @ z), float(theta))
    if abs(x @ z) > SQUARE:
        raise KinematicsError("the axes leave no common normal for a DH row")
    return tuple(0.0 if abs(value) < ZERO else value for value in row)  # type: ignore[return-value]
