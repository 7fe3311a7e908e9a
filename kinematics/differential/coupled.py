"""Coupled (mimic) joints: chains in which some joints follow others at a fixed ratio.

q_follower = ratio * q_leader + offset, as in the hollow wrists and parallelograms of some arms.
Forward kinematics and the Jacobian obey the coupling. The solvers of the inverse problem need
joints that move freely, so they refuse a coupled chain; Newton's method from a seed solves it.
"""

from dataclasses import dataclass
from typing import Never

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.jacobian import jacobian
from kinematics.differential.newton import MET_RAD, MET_SHARE, descend_driven
from kinematics.differential.pose_equations import Drive
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.poses.numbers import finite_number, reals, whole_number
from kinematics.poses.transforms import Array, exact_pose


@dataclass(frozen=True)
class Coupling:
    """q_follower = ratio * q_leader + offset, rad or mm; follower, leader: indices from 0."""

    follower: int
    leader: int
    ratio: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        for what in ("follower", "leader"):
            whole_number(getattr(self, what), f"the {what} is a joint by its place from 0")
        for what in ("ratio", "offset"):
            finite_number(getattr(self, what), f"the {what} of a coupling is a finite number")
        if self.follower == self.leader:
            raise KinematicsError(f"joint {self.follower} (from 0) cannot follow itself")


@dataclass(frozen=True, eq=False)
class CoupledMechanism:
    """A chain with coupled joints.

    mechanism: the chain with all its n joints. couplings: the joints that follow others. The other
    m joints are driven: the methods take their values.
    """

    mechanism: Mechanism
    couplings: tuple[Coupling, ...]

    def __post_init__(self) -> None:
        followers = [c.follower for c in self.couplings]
        for c in self.couplings:
            if not max(c.follower, c.leader) < self.mechanism.n:
                raise KinematicsError(
                    f"{c} names a joint that the chain does not have; "
                    f"they count from 0 to {self.mechanism.n - 1}"
                )
            if c.leader in followers:
                raise KinematicsError(
                    f"{c}: joint {c.leader} follows another itself; name the one that leads both"
                )
        if len(set(followers)) != len(followers):
            raise KinematicsError("a joint follows two others")

    def __getattr__(self, name: str) -> Never:
        """Raises KinematicsError where a function asks this value for an attribute of Mechanism.

        So a function that needs free joints refuses the coupled chain with a clear message. Python
        calls this method only for a name that this class does not have.
        """
        if name in Mechanism.__dict__ or name in Mechanism.__dataclass_fields__:
            raise KinematicsError(
                "a chain with coupled joints has doors of its own: its forward, jacobian and "
                "inverse_from_seed; no solver finds all its solutions"
            )
        raise AttributeError(name)

    @property
    def free(self) -> tuple[int, ...]:
        """Indices (from 0) of the driven joints."""
        followers = {c.follower for c in self.couplings}
        return tuple(i for i in range(self.mechanism.n) if i not in followers)

    def whole(self, q: ArrayLike) -> Array:
        """Joint values (..., n) of the chain, rad or mm, from those of its driven joints (..., m).

        Raises KinematicsError if their number is wrong or one is not finite.
        """
        ratios, offsets = self._ratios()
        values = reals(q, "the values of the driven joints must be numbers")
        count = len(self.free)
        if values.shape[-1:] != (count,):
            given = values.shape[-1] if values.ndim else 1
            raise KinematicsError(f"{count} values of driven joints are needed, not {given}")
        if not np.isfinite(values).all():
            raise KinematicsError("a value of a driven joint is not a finite number")
        return values @ ratios.T + offsets

    def forward(self, q: ArrayLike) -> Array:
        """T_base_flange (..., 4, 4), mm, of values q (..., m) of the driven joints."""
        return forward(self.mechanism, self.whole(q))

    def jacobian(self, q: ArrayLike) -> Array:
        """Rates of the flange (..., 6, m) per unit rate of each driven joint; see `jacobian`."""
        return jacobian(self.mechanism, self.whole(q)) @ self._ratios()[0]

    def inverse(self, T: ArrayLike) -> None:
        """Raises UnsolvableMechanism: no solver finds all solutions of a coupled chain."""
        names = ", ".join(self.mechanism.joints[c.follower].name for c in self.couplings)
        raise UnsolvableMechanism(
            f"{self.mechanism.name or 'this arm'} has coupled joints ({names}), and no solver "
            "finds all its solutions; inverse_from_seed finds one"
        )

    def inverse_from_seed(self, T: ArrayLike, q_seed: ArrayLike, steps: int = 60) -> Array | None:
        """Values (m,) of the driven joints near q_seed (m,) that reach the pose T (4, 4), or None.

        steps: the most Newton steps. None means that the steps did not reach the pose.
        """
        pose, size = exact_pose(T), size_of(self.mechanism)
        steps = whole_number(steps, "steps is a whole number from 0 on")
        if self.whole(q_seed).ndim != 1:
            raise KinematicsError(f"one row of {len(self.free)} values of driven joints is needed")
        drive = Drive(self.mechanism.revolute[list(self.free)], *self._ratios())
        seed = np.array(q_seed, float)[None]
        q = descend_driven(self.mechanism, pose, seed, drive, steps)
        distance, angle = misses(self.mechanism, self.whole(q), pose)
        met = distance[0] <= MET_SHARE * size and angle[0] <= MET_RAD
        return q[0] if met else None

    def _ratios(self) -> tuple[Array, Array]:
        """ratios (n, m) and offsets (n,) of joint values = ratios @ driven values + offsets."""
        free = self.free
        ratios, offsets = np.zeros((self.mechanism.n, len(free))), np.zeros(self.mechanism.n)
        for column, joint in enumerate(free):
            ratios[joint, column] = 1.0
        for c in self.couplings:
            ratios[c.follower, free.index(c.leader)] = c.ratio
            offsets[c.follower] = c.offset
        return ratios, offsets
