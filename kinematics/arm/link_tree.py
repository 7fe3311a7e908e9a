"""Links that branch from a base as a tree, and where they stand."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class LinkTree:
    """Joint k moves link k + 1 against the link that carries it; link 0 is the base.

    kinds: one letter a joint, R or P. carriers: the link that carries each joint, one with a
    smaller number. T_link_joint: (J, 4, 4), the frame of each joint in that link; it turns about
    or slides along its z.
    """

    kinds: str
    carriers: tuple[int, ...]
    T_link_joint: Array = field(repr=False)

    def __post_init__(self) -> None:
        for k, carrier in enumerate(self.carriers):
            if not 0 <= carrier <= k:
                raise KinematicsError(
                    f"joint {k + 1} of the tree of links sits on link {carrier}, which comes after "
                    "it; nothing can branch from the link of the flange"
                )

    @property
    def count(self) -> int:
        """Number of joints, J."""
        return len(self.kinds)

    @cached_property
    def revolute(self) -> Array:
        """1.0 where a joint turns, 0.0 where it slides, (J,)."""
        return np.array([float(kind == "R") for kind in self.kinds])

    @cached_property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        """The joints from the base to each link, for links 0 to J."""
        found: list[tuple[int, ...]] = [()]
        for k, carrier in enumerate(self.carriers):
            found.append((*found[carrier], k))
        return tuple(found)

    def frames(self, y: Array) -> Array:
        """T_base_link (..., J + 1, 4, 4) of values y (..., J) of all joints."""
        flat = y.reshape(-1, self.count)
        T = np.empty((len(flat), self.count + 1, 4, 4))
        T[:, 0] = np.eye(4)
        for k in range(self.count):
            self._place(T, k, flat[:, k])
        return T.reshape(*y.shape[:-1], self.count + 1, 4, 4)

    def replace(self, T: Array, y: Array, joints: tuple[int, ...]) -> None:
        """Puts the links of frames T (N, J + 1, 4, 4) that some joints move where values y (N, J)
        have them, in place."""
        for k in range(min(joints), self.count):
            if any(joint in self.paths[k + 1] for joint in joints):
                self._place(T, k, y[:, k])

    def _place(self, T: Array, k: int, value: Array) -> None:
        """Sets the frame of joint k in T (N, J + 1, 4, 4) at its values (N,)."""
        there, own = T[:, self.carriers[k]] @ self.T_link_joint[k], T[:, k + 1]
        own[...] = there
        if self.kinds[k] == "R":
            c, s = np.cos(value)[:, None], np.sin(value)[:, None]
            own[:, :, 0] = c * there[:, :, 0] + s * there[:, :, 1]
            own[:, :, 1] = c * there[:, :, 1] - s * there[:, :, 0]
        else:
            own[:, :3, 3] += value[:, None] * there[:, :3, 2]
