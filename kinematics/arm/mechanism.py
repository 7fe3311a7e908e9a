"""Mechanism: a chain of revolute and prismatic joints, made from DH tables, links or axes."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.joints import FIXED, Joint, joints_of_rows
from kinematics.arm.link_tables import (
    FARTHEST_TURN,
    axis_frames,
    check_offsets,
    dh_columns,
    moving_rows,
    screw_x,
    screw_z,
    tilts_y,
)
from kinematics.arm.link_tree import LinkTree
from kinematics.arm.without_loops import WithoutLoops
from kinematics.errors import KinematicsError
from kinematics.poses.numbers import frozen, reals
from kinematics.poses.transforms import (
    FARTHEST,
    Array,
    check_pose,
    check_poses,
    inverted,
    straightened,
)


@dataclass(frozen=True, eq=False)
class Mechanism(WithoutLoops):
    """A chain of joints from the base (link 0) to the flange.

    T_base_flange(q) = prod_i [T_link_joint[i] Motion_i(q_i)] T_last_flange, where Motion_i is
    Rz(q_i) for a revolute and Tz(q_i) for a prismatic joint. Link i moves with joint i, and the z
    axis of its frame is the axis of joint i. T_link_joint: (n, 4, 4), mm. name, source: of the arm
    and of its numbers. position_only: goals set the position of the flange and not its orientation,
    as for an arm of three joints, which cannot set one.
    """

    joints: tuple[Joint, ...]
    T_link_joint: Array = field(repr=False)
    T_last_flange: Array = field(repr=False)
    name: str = ""
    source: str = field(default="", repr=False)
    position_only: bool = False

    def __post_init__(self) -> None:
        joints = tuple(self.joints)
        if not joints:
            raise KinematicsError("a mechanism needs at least one joint")
        T_link_joint = straightened(check_poses(self.T_link_joint))
        if len(T_link_joint) != len(joints):
            raise KinematicsError(
                f"{len(joints)} joints need as many joint frames, not {len(T_link_joint)}"
            )
        if self.position_only and len(joints) != 3:
            raise KinematicsError(
                f"goals that are positions determine three joints; there are {len(joints)}"
            )
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "T_link_joint", frozen(T_link_joint))
        T_last_flange = straightened(check_pose(self.T_last_flange)[None])[0]
        check_offsets(T_link_joint, T_last_flange)
        object.__setattr__(self, "T_last_flange", frozen(T_last_flange))

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.joints)

    @property
    def task_rows(self) -> int:
        """Rows of the Jacobian that goals decide: all 6, or the first 3 where goals are places."""
        return 3 if self.position_only else 6

    @cached_property
    def kinds(self) -> str:
        """One letter for each joint: R (revolute) or P (prismatic)."""
        return "".join(joint.kind.value for joint in self.joints)

    @cached_property
    def revolute(self) -> Array:
        """1.0 where the joint is revolute, 0.0 where it is prismatic, (n,)."""
        return frozen([float(kind == "R") for kind in self.kinds])

    @cached_property
    def lower(self) -> Array:
        """Lower limits (n,), rad or mm."""
        return frozen([joint.lower for joint in self.joints])

    @cached_property
    def upper(self) -> Array:
        """Upper limits (n,), rad or mm."""
        return frozen([joint.upper for joint in self.joints])

    @cached_property
    def speed(self) -> Array:
        """Largest joint speeds (n,), rad/s or mm/s."""
        return frozen([joint.speed for joint in self.joints])

    @cached_property
    def acceleration(self) -> Array:
        """Largest joint accelerations (n,), rad/s^2 or mm/s^2."""
        return frozen([joint.acceleration for joint in self.joints])

    @cached_property
    def jerk(self) -> Array:
        """Largest joint jerks (n,), rad/s^3 or mm/s^3."""
        return frozen([joint.jerk for joint in self.joints])

    @cached_property
    def link_terms(self) -> Array:
        """`bare_link_terms` (n, 3, 16) with T_last_flange multiplied into the last link."""
        terms = self.bare_link_terms.reshape(self.n, 3, 4, 4).copy()
        terms[-1] = terms[-1] @ self.T_last_flange
        return frozen(terms.reshape(self.n, 3, 16))

    @cached_property
    def bare_link_terms(self) -> Array:
        """Three matrices for each link, (n, 3, 16), from which its pose follows without a product.

        The pose of link i in link i - 1, its 16 numbers row by row, is term 0 + cos(q_i) term 1 +
        sin(q_i) term 2 for a revolute joint and term 0 + q_i term 2 for a prismatic one.
        """
        spin = np.zeros((3, 4, 4))
        spin[0, 2, 2] = spin[0, 3, 3] = spin[1, 0, 0] = spin[1, 1, 1] = spin[2, 1, 0] = 1.0
        spin[2, 0, 1] = -1.0
        slide = np.zeros((3, 4, 4))
        slide[0], slide[2, 2, 3] = np.eye(4), 1.0
        motions = np.stack([spin if kind == "R" else slide for kind in self.kinds], axis=1)
        terms = self.T_link_joint @ motions
        return frozen(terms.reshape(3, self.n, 16).swapaxes(0, 1))

    @cached_property
    def link_tree(self) -> LinkTree:
        """All links in the order of `link_poses`; without loops one after the other."""
        return LinkTree(self.kinds, tuple(range(self.n)), self.T_link_joint)

    @property
    def last_link(self) -> int:
        """The link that carries the flange; the last of `link_poses`."""
        return self.link_tree.count

    @property
    def chain(self) -> "Mechanism":
        """The joints from base to flange one after the other, passive ones too."""
        return self

    @property
    def link_joints(self) -> tuple[Joint, ...]:
        """The joint of each link but the base, in the order of `link_poses`."""
        return self.joints

    def all_joints(self, values: Array) -> Array:
        """Values of the joint of each link (..., J) from joint values (..., n)."""
        return values

    def closes(self, q: ArrayLike) -> NDArray[np.bool_]:
        """Whether the loops close at joint values q (..., n): where there are none, they do."""
        return np.ones(self.check_q(q).shape[:-1], bool)

    def with_flange(self, T_last_flange: Array) -> "Mechanism":
        """The same arm with its flange elsewhere on the last link."""
        return replace(self, T_last_flange=T_last_flange)

    def with_goals(self, position_only: bool) -> "Mechanism":
        """The same arm with goals that are poses, or places alone."""
        return replace(self, position_only=position_only)

    def check_q(self, q: ArrayLike) -> Array:
        """Joint values as floats (..., n).

        Raises KinematicsError if there are not n in a row, or if one is not finite, or beyond
        FARTHEST, mm, or FARTHEST_TURN, rad.
        """
        values = reals(q, "joint values must be numbers")
        if values.ndim == 0 or values.shape[-1] != self.n:
            given = values.shape[-1] if values.ndim else 1
            raise KinematicsError(f"{self.n} joint values are needed, not {given}")
        if not np.isfinite(values).all():
            raise KinematicsError("a joint value is not a finite number")
        if np.abs(values).max(initial=0.0) > FARTHEST_TURN:
            farthest = np.where(self.revolute == 1.0, FARTHEST_TURN, FARTHEST)
            if (np.abs(values) > farthest).any():
                raise KinematicsError(
                    f"a joint value lies beyond {FARTHEST_TURN:g} rad or {FARTHEST:g} mm"
                )
        return values

    def check_one_q(self, q: ArrayLike) -> Array:
        """One row of joint values (n,) as floats; KinematicsError for anything else."""
        values = self.check_q(q)
        if values.ndim != 1:
            raise KinematicsError(
                f"one row of {self.n} joint values is needed, not an array of shape {values.shape}"
            )
        return values

    @classmethod
    def from_standard_dh(
        cls,
        *,
        alpha: ArrayLike,
        a: ArrayLike,
        d: ArrayLike,
        theta0: ArrayLike | None = None,
        sign: ArrayLike | None = None,
        beta: ArrayLike | None = None,
        kinds: str | None = None,
        joints: Sequence[Joint] | None = None,
        T_base_first: ArrayLike | None = None,
        T_last_flange: ArrayLike | None = None,
        name: str = "",
        source: str = "",
    ) -> "Mechanism":
        """The mechanism of standard DH rows A = Rz(theta0 + q) Tz(d) Tx(a) Rx(alpha) Ry(beta).

        alpha, a, d, theta0: (n,), rad and mm; theta0 None means 0. sign: (n,) of 1 and -1, None
        means 1; a joint of sign -1 turns or slides against its z axis: -q stands for q in its row.
        beta: (n,), rad, None means 0: the turn that tilts an axis out of parallel with the one
        before, which alpha and theta0 cannot (Hayati and Mirmirani 1985).
        kinds: n letters; R adds q to theta0, P adds q to d, and - marks a row that is no joint,
        such as the unit matrices that fill up a table of six. joints: names and limits of the
        joints, in place of kinds. T_base_first: pose of the first row's frame in the base.
        T_last_flange: pose of the flange in the last row's frame.
        """
        alpha, a, d, theta0 = dh_columns(alpha, a, d, theta0)
        tails = screw_x(alpha, a) @ tilts_y(beta, len(a))
        T_link_joint = screw_z(theta0, d)
        T_link_joint[1:] = tails[:-1] @ T_link_joint[1:]
        T_link_joint[0] = _pose_or_none(T_base_first) @ T_link_joint[0]
        T_flange = tails[-1] @ _pose_or_none(T_last_flange)
        frames = moving_rows(kinds, sign, T_link_joint, T_flange)
        return cls(joints_of_rows(kinds, joints, len(a)), *frames, name, source)

    @classmethod
    def from_modified_dh(
        cls,
        *,
        alpha: ArrayLike,
        a: ArrayLike,
        d: ArrayLike,
        theta0: ArrayLike | None = None,
        sign: ArrayLike | None = None,
        beta: ArrayLike | None = None,
        kinds: str | None = None,
        joints: Sequence[Joint] | None = None,
        T_base_first: ArrayLike | None = None,
        T_last_flange: ArrayLike | None = None,
        name: str = "",
        source: str = "",
    ) -> "Mechanism":
        """The mechanism of modified DH rows A = Tx(a) Rx(alpha) Ry(beta) Tz(d) Rz(theta0 + q).

        The arguments are those of `from_standard_dh`.
        """
        alpha, a, d, theta0 = dh_columns(alpha, a, d, theta0)
        T_link_joint = screw_x(alpha, a) @ tilts_y(beta, len(a)) @ screw_z(theta0, d)
        T_link_joint[0] = _pose_or_none(T_base_first) @ T_link_joint[0]
        T_flange = _pose_or_none(T_last_flange)
        frames = moving_rows(kinds, sign, T_link_joint, T_flange)
        return cls(joints_of_rows(kinds, joints, len(a)), *frames, name, source)

    @classmethod
    def from_links(
        cls,
        *,
        alpha: ArrayLike,
        t: ArrayLike,
        theta0: ArrayLike | None = None,
        sign: ArrayLike | None = None,
        kinds: str | None = None,
        joints: Sequence[Joint] | None = None,
        T_base_first: ArrayLike | None = None,
        T_last_flange: ArrayLike | None = None,
        name: str = "",
        source: str = "",
    ) -> "Mechanism":
        """The mechanism of links A = [Rz(theta) Rx(alpha), Rz(theta) t], theta = theta0 + q.

        t: (n, 3), mm, the vector from each joint frame to the next, in the axes of link i before
        its twist alpha. A prismatic joint adds q along its z axis. The other arguments are those of
        `from_standard_dh`.
        """
        alpha = reals(alpha, "alpha is a list of numbers, one per joint")
        alpha, _, _, theta0 = dh_columns(alpha, np.zeros_like(alpha), np.zeros_like(alpha), theta0)
        vectors = reals(t, "t is a list of vectors of three numbers")
        if vectors.shape != (len(alpha), 3):
            raise KinematicsError(f"t must have shape ({len(alpha)}, 3), not {vectors.shape}")
        tails = screw_x(alpha, np.zeros_like(alpha))
        tails[:, :3, 3] = vectors
        T_link_joint = screw_z(theta0, np.zeros_like(alpha))
        T_link_joint[1:] = tails[:-1] @ T_link_joint[1:]
        T_link_joint[0] = _pose_or_none(T_base_first) @ T_link_joint[0]
        T_flange = tails[-1] @ _pose_or_none(T_last_flange)
        frames = moving_rows(kinds, sign, T_link_joint, T_flange)
        return cls(joints_of_rows(kinds, joints, len(alpha)), *frames, name, source)

    @classmethod
    def from_axes(
        cls,
        *,
        axes: ArrayLike,
        points: ArrayLike,
        kinds: str | None = None,
        T_base_flange_zero: ArrayLike,
        joints: Sequence[Joint] | None = None,
        T_base_first: ArrayLike | None = None,
        T_last_flange: ArrayLike | None = None,
        name: str = "",
        source: str = "",
    ) -> "Mechanism":
        """The mechanism of joint axes at q = 0: their directions and a point of each.

        axes, points: (n, 3), base frame, mm; a direction may have any length but 0.
        T_base_flange_zero: the flange at q = 0. The frame of a link has its origin in the given
        point and is turned from the base by the smallest angle that brings z onto the axis.
        """
        T_base_joint = axis_frames(axes, points)
        T_base_flange = check_pose(T_base_flange_zero) @ _pose_or_none(T_last_flange)
        T_link_joint = T_base_joint.copy()
        T_link_joint[1:] = inverted(T_base_joint[:-1]) @ T_base_joint[1:]
        T_link_joint[0] = _pose_or_none(T_base_first) @ T_link_joint[0]
        T_flange = inverted(T_base_joint[-1]) @ T_base_flange
        if kinds is not None and FIXED in kinds:
            raise KinematicsError("every axis belongs to a joint: its kind is R or P")
        return cls(
            joints_of_rows(kinds, joints, len(T_base_joint)), T_link_joint, T_flange, name, source
        )


def _pose_or_none(T: ArrayLike | None) -> Array:
    return np.eye(4) if T is None else check_pose(T)
