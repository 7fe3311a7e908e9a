"""Chooses, among all joint values that reach a pose, those at which a joint motion ends.

The choice is the nearest solution in the wanted posture: shoulder, elbow and wrist as the program
last asked for them, and otherwise as they are now. Turning joints take the whole turns that bring
them nearest to their present values within the limits. A redundant arm without ELBOW moves the
least way that keeps its limits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kinematics import (
    IkSolutions,
    Mechanism,
    forward,
    inverse,
    jacobian,
    nearest_turns,
    solutions_near,
)
from kinematics.families.posture import Posture, posture_of, postures_of
from kinematics.solutions.distinct_roots import in_order
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.joint_limits import beyond_limit, least_bad, worst_excess
from scenes.world.frozen import Array

# Rad: a joint this near to a change of posture counts as in neither posture.
UNDECIDED = 1e-9
# Rad: the solver gives solutions this near to each other as one (design: roots closer than
# 1e-4 rad), so a double root stands for the postures on both sides.
DOUBLE_ROOT = 1e-4
# Ratio of singular values of the Jacobian below which a pose is singular; the rest is round-off.
SINGULAR = 1e-12
# Mm: joints that turn against each other in a singular pose move the flange by less: round-off.
SAME_POSE = 1e-9


def present_posture(mechanism: Mechanism, q: Array, within: float = UNDECIDED) -> Posture:
    """The posture at q (n,); a part of it is None where undecided, as with a straight wrist."""
    nudged = q + within * np.vstack([np.eye(mechanism.n), -np.eye(mechanism.n)])
    found = postures_of(mechanism, nudged)
    first = found[0]
    return Posture(
        shoulder=first.shoulder if len({p.shoulder for p in found}) == 1 else None,
        elbow=first.elbow if len({p.elbow for p in found}) == 1 else None,
        wrist=first.wrist if len({p.wrist for p in found}) == 1 else None,
        mode=first.mode if len({p.mode for p in found}) == 1 else None,
    )


def wanted_posture(mechanism: Mechanism, q: Array, asked: Posture | None) -> Posture:
    """The posture that was asked for; parts left open are filled with the posture at q (n,)."""
    now = present_posture(mechanism, q)
    if asked is None:
        return now
    return Posture(
        shoulder=asked.shoulder or now.shoulder,
        elbow=asked.elbow or now.elbow,
        wrist=asked.wrist or now.wrist,
        mode=now.mode,
    )


class Choice(NamedTuple):
    """What the program asked for about the end of a joint-interpolated motion.

    posture: From posture words. solution: From SOLUTION k, number among all solutions. elbow: From
    ELBOW of a seven-axis arm, rad.
    """

    posture: Posture | None = None
    solution: int | None = None
    elbow: float | None = None


def joint_values_of(
    mechanism: Mechanism, T_base_flange: Array, q_now: Array, choice: Choice, goal: str
) -> Array:
    """Joint values (n,) for the pose, chosen as this module says.

    goal: Name of the pose in messages: "LOC1". Raises ImpossibleError: E301 out of reach, E302 not
    in the posture asked for, E303 only beyond the limits.
    """
    if mechanism.n > 6 and choice.elbow is None and choice.solution is None:
        rows = solutions_near(mechanism, T_base_flange, q_now)
        if len(rows):
            return _least_travel(
                mechanism, list(nearest_turns(mechanism, rows, q_now)), q_now, goal
            )
    if choice.elbow is None:
        solutions = inverse(mechanism, T_base_flange)
    else:
        solutions = inverse(mechanism, T_base_flange, elbow_angle=choice.elbow)
    if not len(solutions.q):
        raise ImpossibleError("E301", f"{goal} cannot be reached: {solutions.reason}")
    if choice.solution is not None:
        return _numbered(mechanism, solutions, choice.solution, q_now, goal)
    return _nearest(mechanism, solutions, q_now, choice.posture, goal)


def _numbered(
    mechanism: Mechanism, solutions: IkSolutions, number: int, q_now: Array, goal: str
) -> Array:
    """Solution k, counted from 1 in order of the joint values in (-180, 180] degrees."""
    count = len(solutions.q)
    if not 1 <= number <= count:
        raise ImpossibleError("E302", f"{goal} has {count} solutions; there is no number {number}")
    q = nearest_turns(mechanism, solutions.q[in_order(solutions.q)[number - 1]], q_now)
    if worst_excess(mechanism, q) is not None:
        raise beyond_limit(least_bad(mechanism, [q]), f"at {goal}")
    return q


def _nearest(
    mechanism: Mechanism,
    solutions: IkSolutions,
    q_now: Array,
    asked: Posture | None,
    goal: str,
) -> Array:
    wanted = wanted_posture(mechanism, q_now, asked)
    postures = [_posture(mechanism, solutions, index) for index in range(len(solutions.q))]
    fitting = [
        nearest_turns(mechanism, _nearest_of_range(mechanism, solutions, index, q_now), q_now)
        for index, posture in enumerate(postures)
        if wanted.matches(posture)
    ]
    if not fitting:
        others = ", ".join(sorted({str(posture) for posture in postures}))
        message = f"{goal} cannot be reached in the posture {wanted}, only in {others}"
        raise ImpossibleError("E302", message, wanted=str(wanted), possible=others)
    return _least_travel(mechanism, fitting, q_now, goal)


def _least_travel(mechanism: Mechanism, fitting: list[Array], q_now: Array, goal: str) -> Array:
    """The joint values (n,) that keep the limits and need the least time from q_now."""
    allowed = [q for q in fitting if worst_excess(mechanism, q) is None]
    if not allowed:
        raise beyond_limit(least_bad(mechanism, fitting), f"at {goal}")
    return min(allowed, key=lambda q: _travel(mechanism, q - q_now))


def _posture(mechanism: Mechanism, solutions: IkSolutions, index: int) -> Posture:
    """The posture of a solution; read off the joint values where the solver does not give it."""
    if solutions.multiplicity[index] > 1:
        return present_posture(mechanism, solutions.q[index], DOUBLE_ROOT)
    named = solutions.postures[index]
    return posture_of(mechanism, solutions.q[index]) if named == Posture() else named


def _nearest_of_range(
    mechanism: Mechanism, solutions: IkSolutions, index: int, q_now: Array
) -> Array:
    """Joint values (n,) of a solution; in a singular pose those of its range nearest to q_now.

    With the wrist straight, joints 4 and 6 can turn against each other: the Jacobian has a
    direction in which the joints move and the flange stands still; it stays the same meanwhile.
    """
    q = np.array(solutions.q[index])
    if not solutions.free_joints or mechanism.n > 6:
        return q
    _, values, directions = np.linalg.svd(jacobian(mechanism, q)[: mechanism.task_rows])
    if values[-1] > SINGULAR * values[0]:
        return q
    gap = nearest_turns(mechanism, q_now, q) - q
    slid = q + directions[-1] * float(directions[-1] @ gap)
    change = forward(mechanism, slid) - forward(mechanism, q)
    off = np.abs(change[:3, 3] if mechanism.position_only else change).max()
    return slid if off <= SAME_POSE else q


def _travel(mechanism: Mechanism, change: Array) -> tuple[float, float]:
    """Time of the slowest joint at full speed, and the sum over all joints, s.

    A joint without a speed counts its travel in rad or mm.
    """
    speed = np.where(np.isfinite(mechanism.speed), mechanism.speed, 1.0)
    times = np.abs(change) / speed
    return float(times.max()), float(times.sum())
