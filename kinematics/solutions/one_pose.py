"""One pose solved by a shipped loop: what a solver in closed form writes into, and reads from."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.limits import limit_rows
from kinematics.arm.loop_chain import chain_of
from kinematics.arm.mechanism import Mechanism
from kinematics.families.anthropomorphic import WristGeometry
from kinematics.poses.transforms import Array
from resources.loops import Loop

SLOTS = 8


class Desk:
    """The arrays of a loop that solves one regular pose; see `loops/answer_kernel.py`.

    T: (4, 4), the pose, to be written before `solve`. Of the others the first rows, as many as
    `solve` gives, are the solutions: q (8, n), slots (8,), gaps (8, 2) in mm and rad, keeps (8,),
    whether they keep the limits. solve: gives the number of solutions, or UNANSWERED. is_ready:
    whether there is machine code for it.
    """

    def __init__(self, mechanism: Mechanism, loop: Loop, *numbers: object) -> None:
        self.T: Array = np.zeros((4, 4))
        self.q: Array = np.zeros((SLOTS, mechanism.n))
        self.slots: NDArray[np.int64] = np.zeros(SLOTS, np.int64)
        self.gaps: Array = np.zeros((SLOTS, 2))
        self.keeps: NDArray[np.bool_] = np.zeros(SLOTS, bool)
        self.is_ready = loop.is_ready
        answer = self.q, self.slots, self.gaps, self.keeps, np.zeros((mechanism.n + 1, 12))
        arm = chain_of(mechanism), limit_rows(mechanism), *numbers
        scratch = np.zeros((3, 12)), np.zeros((3, 3)), np.zeros((2, 3))
        self.solve: Callable[[], int] = loop.laid_out(*arm, self.T, answer, scratch)


def wrist_numbers(wrist: WristGeometry) -> tuple[Array, Array]:
    """A wrist as loops take it; see WRIST in `loops/wrist_kernel.py`."""
    turns = wrist.nearest, np.pi / 2 - wrist.azimuth_5, wrist.signs[0, 0]
    leans = wrist.orthogonal, wrist.lean_4, wrist.lean_6
    numbers = np.array([*turns, *leans, *wrist.axis_5, *wrist.axis_6], float)
    return np.ascontiguousarray(wrist.fore_basis), numbers
