"""Targets that are positions only, for arms that cannot set an orientation.

Three joints that move the flange in space have a finite number of solutions, all found in closed
form. More joints leave a range; then Newton's method from a seed gives the nearest.
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

    The orientation is what it comes to; residual_rad is 0, since none is asked for.
    """
    place = reals(point, "a position is three numbers, mm")
    if place.shape != (3,) or not np.isfinite(place).all():
        raise KinematicsError("a position is three finite numbers, mm")
    fault = recognise(mechanism)
    if isinstance(fault, str):
        raise UnsolvableMechanism(f"{mechanism.name or 'this arm'} cannot be solved: {fault}")
    answer = inverse(replace(mechanism, position_only=True), translation(*place))
    return replace(answer, mechanism=mechanism)


def aimed(mechanism: Mechanism, T_flange_tool: Array) -> tuple[Mechanism, Array]:
    """The mechanism and the tool for which goals of the tool are to be solved.

    Where the orientation of a goal does not count, neither does the way from the tool back to
    the flange: the tool itself has to be the flange there.
    """
    if not mechanism.position_only or np.array_equal(T_flange_tool, np.eye(4)):
        return mechanism, T_flange_tool
    return replace(mechanism, T_last_flange=mechanism.T_last_flange @ T_flange_tool), np.eye(4)
