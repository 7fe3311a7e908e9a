"""The branch of joint values in a word, for tables, hover and comparisons of runs."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism
from kinematics.families.posture import posture_of
from scenes.world.frozen import Array


def branch_of(mechanism: Mechanism, q: Array) -> str:
    """`RAN` as CONFIG takes it ("" where the arm has no postures), and joints beyond half a turn.

    `RAN j4+1 j6-1`: joint 4 stands one turn above the same pose within (-180, 180] deg, joint 6
    one below; so two runs that end in the same pose by other ways differ in this word.
    """
    posture = posture_of(mechanism, q)
    parts = (posture.shoulder, posture.elbow, posture.wrist)
    letters = "".join("-" if part is None else part.value[0] for part in parts)
    turns = np.ceil((q - np.pi) / (2.0 * np.pi) - 1e-9) * mechanism.revolute
    beyond = [f"j{i + 1}{int(n):+d}" for i, n in enumerate(turns) if n]
    return " ".join([letters.strip("-") and letters, *beyond]).strip()
