"""How near the shown pose is to a singular one, and which part of the arm makes it so. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinematics import Mechanism, singularity
from kinematics.differential.velocity import singular_names, weighted_jacobian
from kinematics.motion.singular.nearness import is_near_singular
from scenes.world.frozen import Array

SINGULAR, NEAR, FAR = "singular", "near", "far"
WIDER = 1.2  # a singular value below this times the smallest one belongs to the same cause


@dataclass(frozen=True)
class SingularPose:
    """What the lamp says of one pose.

    Attributes:
        kind: SINGULAR, NEAR or FAR.
        names: The causes, such as "wrist"; empty for a pose that is far from all.
        distance: Smallest over largest singular value of the Jacobian: 0 where it is singular.
    """

    kind: str
    names: tuple[str, ...]
    distance: float

    @property
    def words(self) -> str:
        """The lamp in words, as `Near singular: wrist`."""
        if self.kind == FAR:
            return "Not singular"
        causes = f": {', '.join(self.names)}" if self.names else ""
        return ("Singular" if self.kind == SINGULAR else "Near singular") + causes


def singular_pose(mechanism: Mechanism, q: Array) -> SingularPose:
    """The nearness of joint values q (n,), rad or mm, to a singular pose."""
    here = singularity(mechanism, q)
    if here.singular:
        return SingularPose(SINGULAR, here.names, here.distance)
    if not bool(is_near_singular(mechanism, np.asarray(q)[None])[0]):
        return SingularPose(FAR, (), here.distance)
    J, _ = weighted_jacobian(mechanism, q)
    values = np.asarray(np.linalg.svd(J, compute_uv=False), dtype=float)
    names = singular_names(mechanism, q, J, values, WIDER * here.distance)
    return SingularPose(NEAR, names, here.distance)
