"""Goals that are positions without an orientation, for arms that cannot set an orientation.

Three joints that move the flange in space have a finite number of solutions for a position, and a
closed form gives all of them. For more joints see `inverse_from_seed` with position_only=True.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.poses.numbers import reals
from kinematics.poses.transforms import Array, translation
from kinematics.solutions.solutions import IkSolutions
from kinematics.solvers.position_arms import recognise
from kinematics.solving.inverse import inverse


def inverse_position(mechanism: Mechanism, point: ArrayLike) -> IkSolutions:
    """All joint values of an arm of three joints that bring the flange to a point (3,), mm.

    The orientation is not considered, so residual_rad is 0. Raises KinematicsError for anything but
    three finite numbers, UnsolvableMechanism for other arms.
    """
    place = reals(point, "a position is three numbers, mm")
    if place.shape != (3,) or not np.isfinite(place).all():
        raise KinematicsError("a position is three finite numbers, mm")
    fault = recognise(mechanism)
    if isinstance(fault, str):
        raise UnsolvableMechanism(f"{mechanism.name or 'this arm'} cannot be solved: {fault}")
    answer = inverse(mechanism.with_goals(position_only=True), translation(*place))
    return replace(answer, mechanism=mechanism)


def with_goal_at_tool(mechanism: Mechanism, T_flange_tool: Array) -> tuple[Mechanism, Array]:
    """The mechanism and the tool with which a goal of the tool has to be solved.

    For an arm with `position_only` the pose of the flange does not follow from the position of the
    tool. So its tool becomes the flange of the mechanism given back, and the tool given back is
    the identity.
    """
    if not mechanism.position_only or np.array_equal(T_flange_tool, np.eye(4)):
        return mechanism, T_flange_tool
    return mechanism.with_flange(mechanism.T_last_flange @ T_flange_tool), np.eye(4)
