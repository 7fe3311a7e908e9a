"""Link frames by the textbook's rules: modified Denavit-Hartenberg rows for given joint axes.

Z_i lies on joint axis i. X_i lies on the common normal from Z_i to Z_i+1, and the foot of this
normal on Z_i is the origin of frame i. If the two axes meet, X_i is perpendicular to both and
points to the side of X_i-1. If they are parallel, X_i lies on the normal through the point where
X_i-1 meets Z_i, so that d_i = 0. If they are one line, X_i equals X_i-1. Frame 0 equals frame 1 at
q = 0, or stands below it on the base plate. X_n is parallel to X_n-1 at q = 0 and passes through
the point where X_n-1 meets Z_n.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.axes import any_normal, axes_at_zero, feet, parallel
from kinematics.arm.joints import Joint
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, check_pose, inverted

SIDEWAYS = 1e-12  # cosine: a normal is reversed only if its cosine is below minus this
SQUARE = 1e-9  # cosine: the most by which an x axis may not be perpendicular to the next z
ZERO = 1e-13  # rad or mm: an entry below this is 0 and rounding

ONE_LINE = 1e-9  # mm: parallel axes nearer than this are one line


@dataclass(frozen=True, eq=False)
class DhTable:
    """Modified DH rows, rad and mm: A = Tx(a) Rx(alpha) Tz(d) Rz(theta0 + q).

    A prismatic joint adds q to d instead. alpha, a, d, theta0: (n,). kinds: n letters, R or P.
    T_base_first: pose of frame 0 in the base. T_last_flange: pose of the flange in frame n.
    """

    alpha: Array
    a: Array
    d: Array
    theta0: Array
    kinds: str
    T_base_first: Array
    T_last_flange: Array

    def mechanism(self, joints: tuple[Joint, ...] | None = None, name: str = "") -> Mechanism:
        """The mechanism of these rows; joints: names and limits, None for unlimited joints."""
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
    """The modified DH rows of joint axes given at q = 0.

    axes, points: direction and one point of each axis, (n, 3), base frame, mm. on_base_plate: frame
    0 stands where axis 1 is nearest to the base origin, so that d of row 1 is the height of frame
    1; otherwise frame 0 equals frame 1 at q = 0. Raises KinematicsError as Mechanism.from_axes
    does.
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
    """Poses of link frames 1 to n in the base at q = 0."""
    frames: list[Array] = []
    x, on_axis = any_normal(z[0]), p[0]
    for i in range(len(z)):
        if i + 1 < len(z):
            origin, x, on_next = _normal(z, p, i, x, on_axis)
        else:  # X_n is parallel to X_n-1 and passes through the same point
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
    """Origin and X of frame i, and the point of axis i + 1 that X_i passes through.

    x: X of frame i - 1. on_axis: the point of axis i that X_i-1 passes through.
    """
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
    """alpha, a, d, theta0 (rad, mm) that lead from frame `before` to frame `after`."""
    gap = after[:3, 3] - before[:3, 3]
    x, z = before[:3, 0], after[:3, 2]
    alpha = np.arctan2(np.cross(before[:3, 2], z) @ x, before[:3, 2] @ z)
    theta = np.arctan2(np.cross(x, after[:3, 0]) @ z, x @ after[:3, 0])
    row = (float(alpha), float(gap @ x), float(gap @ z), float(theta))
    if abs(x @ z) > SQUARE:
        raise KinematicsError("the axes leave no common normal for a DH row")
    return tuple(0.0 if abs(value) < ZERO else value for value in row)  # type: ignore[return-value]
