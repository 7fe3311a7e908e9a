"""What the digits of a goal leave open: the sentences that `cellwright ik` says about them.

A goal typed as -0.413 is meant within 0.0005, and next to a singular pose such a little decides
where joints stand. Numbers without decimals are taken as they stand. The digits of a goal are told
as a distance and an angle of the tool, the most by which all its numbers together may be off.
"""

import numpy as np

from app.reports.joint_values import is_revolute, joint_names
from app.verbs.arm.ik.request import Request
from kinematics import IkSolutions, residuals
from kinematics.differential.nearest_pose import nearest_pose
from kinematics.solutions.distinct_roots import in_order


def free_within(request: Request, solutions: IkSolutions) -> str:
    """Which joints are free together within the digits of the goal, at which solutions, and why."""
    names, numbers = joint_names(request.mechanism), _numbers(solutions)
    groups: dict[tuple[tuple[int, ...], tuple[str, ...]], list[int]] = {}
    for k, loose in enumerate(solutions.loose):
        if loose.any():
            joints = tuple(loose.nonzero()[0].tolist())
            groups.setdefault((joints, solutions.near[k]), []).append(numbers[k])
    clauses = []
    for (joints, causes), at in groups.items():
        who = _listed([names[joint] for joint in joints])
        are = "are free together" if len(joints) > 1 else "is free"
        cause = f": {' and '.join(causes)}" if causes else ""
        clauses.append(f"{who} {are} ({_solutions(at)}{cause})")
    return f"within {digits_of(request)} {'; '.join(clauses)}"


def digits_of(request: Request) -> str:
    """The digits of the goal in words: how far the tool may be off."""
    turn = np.degrees(request.tolerance_rad)
    return f"the digits of the goal ({request.tolerance_mm:.2g} mm, {turn:.2g} deg)"


def known_to(request: Request, solutions: IkSolutions) -> str:
    """How well the digits of the goal determine the joints of the solutions."""
    bounds, numbers = solutions.joint_bounds, _numbers(solutions)
    sure = np.asarray(np.isfinite(bounds).all(axis=1), bool)
    turning = is_revolute(request.mechanism)
    widest = []
    if sure.any() and turning.any():
        widest.append(f"{np.degrees(bounds[sure][:, turning].max()):.2g} deg")
    if sure.any() and not turning.all():
        widest.append(f"{bounds[sure][:, ~turning].max():.2g} mm")
    if request.mechanism.has_loops:
        return "how far the digits of the goal let the joints of closed loops move is not bounded"
    if not widest:
        return f"{digits_of(request)} give no bound for the joints"
    open_rows = [
        number for number, is_sure in zip(numbers, sure.tolist(), strict=True) if not is_sure
    ]
    rest = f"; they give no bound for {_solutions(open_rows)}" if open_rows else ""
    if request.mechanism.n - len(request.locked) > 6:  # its other solutions lie all about
        near = f"a solution for every pose within {digits_of(request)} lies within"
        return f"{near} {' and '.join(widest)} of each of these{rest}"
    return f"by {digits_of(request)} the joints are known to {' and '.join(widest)}{rest}"


def reached_within(request: Request, solutions: IkSolutions) -> bool:
    """Whether the arm reaches the goal, or where it does not, a pose within the digits of it.

    The second by a search, within the joint limits, for the pose that is nearest.
    """
    if len(solutions):
        return True
    if request.locked or not (request.tolerance_mm or request.tolerance_rad):
        return False
    mechanism, pose = request.arm_to_tool, request.T_base_tool
    q = nearest_pose(mechanism, pose, request.robot.ready)
    shift, turn = residuals(mechanism, q, pose)
    turned = not mechanism.position_only and turn > request.tolerance_rad
    return bool(shift <= request.tolerance_mm and not turned)


def _numbers(solutions: IkSolutions) -> list[int]:
    """The number of each solution as SOLUTION k of a program counts them, from 1."""
    numbers = np.empty(len(solutions), int)
    numbers[in_order(solutions.q)] = np.arange(1, len(solutions) + 1)
    return [int(number) for number in numbers]


def _solutions(numbers: list[int]) -> str:
    return f"solution{'s' * (len(numbers) > 1)} {_listed([str(n) for n in sorted(numbers)])}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
