"""Names of joints in ROS that a user gives, instead of those of the robot file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scenes.errors import SceneError
from scenes.world.robot import RosJoints


def counted_as_the_model(names: Sequence[str], source: str) -> RosJoints:
    """Joints that ROS counts as our model does."""
    return RosJoints(tuple(names), np.ones(len(names)), np.zeros(len(names)), source)


def renamed(joints: RosJoints, names: Sequence[str]) -> RosJoints:
    """The same joints under other names, such as those with a prefix.

    Raises SceneError for another number of names, for an empty one, or one that stands there twice.
    """
    if len(names) != len(joints.names):
        raise SceneError(f"--joints: the arm has {len(joints.names)} joints, not {len(names)}")
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice or not all(names):
        what = f"{twice[0]} stands there twice" if any(twice) else "a name is empty"
        raise SceneError(f"--joints: {what}")
    return replace(joints, names=tuple(names))
