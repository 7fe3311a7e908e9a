"""`cellwright ik --sweep`: the solutions over the free elbow angle, or over one held joint."""

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.reports.joint_values import degrees_of, headings, joint_names
from app.verbs.arm.ik.answer import degrees_of_joint, goal_of, rows_of, turned_inside
from app.verbs.arm.ik.request import Request
from kinematics import IkSolutions, KinematicsError, Mechanism, inverse

FORMAT = "cellwright-ik-sweep"
FULL_TURN = 2.0 * np.pi


def run(request: Request, args: argparse.Namespace) -> int:
    """Prints the solutions at every value of the sweep; gives 1 where no value has any."""
    if request.locked:
        over, values = _locked_values(request, args.sweep)
    else:
        over, values = "elbow", -np.pi + (1.0 + np.arange(args.sweep)) * FULL_TURN / args.sweep
    answers = [_answer(request, value) for value in values]
    shown = [_shown(request, value) for value in values]
    if args.json:
        print(json.dumps(_as_json(request, args, over, shown, answers), indent=2))
    else:
        _print_sweep(request, over, shown, answers)
    return 0 if any(len(answer) for answer in answers) else 1


def _locked_values(request: Request, count: int) -> tuple[str, NDArray[np.float64]]:
    """Name of the swept joint, and its values (count,) from limit to limit, rad or mm."""
    joint = _moving(request)
    info = request.mechanism.joints[joint]
    lower, upper = info.lower, info.upper
    if not np.isfinite([lower, upper]).all():
        if request.mechanism.kinds[joint] != "R":
            raise KinematicsError(f"{info.name} has no limits between which to sweep it")
        lower, upper = -np.pi, np.pi
    return info.name, np.linspace(lower, upper, count)


def _moving(request: Request) -> int:
    return next(joint for joint, value in request.locked.items() if np.isnan(value))


def _answer(request: Request, value: float) -> IkSolutions:
    """All solutions at one elbow angle, rad, or at one value of the swept joint, rad or mm."""
    if not request.locked:
        return inverse(request.mechanism, request.T_base_flange, elbow_angle=value)
    locked = {joint: value if np.isnan(held) else held for joint, held in request.locked.items()}
    return inverse(request.mechanism, request.T_base_flange, locked=locked)


def _shown(request: Request, value: float) -> float:
    """The swept value in degrees, or in mm for a slide."""
    if not request.locked:
        return round(float(np.degrees(value)), 9)
    return round(degrees_of_joint(request.mechanism, _moving(request), value), 9)


def _as_json(
    request: Request,
    args: argparse.Namespace,
    over: str,
    shown: list[float],
    answers: list[IkSolutions],
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": 1,
        "robot": request.robot.name,
        **goal_of(args),
        "over": over,
        "solver": answers[0].solver,
        "joints": joint_names(request.mechanism),
        "steps": [
            {
                "value": value,
                "complete": answer.complete,
                "reason": answer.reason,
                "solutions": rows_of(request, answer),
            }
            for value, answer in zip(shown, answers, strict=True)
        ],
    }


def _print_sweep(
    request: Request, over: str, shown: list[float], answers: list[IkSolutions]
) -> None:
    names, legend, width = headings(request.mechanism)
    what = "elbow angle" if over == "elbow" else over
    print(f"solver: {answers[0].solver}; {what} from {shown[0]:g} to {shown[-1]:g}")
    columns = "".join(f"{name:>{width}}" for name in names)
    print(f"{'value':>9}  found  inside{columns}")
    for value, answer in zip(shown, answers, strict=True):
        inside = int(answer.within_limits.sum())
        row = _best(request.mechanism, answer)
        values = "" if row is None else "".join(f"{x:{width}.4f}" for x in row)
        cells = values or f"  {answer.reason}"
        print(f"{value:9.3f}  {len(answer):5d}  {inside:6d}{cells}")
    reached = sum(bool(answer.within_limits.any()) for answer in answers)
    print(
        f"found: solutions there; inside: those within the limits; the row: the one farthest from "
        f"the limits, degrees or mm{legend}"
    )
    print(f"{reached} of {len(answers)} can be taken")


def _best(mechanism: Mechanism, answer: IkSolutions) -> list[float] | None:
    """The solution with the most room to the limits, in degrees or mm; None without solutions."""
    if not len(answer):
        return None
    rows = np.stack([turned_inside(mechanism, q) for q in answer.q])
    span = np.maximum(mechanism.upper - mechanism.lower, 1e-9)
    room = np.minimum(rows - mechanism.lower, mechanism.upper - rows) / span
    room = np.where(np.isfinite(span), room, np.inf)
    return degrees_of(mechanism, rows[int(np.argmax(room.min(axis=1)))])
