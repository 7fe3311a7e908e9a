"""Whether a changed arm reaches a pose, and how: computed by the worker. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.desktop.workbench.arm_draft import ArmDraft
from kinematics import KinematicsError, forward
from scenes.world.arm_drawing.line_drawing import chain_at
from scenes.world.frozen import Array

MOST_GHOSTS = 16  # a six-axis arm has no more solutions


@dataclass(frozen=True, eq=False)
class TriedArm:
    """The answer about one draft and one pose of the flange.

    Attributes:
        q: Solutions (k, n), rad or mm, those within the limits first.
        within: Whether each keeps the limits, (k,).
        lines: The arm at each as points from base to flange, (k, p, 3), mm, in the base.
        verdict: What the arm can do there, in words.
        solver: How it was solved, in words.
    """

    q: Array
    within: NDArray[np.bool_]
    lines: Array
    verdict: str
    solver: str


def tried(draft: ArmDraft, T_base_flange: Array) -> TriedArm:
    """All solutions of a changed arm for a pose of its flange (4, 4), mm."""
    from kinematics import inverse

    none = np.empty((0, draft.n))
    nothing = (none, np.empty(0, dtype=bool), np.empty((0, 0, 3)))
    try:
        mechanism = draft.mechanism()
        found = inverse(mechanism, T_base_flange)
    except KinematicsError as fault:
        return TriedArm(*nothing, f"No arm, or no solver: {fault}", "")
    if not len(found):
        return TriedArm(*nothing, f"Not reached: {found.reason}", found.solver)
    order = np.argsort(~found.within_limits, kind="stable")[:MOST_GHOSTS]
    q, within = found.q[order], found.within_limits[order]
    sure = "all there are" if found.complete else "there may be more"
    count, keeping = len(found), int(found.within_limits.sum())
    solutions = "1 solution" if count == 1 else f"{count} solutions"
    verdict = f"Reached: {solutions}, {sure}; {keeping} within the joint limits"
    if found.continuum:
        verdict += "; a whole range of them, of which some are shown"
    flange = forward(mechanism, q)[:, None, :3, 3]
    lines = np.concatenate([chain_at(mechanism, q), flange], axis=1)
    return TriedArm(q, within, lines, verdict, found.solver)
