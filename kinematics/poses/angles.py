"""Wrapping of angles into one turn."""

import numpy as np

from kinematics.poses.transforms import Array

TURNS_PER_RAD = 1.0 / (2.0 * np.pi)


def wrapped(angle: Array) -> Array:
    """The angles (rad, any shape), each shifted by whole turns into (-pi, pi]."""
    turns = angle - np.pi
    turns *= TURNS_PER_RAD  # exact at odd multiples of pi, and cheaper than a division
    turns = np.ceil(turns)
    turns *= 2.0 * np.pi
    return angle - turns
