"""Joint angles brought from the order of a calculation into the rows of an answer.

A closed form computes each joint of each slot in one long run over the poses; an answer holds the
joints of a solution side by side. NumPy transposes that element by element; a copy of one run
after the other takes a third of the time, where there are enough poses to pay for the calls.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array

MANY = 128  # poses from which the time of a copy is that of its numbers, not of its call
CHOICES = 2, 2, 2  # of shoulder, elbow and wrist; eight slots in their order


def write_rows(angles: Sequence[Array], rows: Array) -> None:
    """Put the angles of n joints, wrapped, into rows (m, 8, n), in place.

    angles: of each joint (2, 2, 2, m), or 1 in place of 2 where a choice does not change it.
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
