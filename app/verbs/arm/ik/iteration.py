"""`cellwright ik --seed` and `--trace`: one solution by iteration, and each round's residual."""

import argparse
import json
from itertools import product
from typing import Any, get_args

import numpy as np

from app.reports.joint_values import degrees_of, joint_names, outside_limits
from app.verbs.arm.ik.answer import goal_of, print_rows, turned_inside
from app.verbs.arm.ik.request import Request
from kinematics import (
    Correction,
    KinematicsError,
    corrected_angles,
    inverse_from_seed,
    posture_of,
    within_limits,
)
from kinematics.solvers.seven.temporary_angles import LEVEL, Evaluation, Temporary

FORMAT = "cellwright-ik-iteration"
WAYS = tuple(product(get_args(Evaluation), get_args(Temporary)))
BRANCHES = tuple(product((True, False), (0, 1)))


def newton(request: Request, args: argparse.Namespace) -> int:
    """Prints the solution that Newton's method finds from --seed; gives 1 if it misses the goal.

    A miss shows the nearest joint values by least squares.
    """
    mechanism = request.mechanism
    assert request.seed is not None
    found = inverse_from_seed(
        mechanism, request.T_base_flange, request.seed, position_only=request.position_only
    )
    q = turned_inside(mechanism, found.q) if found.reached else found.q
    row = _row(request, q, 1) | {"multiplicity": 1}
    if args.json:
        answer = _head(request, args, "Newton's method from a seed") | {
            "reached": found.reached,
            "residual_mm": found.residual_mm,
            "residual_rad": 0.0 if request.position_only else found.residual_rad,
            "rounds": len(found.trace) - 1,
            "trace": found.trace.tolist() if args.trace else None,
            "solutions": [row],
        }
        print(json.dumps(answer, indent=2))
        return 0 if found.reached else 1
    rounds = len(found.trace) - 1
    how = "reached" if found.reached else "not reached: the nearest by least squares is"
    print(f"Newton's method from the seed, {rounds} rounds: the goal is {how}")
    print_rows(mechanism, [row])
    turn = "" if request.position_only else f", {np.degrees(found.residual_rad):.3g} deg"
    print(f"misses the goal by {found.residual_mm:.3g} mm{turn}")
    if args.trace:
        print("round  residual (lengths in units of the arm, angles in rad)")
        for number, value in enumerate(found.trace):
            print(f"{number:5d}  {value:.6e}")
    return 0 if found.reached else 1


def temporary_angles(request: Request, args: argparse.Namespace) -> int:
    """Prints the corrected temporary angles in all four ways, round by round."""
    mechanism, psi = request.mechanism, request.elbow or 0.0
    if mechanism.n != 7:
        raise KinematicsError(
            f"--trace without --seed is for seven axes with an offset shoulder; "
            f"{request.robot.name} has {mechanism.n} axes: give --seed, from which Newton's method "
            "starts"
        )
    front, bend, results = _first_reached(request, psi)
    if args.json:
        print(json.dumps(_traces_json(request, args, front, bend, results), indent=2))
        return 0 if _all_reached(results) else 1
    side = "to the front of axis 1" if front else "behind axis 1"
    print(
        f"temporary angles at elbow angle {np.degrees(psi):g} deg, elbow {side}, "
        f"bend {bend + 1} of 2, corrected until the evaluation value is {LEVEL:g}"
    )
    start = np.degrees(results[0].temporary)
    print("temporary angles of axes 1 to 4: " + "  ".join(f"{x:.4f}" for x in start) + " deg")
    _print_traces(results)
    if not _all_reached(results):
        print("no solution: the evaluation value does not come to its level at this elbow angle")
        return 1
    rows = [_row(request, q, k) for k, q in enumerate(results[0].q, start=1)]
    print_rows(mechanism, [row | {"multiplicity": 1} for row in rows])
    return 0


def _first_reached(request: Request, psi: float) -> tuple[bool, int, list[Correction]]:
    """The first side and bend of the elbow at which every way reaches its level."""
    tried = []
    for front, bend in BRANCHES:
        results = [
            corrected_angles(
                request.mechanism,
                request.T_base_flange,
                psi,
                temporary=temporary,
                evaluation=evaluation,
                front=front,
                bend=bend,
            )
            for evaluation, temporary in WAYS
        ]
        tried.append((front, bend, results))
        if _all_reached(results):
            return tried[-1]
    return tried[0]


def _all_reached(results: list[Correction]) -> bool:
    return all(result.reached and len(result.q) for result in results)


def _print_traces(results: list[Correction]) -> None:
    """One column for each evaluation function and choice of temporary angles."""
    print("round" + "".join(f"{f'{e}, axes {t}':>24}" for e, t in WAYS))
    for number in range(max(len(result.trace) for result in results)):
        cells = [f"{r.trace[number]:.6e}" if number < len(r.trace) else "" for r in results]
        print(f"{number:5d}" + "".join(f"{cell:>24}" for cell in cells).rstrip())


def _traces_json(
    request: Request, args: argparse.Namespace, front: bool, bend: int, results: list[Correction]
) -> dict[str, Any]:
    solutions = results[0].q if _all_reached(results) else np.empty((0, 7))
    return _head(request, args, "corrected temporary angles") | {
        "elbow_deg": float(np.degrees(request.elbow or 0.0)),
        "front": front,
        "bend": bend,
        "temporary_deg": np.degrees(results[0].temporary).tolist(),
        "level": LEVEL,
        "reached": _all_reached(results),
        "traces": [
            {"evaluation": evaluation, "axes": temporary, "values": result.trace.tolist()}
            for (evaluation, temporary), result in zip(WAYS, results, strict=True)
        ],
        "solutions": [_row(request, q, k) for k, q in enumerate(solutions, start=1)],
    }


def _head(request: Request, args: argparse.Namespace, solver: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": 1,
        "robot": request.robot.name,
        **goal_of(args),
        "solver": solver,
        "joints": joint_names(request.mechanism),
    }


def _row(request: Request, q: np.ndarray, number: int) -> dict[str, Any]:
    """One set of joint values (n,), rad or mm, as `ik` prints it."""
    mechanism = request.mechanism
    return {
        "index": number,
        "q": degrees_of(mechanism, q),
        "posture": str(posture_of(mechanism, q)),
        "within_limits": bool(within_limits(mechanism, q)),
        "outside": outside_limits(mechanism, turned_inside(mechanism, q)),
    }
