"""Re-rooted chains: base and flange swapped, as for a leg that stands on its foot."""

from dataclasses import replace

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import inverted

# With H half a turn about x, H Motion(q) H = Motion(-q): the joint moves the other way.
HALF_TURN = np.diag([1.0, -1.0, -1.0, 1.0])


def rerooted(mechanism: Mechanism) -> Mechanism:
    """The chain with base and flange swapped, its joints in reverse order.

    forward(rerooted(m), q[::-1]) is the inverse of forward(m, q), so joint values keep their signs.
    """
    T_joint_back = inverted(mechanism.T_link_joint)
    frames = [inverted(mechanism.T_last_flange) @ HALF_TURN]
    frames += [HALF_TURN @ T_joint_back[i] @ HALF_TURN for i in range(mechanism.n - 1, 0, -1)]
    return replace(
        mechanism,
        joints=mechanism.joints[::-1],
        T_link_joint=np.stack(frames),
        T_last_flange=HALF_TURN @ T_joint_back[0],
        position_only=False,
        name=f"{mechanism.name or 'this arm'} from its flange",
    )
