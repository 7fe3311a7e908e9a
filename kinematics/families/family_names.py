"""The family of a mechanism in words, for messages about an arm that has no solver."""

import numpy as np

from kinematics.arm.axes import all_parallel
from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism


def family_of(mechanism: Mechanism) -> str:
    """A noun for the family, with its article: "a seven-axis arm", "a gantry with a wrist"."""
    kinds, n = mechanism.kinds, mechanism.n
    if mechanism.has_loops:
        return f"an arm with closed loops and {n} driven joints"
    slides = kinds.count("P")
    z = link_poses(mechanism, np.zeros(n))[1:, :3, 2]
    if n == 4 and slides == 1 and all_parallel(z):
        return "a four-axis SCARA arm"
    if kinds.startswith("PPP") and slides == 3:
        return (
            "a gantry"
            if n == 3
            else f"a gantry with {n - 3} revolute {'axis' if n == 4 else 'axes'}"
        )
    if n > 6:
        return f"a redundant arm of {n} axes"
    if mechanism.position_only:
        return f"an arm of {n} axes that sets a position"
    if n < 6:
        return f"an arm of {n} axes, too few for any pose"
    if slides:
        joint = "joint" if slides == 1 else "joints"
        return f"a six-axis arm with {slides} sliding {joint} ({kinds})"
    if any(all_parallel(z[i : i + 3]) for i in range(4)):
        return "a six-axis arm with three parallel axes"
    return "a six-axis arm"
