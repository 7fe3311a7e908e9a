"""Joint values brought from the order of a calculation into the rows of an answer.

A closed form computes each joint of each slot in one long run over the poses; an answer holds the
joints of a solution side by side. NumPy transposes that element by element; a copy of one run
after the other takes a third of the time, where there are enough poses to pay for the calls.
"""

from kinematics.transforms import Array

MANY = 128  # poses from which the time of a copy is that of its numbers, not of its call


def write_rows(q: Array, rows: Array) -> None:
    """Put q (n, k, m), joints, slots and poses, into rows (m, k, n), in place."""
    joints, slots, poses = q.shape
    if poses < MANY:
        rows[:] = q.transpose(2, 1, 0)
        return
    for slot in range(slots):
        for joint in range(joints):
            rows[:, slot, joint] = q[joint, slot]
