"""`cellwright ik`: all sets of joint values that take the tool to a goal, or why there are none."""

import argparse
import json
from dataclasses import replace

import numpy as np

from app.verbs.arm.ik import iteration as ik_iteration
from app.verbs.arm.ik import sweep as ik_sweep
from app.verbs.arm.ik.answer import as_json, print_solutions
from app.verbs.arm.ik.request import Request, request_of
from kinematics import (
    IkSolutions,
    KinematicsError,
    elimination_arm,
    inverse,
    inverse_by_elimination,
    load_arm,
)
from kinematics.solvers.elimination import EliminationArm


def run(args: argparse.Namespace) -> int:
    """Prints the solutions, the trace or the sweep asked for; gives 1 without a solution."""
    request = request_of(args)
    if request.seed is not None:
        return ik_iteration.newton(request, args)
    if args.trace:
        return ik_iteration.temporary_angles(request, args)
    if args.sweep is not None:
        return ik_sweep.run(request, args)
    solutions = solutions_of(request, args)
    if args.json:
        print(json.dumps(as_json(request, solutions, args), indent=2))
    else:
        print_solutions(request, solutions, args)
    return 0 if len(solutions.q) else 1


def solutions_of(request: Request, args: argparse.Namespace) -> IkSolutions:
    """All solutions under the conditions of the command line, with the digits of the goal."""
    return replace(
        _solved(request, args),
        mechanism=request.arm_to_tool,
        tolerance_mm=request.tolerance_mm,
        tolerance_rad=request.tolerance_rad,
    )


def _solved(request: Request, args: argparse.Namespace) -> IkSolutions:
    pose = request.T_base_flange
    if args.eliminate or args.eigen or args.matrices:
        arm = request.mechanism if request.locked else _matrices(request, args.matrices)
        return inverse_by_elimination(
            arm,
            pose,
            eliminate=args.eliminate,
            eigen=args.eigen or "ordinary",
            locked=request.locked,
        )
    if request.locked:
        return inverse(request.mechanism, pose, locked=request.locked)
    return inverse(request.mechanism, pose, elbow_angle=request.elbow)


def _matrices(request: Request, path: str | None) -> EliminationArm:
    """The arm prepared for elimination: made now, or read from the file of --matrices."""
    if path is None:
        return elimination_arm(request.mechanism)
    arm, mechanism = load_arm(path), request.mechanism
    same = arm.mechanism.kinds == mechanism.kinds and all(
        np.array_equal(getattr(arm.mechanism, name), getattr(mechanism, name))
        for name in ("T_link_joint", "T_last_flange")
    )
    if not same:
        raise KinematicsError(
            f"{path}: holds the matrices of {arm.mechanism.name or 'an arm'} with other links than "
            f"{request.robot.name} has; write them again with `robots matrices`"
        )
    return arm
