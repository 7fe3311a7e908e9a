"""`cellwright ik`: all sets of joint values that take the tool to a pose, or why there are none."""

import argparse
import json
from typing import Any

import numpy as np

from kinematics import IkSolutions, inverse, invert, pose_from_xyzoat
from scenes import Robot, load_robot

from .joint_values import column_width, degrees_of, joint_names, outside_limits

FORMAT = "cellwright-ik"


def run(args: argparse.Namespace) -> int:
    robot = load_robot(args.robot)
    T_base_tool = pose_from_xyzoat(args.pose, args.dialect)
    solutions = inverse(robot.mechanism, T_base_tool @ invert(robot.T_flange_tool))
    if args.json:
        print(json.dumps(as_json(robot, solutions, args), indent=2))
    else:
        print_solutions(robot, solutions)
    return 0 if len(solutions.q) else 1


def as_json(robot: Robot, solutions: IkSolutions, args: argparse.Namespace) -> dict[str, Any]:
    """The answer as plain values; degrees and mm, rows in the order of the solutions."""
    return {
        "format": FORMAT,
        "version": 1,
        "robot": robot.name,
        "pose": {"xyzoat": list(args.pose), "dialect": args.dialect},
        "solver": solutions.solver,
        "complete": solutions.complete,
        "continuum": solutions.continuum,
        "reason": solutions.reason,
        "joints": joint_names(robot.mechanism),
        "solutions": [solution(robot, solutions, k) for k in range(len(solutions.q))],
    }


def solution(robot: Robot, solutions: IkSolutions, k: int) -> dict[str, Any]:
    """Row k of the answer."""
    return {
        "index": k + 1,
        "q": degrees_of(robot.mechanism, solutions.q[k]),
        "posture": str(solutions.postures[k]),
        "multiplicity": int(solutions.multiplicity[k]),
        "within_limits": bool(solutions.within_limits[k]),
        "outside": outside_limits(robot.mechanism, solutions.q[k]),
        "residual_mm": float(solutions.residual_mm[k]),
        "residual_rad": float(solutions.residual_rad[k]),
    }


def print_solutions(robot: Robot, solutions: IkSolutions) -> None:
    if not len(solutions.q):
        print(f"no solution: {solutions.reason}")
        return
    number = len(solutions.q)
    sure = "all there are" if solutions.complete else "there may be more"
    if solutions.continuum:
        names = [joint_names(robot.mechanism)[joint] for joint in solutions.free_joints]
        why = "the pose is singular and"
        if robot.mechanism.n > 6:
            why = "the arm has more axes than a pose needs, which"
        sure = f"one of each family: {why} leaves {', '.join(names)} free"
    print(f"{number} solution{'s' * (number != 1)} ({sure}), solver: {solutions.solver}")
    names = joint_names(robot.mechanism)
    width = column_width(names)
    print("  #" + "".join(f"{name:>{width}}" for name in names) + "  posture")
    for k in range(len(solutions.q)):
        row = solution(robot, solutions, k)
        values = "".join(f"{value:{width}.4f}" for value in row["q"])
        print(f"{k + 1:3d}{values}  {row['posture']}{notes(row)}")
    worst = float(np.max(solutions.residual_mm))
    print(f"degrees or mm; largest distance from the pose by forward kinematics {worst:.1e} mm")


def notes(row: dict[str, Any]) -> str:
    """What is unusual about a solution: it counts twice, or a joint is beyond its limit."""
    double = f"  counts {row['multiplicity']} times" if row["multiplicity"] > 1 else ""
    return double + "".join(f"  {sentence}" for sentence in row["outside"])
