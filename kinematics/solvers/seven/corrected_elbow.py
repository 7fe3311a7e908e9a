"""Seven axes near the kind S-R-S at an elbow angle: nominal closed form and Newton's method.

The manner is that of six axes (`solvers/corrected`): each root of the nominal arm at (pose, psi) is
led to a root of the arm as it is, by seven equations, the pose and psi. A pair of pose and psi is
flagged and goes to the search of `elbow_search.py` if any of these holds, reach = REACH delta:

 a. a nominal root leads to no root, or farther than FARTHEST_SHIFT, or two lead to one;
 b. the triangle S E W of the nominal arm does not close, but W is no farther than EDGE delta from
    where it would, in sizes of the arm; or it closes and an oblique wrist or shoulder does not turn
    as far;
 c. at a nominal root the smallest singular value of the seven equations, psi scaled by its rate, is
    below reach;
 d. W is within reach of the vertical through S, where psi has no zero.

A root of the arm is a nominal root of a pose within delta, so that 1 for EDGE is enough where delta
is known. That the rest of the flag suffices is measured (against the search), not proven. An arm
that misses its kind by the digits of its file takes the nominal roots instead of the search, and
says nothing of complete.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.differential.damped_newton import Rule, damped_newton
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.families.corrected_seven import CorrectedSeven, recognise_corrected_seven
from kinematics.families.elbow_angle import angle_about, elbow_state
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.seven import elbow
from kinematics.solvers.seven.elbow_search import equations_at, settled
from kinematics.solvers.seven.point_elbow import law_of_cosines
from kinematics.tolerances import SAME_ANGLE

Mask = NDArray[np.bool_]

REACH = 5.0  # delta: how far from a change in its roots a pose has to be
EDGE = 2.0  # delta: the same for the reach of joint 4
LEAST_DELTA = 1e-12  # rounding of the closed form
FARTHEST_SHIFT = 0.2  # rad
SLOTS = 16  # of every answer, so that answers of several angles fit together
TO_POSE = Rule(steps=6, largest=0.1, settled=1e-15)


def corrected_elbow(search: Solver) -> Solver:
    """The solver of these arms; search: the one for flagged poses."""

    def solve_at(arm: CorrectedSeven, Ts: Array, psi: Array, held: Array | None = None) -> Roots:
        """All roots of poses (N or 1, 4, 4), mm, at elbow angles psi (N,), rad."""
        poses = np.array(np.broadcast_to(Ts, (len(psi), 4, 4)))
        seeds = elbow.solve_at(arm.geometry, poses, psi, held)
        q, valid, flagged = _led(arm, poses, psi, seeds)
        out = Roots(
            np.zeros((len(psi), SLOTS, 7)),
            np.zeros((len(psi), SLOTS), bool),
            np.zeros((len(psi), 7), bool),
            np.zeros((len(psi), SLOTS), np.int64),
            seeds.near.copy(),
            ~flagged,
        )
        out.q[:, : q.shape[1]], out.valid[:, : q.shape[1]] = q, valid
        ranged = flagged & seeds.valid.any(axis=1) & arm.is_rounded
        if ranged.any():
            _take_nominal(arm, poses, seeds, ranged, out)
        asked = np.flatnonzero(flagged & ~ranged)
        if len(asked):
            _searched(arm, search, poses, psi, asked, out)
        return out

    def solve(arm: CorrectedSeven, Ts: Array, held: Array | None = None) -> Roots:
        """All roots at the elbow angle of joint values `held` (N, 7), rad; at 0 without them."""
        if held is None:
            return solve_at(arm, Ts, np.zeros(len(Ts)))
        E, W, _ = elbow_state(arm.points, np.asarray(held, float))
        return solve_at(arm, Ts, angle_about(arm.points, E, W), held)

    return Solver(
        "elbow angle, corrected",
        recognise_corrected_seven,
        solve,
        lambda arm, T: elbow.explain(arm.geometry, T),
        complete=True,
        closed_form=False,
        at_elbow=solve_at,
        barred=_barred,
        title=lambda arm: "elbow angle" if arm.is_rounded else _note(arm),
        note=_note,
    )


def _note(arm: CorrectedSeven) -> str:
    return f"elbow angle, corrected by up to {arm.shift_mm:.2g} mm"


def _reach(arm: CorrectedSeven) -> float:
    return REACH * max(arm.delta, LEAST_DELTA)


def _beyond(arm: CorrectedSeven, Ts: Array) -> Array:
    """How far the wrist of poses (N, 4, 4) is out of the reach of joint 4, of the size, (N,).

    Negative within the reach.
    """
    gap = arm.geometry.wrist_places(Ts) - arm.geometry.S
    distance = np.sqrt(np.vecdot(gap, gap))
    rest, swing, _ = law_of_cosines(arm.geometry, distance)
    still = distance**2 - rest
    far, near = np.sqrt(still + swing), np.sqrt(np.maximum(still - swing, 0.0))
    return np.asarray(np.maximum(distance - far, near - distance) / arm.points.size)


def _barred(arm: CorrectedSeven, Ts: Array) -> Mask:
    """Whether poses (N, 4, 4) surely have no root at any elbow angle, (N,)."""
    return np.asarray(_beyond(arm, Ts) > EDGE * max(arm.delta, LEAST_DELTA))


def _led(arm: CorrectedSeven, Ts: Array, psi: Array, seeds: Roots) -> tuple[Array, Mask, Mask]:
    """Roots (N, 8, 7) that the nominal roots lead to, which there are, and the flagged poses."""
    reach = _reach(arm)
    beyond, gap = _beyond(arm, Ts), arm.geometry.wrist_places(Ts) - arm.geometry.S
    flagged = (beyond >= 0.0) & (beyond <= EDGE * max(arm.delta, LEAST_DELTA))
    flagged |= (beyond < 0.0) & ~seeds.valid.all(axis=1)
    flagged |= np.hypot(gap[:, 0], gap[:, 1]) < reach * arm.points.size
    flagged |= seeds.free.any(axis=1)
    pose, slot = np.nonzero(seeds.valid)
    start = seeds.q[pose, slot]
    found, met = settled(arm.points, Ts[pose], psi[pose], start)
    _, _, J = equations_at(arm.points, Ts[pose], start)
    J[:, 6] /= np.maximum(np.linalg.norm(J[:, 6], axis=1), 1.0)[:, None]
    lost = ~met | (np.abs(wrapped(found - start)).max(axis=1, initial=0.0) > FARTHEST_SHIFT)
    lost |= np.linalg.svd(J, compute_uv=False)[:, -1] < reach
    flagged[pose[lost]] = True
    q = np.zeros(seeds.q.shape)
    q[pose, slot] = found
    return q, seeds.valid, flagged | _any_met(q, seeds.valid)


def _any_met(q: Array, valid: Mask) -> Mask:
    """Whether two roots of a pose are one, q (N, 8, 7), (N,)."""
    apart = np.abs(wrapped(q[:, :, None] - q[:, None])).max(axis=-1)
    other = ~np.eye(valid.shape[1], dtype=bool)
    both = valid[:, :, None] & valid[:, None] & other
    return np.asarray((both & (apart < SAME_ANGLE)).any(axis=(1, 2)))


def _take_nominal(arm: CorrectedSeven, Ts: Array, seeds: Roots, where: Mask, out: Roots) -> None:
    """The nominal roots of some poses, led to them by least motion, in place."""
    pose, slot = np.nonzero(seeds.valid & where[:, None])
    equations = pose_equations(arm.mechanism, Ts[pose])
    led = damped_newton(equations, seeds.q[pose, slot], joints_of(arm.mechanism), TO_POSE)
    out.q[pose, slot] = wrapped(led.q)
    out.free[where], out.near[where] = seeds.free[where], True
    out.doubled[where, : seeds.doubled.shape[1]] = seeds.doubled[where]


def _searched(
    arm: CorrectedSeven,
    search: Solver,
    Ts: Array,
    psi: Array,
    asked: NDArray[np.int64],
    out: Roots,
) -> None:
    """The roots of some poses from the search, in place."""
    geometry = search.recognise(arm.mechanism)
    if isinstance(geometry, str):
        return
    found = search.solve_at(geometry, Ts[asked], psi[asked])
    width = min(found.q.shape[1], SLOTS)
    out.valid[asked] = False
    out.q[asked, :width] = found.q[:, :width]
    out.valid[asked, :width] = found.valid[:, :width]
    if found.certified is not None and out.certified is not None:
        out.certified[asked] = found.certified & ~found.valid[:, width:].any(axis=1)
