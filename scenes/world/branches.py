"""The branch of joint values as a text, for tables, hover and comparisons of runs."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism
from kinematics.families.posture import posture_of
from scenes.world.frozen import Array

# Share of a turn: a joint beyond half a turn by less than this is at half a turn; less is rounding.
HALF_TURN = 1e-9


def branch_of(mechanism: Mechanism, q: Array) -> str:
    """The posture as CONFIG takes it (`RAN`), and the joints beyond half a turn.

    `RAN j4+1 j6-1` means that joint 4 is one turn above its value in (-180, 180] deg, and joint 6
    one turn below; so the text differs for two runs that reach the same pose by different paths.
    The posture is "" where the arm has no postures. The working mode of an arm with closed loops
    stands behind it: `mode ++-`.
    """
    posture = posture_of(mechanism, q)
    parts = (posture.shoulder, posture.elbow, posture.wrist)
    letters = "".join("-" if part is None else part.value[0] for part in parts)
    mode = posture.mode.value if posture.mode else ""
    turns = np.ceil((q - np.pi) / (2.0 * np.pi) - HALF_TURN) * mechanism.revolute
    beyond = [f"j{i + 1}{int(n):+d}" for i, n in enumerate(turns) if n]
    return " ".join(part for part in (letters.strip("-") and letters, mode, *beyond) if part)
