"""Where a new body appears: where the 3D view says, or beside the robot where there is no view."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scenes.world.frozen import Array

BESIDE_THE_ROBOT = (500.0, 500.0)  # x and y in the world, mm


class NewPlaces:
    """Asks the 3D view for the pose of a new body.

    find: Gives T_world_body, (4, 4), for the name of a new body and its lowest z, mm; None while
        there is no view.
    """

    def __init__(self) -> None:
        self.find: Callable[[str, float], Array] | None = None

    def pose_for(self, name: str, lowest: float) -> Array:
        """T_world_body of a new body that rests on something. lowest: Its least z, mm."""
        if self.find is not None:
            return self.find(name, lowest)
        T = np.eye(4)
        T[:3, 3] = (*BESIDE_THE_ROBOT, -lowest)
        return T
