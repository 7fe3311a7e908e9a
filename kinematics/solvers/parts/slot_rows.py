"""Joint values copied from the layout of a calculation into rows of solutions.

A closed form computes each joint of each slot in one contiguous run over the poses; a result holds
the joints of a solution side by side. NumPy transposes element by element. Copying run by run takes
a third of the time if there are enough poses to outweigh the number of calls.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array

MANY = 128  # poses: from so many on, copying run by run is faster
CHOICES = 2, 2, 2  # shoulder, elbow, wrist: the eight slots in their order


def write_rows(angles: Sequence[Array], rows: Array) -> None:
    """Writes the angles of n joints, wrapped into (-pi, pi], into rows (m, 8, n), in place.

    angles: for each joint an array (2, 2, 2, m), rad, with 1 in place of a 2 if that choice does
    not change the joint.
    """
    poses, joints = len(rows), len(angles)
    if poses < MANY:
        q = np.empty((joints, *CHOICES, poses))
        for joint, values in enumerate(angles):
            q[joint] = values
        rows[:] = wrapped(q).reshape(joints, 8, poses).transpose(2, 1, 0)
        return
    for joint, values in enumerate(angles):
        runs = np.broadcast_to(wrapped(values), (*CHOICES, poses))
        for slot, choice in enumerate(product(*map(range, CHOICES))):
            rows[:, slot, joint] = runs[choice]
