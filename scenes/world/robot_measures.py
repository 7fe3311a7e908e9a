"""Measures of joint values: distance to the joint limits."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism
from scenes.world.frozen import Array


def limit_margins(mechanism: Mechanism, q: Array) -> Array:
    """Distance (m, n) to the nearer limit of each joint, at q (m, n); rad or mm."""
    return np.minimum(q - mechanism.lower, mechanism.upper - q)
