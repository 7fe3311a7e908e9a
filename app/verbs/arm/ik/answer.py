"""The answer of `cellwright ik`, for people and as JSON."""

import argparse
from typing import Any

import numpy as np

from app.reports.joint_values import degrees_of, headings, joint_names, nearness, outside_limits
from app.verbs.arm.ik.digits import digits_of, free_within, known_to, reached_within
from app.verbs.arm.ik.request import Request
from kinematics import IkSolutions, Mechanism, classify, singularity
from kinematics.arm.limits import nearest_turns
from kinematics.solutions.distinct_roots import in_order
from kinematics.solving.choice import solver_of

FORMAT = "cellwright-ik"
LONG = 16  # solutions printed at most without --all; solutions within the limits come first


def goal_of(args: argparse.Namespace) -> dict[str, Any]:
    """The goal as the user wrote it, as plain values."""
    if args.pose is not None:
        return {"pose": {"xyzoat": list(args.pose), "dialect": args.dialect}}
    return {"position": list(args.position)}


def as_json(request: Request, solutions: IkSolutions, args: argparse.Namespace) -> dict[str, Any]:
    """The answer as plain values; degrees and mm, rows numbered as SOLUTION k numbers them."""
    names = joint_names(request.mechanism)
    return {
        "format": FORMAT,
        "version": 1,
        "robot": request.robot.name,
        **goal_of(args),
        "elbow_deg": args.elbow,
        "locked": {
            names[joint]: degrees_of_joint(request.mechanism, joint, value)
            for joint, value in request.locked.items()
        },
        "solver": solutions.solver,
        "why": why(request, args),
        "count": len(solutions),
        "complete": solutions.complete,
        "continuum": solutions.continuum,
        "note": solutions.note,
        "tolerance_mm": solutions.tolerance_mm,
        "tolerance_deg": float(np.degrees(solutions.tolerance_rad)),
        "within_tolerance": reached_within(request, solutions),
        "free_joints": [names[joint] for joint in solutions.free_joints],
        "reason": solutions.reason,
        "verdict": solutions.verdict,
        "joints": names,
        "solutions": rows_of(request, solutions),
    }


def degrees_of_joint(mechanism: Mechanism, joint: int, value: float) -> float:
    """One joint value in degrees or mm."""
    return float(np.degrees(value)) if mechanism.kinds[joint] == "R" else float(value)


def why(request: Request, args: argparse.Namespace) -> str:
    """The reason why this solver was taken, for people."""
    if args.eliminate or args.eigen or args.matrices:
        return "asked for" + (" of the arm that the locked joints leave" if request.locked else "")
    if request.locked:
        return "the arm that is left when the locked joints are held"
    return classify(request.mechanism).reason


def rows_of(request: Request, solutions: IkSolutions) -> list[dict[str, Any]]:
    """All solutions in the order in which SOLUTION k numbers them."""
    order = in_order(solutions.q) if len(solutions) else []
    return [solution(request, solutions, k, number) for number, k in enumerate(order, start=1)]


def solution(request: Request, solutions: IkSolutions, k: int, number: int) -> dict[str, Any]:
    """Solution k as plain values: joint values in degrees or mm, residuals in mm and rad."""
    mechanism = request.mechanism
    names = joint_names(mechanism)
    return {
        "index": number,
        "q": degrees_of(mechanism, solutions.q[k]),
        "posture": str(solutions.postures[k]),
        "multiplicity": int(solutions.multiplicity[k]),
        "within_limits": bool(solutions.within_limits[k]),
        "outside": outside_limits(mechanism, turned_inside(mechanism, solutions.q[k])),
        "residual_mm": float(solutions.residual_mm[k]),
        "residual_rad": float(solutions.residual_rad[k]),
        "smallest_singular_value": float(solutions.smallest_singular_value[k]),
        "near": list(solutions.near[k]),
        "bounds": [
            bound if np.isfinite(bound) else None
            for bound in degrees_of(mechanism, solutions.joint_bounds[k])
        ],
        "loose": [names[joint] for joint in solutions.loose[k].nonzero()[0]],
    }


def turned_inside(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """Joint values (n,) plus the whole turns that bring them inside or nearest to their limits."""
    bounded = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    middle = np.where(bounded, 0.0, q)
    middle[bounded] = (mechanism.lower[bounded] + mechanism.upper[bounded]) / 2.0
    return nearest_turns(mechanism, q, middle)


def print_solutions(request: Request, solutions: IkSolutions, args: argparse.Namespace) -> None:
    """Prints solver and solutions as a table, or why there is no solution."""
    reason = why(request, args)
    print(reason if solutions.solver in reason else f"solver: {solutions.solver} ({reason})")
    if not len(solutions.q):
        print(f"no solution: {solutions.reason}")
        if reached_within(request, solutions):
            print(f"within {digits_of(request)} there are poses that the arm reaches")
        return
    print(f"{counted(len(solutions))}, {completeness(request, solutions)}")
    rows = rows_of(request, solutions)
    shown = rows if args.all else shortened(rows)
    print_rows(request.mechanism, shown)
    if len(shown) < len(rows):
        print(left_out(rows, shown))
    mm, rad = float(solutions.residual_mm.max()), float(solutions.residual_rad.max())
    print(f"farthest from the goal by forward kinematics: {mm:.1e} mm, {rad:.1e} rad")
    if request.tolerance_mm or request.tolerance_rad:
        print(known_to(request, solutions))
    inside = int(solutions.within_limits.sum())
    if inside < len(solutions):
        inside_words = f"{inside} of {len(solutions)}" if inside else f"none; {solutions.verdict}"
        print(f"within the joint limits: {inside_words}")


def shortened(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that fit on a screen; each keeps its number in the whole list.

    Of a long list these are the solutions within the limits, or where there are none, those with
    the
    fewest joints beyond their limits.
    """
    if len(rows) <= LONG:
        return rows
    inside = [row for row in rows if row["within_limits"]]
    best = sorted(rows, key=lambda row: len(row["outside"]))[:LONG]
    return inside[:LONG] or sorted(best, key=lambda row: int(row["index"]))


def left_out(rows: list[dict[str, Any]], shown: list[dict[str, Any]]) -> str:
    """The sentence that says which solutions a shortened list does not show."""
    inside = sum(row["within_limits"] for row in rows)
    kind = "those within the limits" if 0 < inside <= LONG else "some of them"
    return f"shown: {len(shown)} of {len(rows)} solutions, {kind}; --all lists every one"


def counted(number: int) -> str:
    """A number of solutions in words: `1 solution`, `8 solutions`."""
    return f"{number} solution{'s' * (number != 1)}"


def completeness(request: Request, solutions: IkSolutions) -> str:
    """The words that say whether the printed solutions are all there are."""
    if not solutions.continuum:
        if solutions.loose.any():
            return f"not all there are: {free_within(request, solutions)}"
        more = "there may be more" + (f": {solutions.note}" if solutions.note else "")
        return "all there are" if solutions.complete else more
    mechanism = request.mechanism
    free = ", ".join(joint_names(mechanism)[joint] for joint in solutions.free_joints)
    if len(solutions.free_joints) == mechanism.n:
        free = "every joint"
    if mechanism.n > 6 and not request.locked and request.elbow is None:
        choose = "--elbow, " if solver_of(mechanism)[0].redundant else ""
        slice_ = solutions.note or "some of a whole range of solutions"
        return f"{slice_} ({free} stays free; {choose}--lock and --sweep choose)"
    names = {name for q in solutions.q for name in singularity(mechanism, q).names}
    named = f" ({' and '.join(sorted(names))})" if names else ""
    return f"one of each family: the pose is singular{named} and leaves {free} free"


def print_rows(mechanism: Mechanism, rows: list[dict[str, Any]]) -> None:
    """Prints a table of joint values in degrees or mm; notes on a solution stand at its end."""
    names, legend, width = headings(mechanism)
    has_posture = any(row["posture"] != "any" for row in rows)
    heading = "  #" + "".join(f"{name:>{width}}" for name in names)
    print(heading + ("  posture" if has_posture else ""))
    longest = max(len(row["posture"]) for row in rows)
    for row in rows:
        values = "".join(f"{value:{width}.4f}" for value in row["q"])
        posture = f"  {row['posture']:<{longest}}" if has_posture else ""
        print(f"{row['index']:3d}{values}{posture}{notes(row)}".rstrip())
    print(f"degrees or mm{legend}")


def notes(row: dict[str, Any]) -> str:
    """The notes on a solution: it counts several times, is singular, or is beyond a limit."""
    double = f"  counts {row['multiplicity']} times" if row["multiplicity"] > 1 else ""
    said = [*nearness(row), *row["outside"]]
    return double + ("  " + "; ".join(said) if said else "")
