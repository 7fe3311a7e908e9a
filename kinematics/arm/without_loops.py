"""What every arm answers about closed loops: the answers of an arm that has none.

`ClosedChain` gives its own in their place.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.joints import Joint
from kinematics.poses.bernstein import hodographs
from kinematics.poses.transforms import Array


class WithoutLoops:
    """An arm whose n joints are all driven and stand one after the other from base to flange."""

    joints: tuple[Joint, ...]

    @property
    def has_loops(self) -> bool:
        """Whether links close loops, so that some joints are passive and not among the n."""
        return False

    @property
    def limited_passive(self) -> tuple[int, ...]:
        """Places, among all joints, of the passive joints that have a limit."""
        return ()

    def all_joints_where_closed(self, values: Array) -> tuple[Array, NDArray[np.bool_]]:
        """`all_joints`, and whether the loops close, (...,): where not, they are no solution."""
        return values, np.ones(values.shape[:-1], bool)

    def chain_values(self, values: Array) -> Array:
        """Values of the joints of `chain` (..., m) from joint values (..., n)."""
        return values

    def chain_values_where_closed(self, values: Array) -> tuple[Array, NDArray[np.bool_]]:
        """`chain_values`, and whether the loops close, (...,): where there are none, they do."""
        return values, np.ones(values.shape[:-1], bool)

    def chain_rates(self, values: Array) -> Array:
        """Rates of the joints of `chain` (..., m, n) per unit rate of each joint."""
        return _identities(self.joints, values)

    def link_rates(self, values: Array) -> Array:
        """Rates of the joint of each link (..., J, n) per unit rate of each joint."""
        return _identities(self.joints, values)

    def link_travels(self, controls: Array) -> tuple[Array, Array]:
        """Greatest rates of the joint of each link on pieces of a path, and of change of its rate.

        controls: Bernstein coefficients (m, d + 1, n) of the n joints on m pieces, each over a
        parameter from 0 to 1; d is 1 for pieces on which the joints go evenly. Upper bounds
        (m, J), rad or mm per piece and per piece squared; infinite where none is known.
        """
        rates, changes = hodographs(controls)
        return np.abs(rates).max(axis=1), np.abs(changes).max(axis=1)

    @property
    def loop_numbers(self) -> list[Array]:
        """All numbers by which the loops of two arms with the same links can differ."""
        return []

    def open_loop(self, q: Array) -> str:
        """A sentence that the loops do not close at joint values q (n,); empty without loops."""
        return ""

    def loop_hold(self, values: Array) -> Array:
        """How well loops hold the passive joints at values (N, n), m per rad: (N,), inf of none."""
        return np.full(len(values), np.inf)

    def singular_loops(self, values: Array) -> tuple[str, ...]:
        """The singular loops at values (n,) by name."""
        return ()

    def working_modes(self, values: Array) -> tuple[str, ...]:
        """The sides of the legs of closed loops at each row (N, n), as text; "" without such."""
        return ("",) * len(values)


def _identities(joints: tuple[Joint, ...], values: Array) -> Array:
    """A unit matrix (..., n, n) for each row of joint values (..., n)."""
    n = len(joints)
    return np.broadcast_to(np.eye(n), (*values.shape[:-1], n, n))
