"""The solutions of one regular pose of an arm in closed form, by a shipped loop.

A call from Python costs about as much as the loop itself, so nothing is made here that the loop or
the result could do without. The answer is that of NumPy, to rounding; poses that are not regular
have none here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.families.posture import Posture
from kinematics.solutions.one_pose import SLOTS, Desk
from kinematics.solutions.solutions import IkSolutions
from kinematics.solving.choice import chosen

DOUBLE = np.dtype(float)
SINGLE = np.ones(SLOTS, np.int64)
SINGLE.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Desks:
    """Desks of one arm that no thread works at, and how to make a further one.

    name: of the solver. postures: of its slots. in_slot_order: whether its solutions have the order
    of the slots.
    """

    name: str
    postures: tuple[Posture, ...]
    in_slot_order: bool
    spare: list[Desk]
    make: Callable[[], Desk]


@lru_cache(maxsize=256)
def _desks_of(mechanism: Mechanism) -> Desks | None:
    """The desks of an arm; None of one that no loop is for, or where no loop loads."""
    choice = chosen(mechanism)
    solver = choice.solver
    if solver is None or solver.desk is None:
        return None
    make = partial(solver.desk, mechanism, choice.geometry)
    first = make()
    if not first.is_ready:
        return None
    return Desks(solver.name, solver.postures, solver.in_slot_order, [first], make)


def answer_by_loop(mechanism: Mechanism, T: ArrayLike) -> IkSolutions | None:
    """The solutions of one pose T (4, 4), mm; None if NumPy has to solve it, or to refuse it."""
    if not isinstance(T, np.ndarray) or T.shape != (4, 4) or T.dtype is not DOUBLE:
        return None
    desks = _desks_of(mechanism)
    if desks is None:
        return None
    spare = desks.spare
    # Taken out of the list, a desk belongs to this thread alone.
    desk = spare.pop() if spare else desks.make()
    desk.T[:] = T
    count = desk.solve()
    answer = None if count <= 0 else _told(mechanism, desks, desk, count)
    spare.append(desk)
    return answer


def _told(mechanism: Mechanism, desks: Desks, desk: Desk, count: int) -> IkSolutions:
    gaps = desk.gaps[:count].copy()
    postures = desks.postures
    if count < len(postures) or not desks.in_slot_order:
        postures = tuple([postures[slot] for slot in desk.slots[:count].tolist()])
    return IkSolutions(
        desk.q[:count].copy(),
        gaps[:, 0],
        gaps[:, 1],
        postures,
        SINGLE[:count],
        desk.keeps[:count].copy(),
        desks.name,
        True,
        (),
        "",
        mechanism,
    )
