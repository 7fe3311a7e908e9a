"""Which of all joint values that reach a pose a joint-interpolated motion takes.

The nearest inside the posture: the elbow as ABOVE or BELOW last asked for it, shoulder and wrist
(and an elbow nobody spoke of) as they are now; joint values continuous, with whole turns where
the limits need or allow them. A redundant arm of which ELBOW asked for nothing moves the least way
that keeps its limits.
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

# A joint this near to where the posture changes is in neither (rad): both sides may be next.
UNDECIDED = 1e-9
# Solutions this near to each other are given as one (design: roots closer than 1e-4 rad), so
# that a double root stands for the postures on both sides.
DOUBLE_ROOT = 1e-4
# Ratio of singular values of the Jacobian below which a pose is singular, but for round-off.
SINGULAR = 1e-12
# A singular pose is kept by joints that turn against each other; this much off is round-off (mm).
SAME_POSE = 1e-9


def present_posture(mechanism: Mechanism, q: Array, within: float = UNDECIDED) -> Posture:
    """The posture at q (n,); None for what is undecided there, such as a straight wrist."""
    nudged = q + within * np.vstack([np.eye(mechanism.n), -np.eye(mechanism.n)])
    around = postures_of(mechanism, nudged)
    first = around[0]
    return Posture(
        shoulder=first.shoulder if len({p.shoulder for p in around}) == 1 else None,
        elbow=first.elbow if len({p.elbow for p in around}) == 1 else None,
        wrist=first.wrist if len({p.wrist for p in around}) == 1 else None,
    )


def wanted_posture(mechanism: Mechanism, q: Array, asked: Posture | None) -> Posture:
    """What was asked for, and for the rest what is there now."""
    now = present_posture(mechanism, q)
    if asked is None:
        return now
    return Posture(
        shoulder=asked.shoulder or now.shoulder,
        elbow=asked.elbow or now.elbow,
        wrist=asked.wrist or now.wrist,
    )


class Choice(NamedTuple):
    """What was asked for of a joint-interpolated motion.

    solution: SOLUTION k: number among all solutions. elbow: ELBOW of a seven-axis arm, rad.
    """

    posture: Posture | None = None
    solution: int | None = None
    elbow: float | None = None


def joint_values_of(
    mechanism: Mechanism, T_base_flange: Array, q_now: Array, choice: Choice, goal: str
) -> Array:
    """Joint values (n,) of the pose, as this module says; ImpossibleError where there are none.

    goal: What messages call the pose: "LOC1".
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
    """The nearest of joint values that keep the limits."""
    allowed = [q for q in fitting if worst_excess(mechanism, q) is None]
    if not allowed:
        raise beyond_limit(least_bad(mechanism, fitting), f"at {goal}")
    return min(allowed, key=lambda q: _travel(mechanism, q - q_now))


def _posture(mechanism: Mechanism, solutions: IkSolutions, index: int) -> Posture:
    """The posture of a solution; also where the solver does not name it, but the arm has names."""
    if solutions.multiplicity[index] > 1:
        return present_posture(mechanism, solutions.q[index], DOUBLE_ROOT)
    named = solutions.postures[index]
    return posture_of(mechanism, solutions.q[index]) if named == Posture() else named


def _nearest_of_range(
    mechanism: Mechanism, solutions: IkSolutions, index: int, q_now: Array
) -> Array:
    """The solution itself, or in a singular pose the one of its range that is nearest to q_now.

    With the wrist straight, joints 4 and 6 may turn against each other: there the Jacobian has a
    direction in which joints move and the flange does not, and it stays the same on the way.
    """
    q = np.array(solutions.q[index])
    if not solutions.free_joints or mechanism.n > 6:
        return q
    _, values, directions = np.linalg.svd(jacobian(mechanism, q))
    if values[-1] > SINGULAR * values[0]:
        return q
    gap = nearest_turns(mechanism, q_now, q) - q
    slid = q + directions[-1] * float(directions[-1] @ gap)
    off = np.abs(forward(mechanism, slid) - forward(mechanism, q)).max()
    return slid if off <= SAME_POSE else q


def _travel(mechanism: Mechanism, change: Array) -> tuple[float, float]:
    """Time of the slowest joint at full speed, then of all joints; in rad or mm without speeds."""
    speed = np.where(np.isfinite(mechanism.speed), mechanism.speed, 1.0)
    times = np.abs(change) / speed
    return float(times.max()), float(times.sum())
