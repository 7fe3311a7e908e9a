"""`cellwright robots check`: can an arm with these link parameters take these poses?"""

import argparse
import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.programs.text_files import read_text_file
from kinematics import (
    KinematicsError,
    classify,
    inverse,
    invert,
    pose_from_xyzoat,
    solutions_near,
    with_goal_at_tool,
    within_limits,
)
from scenes import Robot, SceneError, load_robot

FORMAT = "cellwright-robots-check"
COLUMNS = ("x", "y", "z", "o", "a", "t")
CAN, BEYOND, CANNOT = "yes", "beyond limits", "no"


@dataclass(frozen=True)
class Goal:
    """A pose of the tool and the name that the file gives it."""

    name: str
    xyzoat: tuple[float, ...]


def run(args: argparse.Namespace) -> int:
    """Prints for each pose whether the arm can take it; gives 1 where it cannot take all."""
    if len(args.words) != 2 or args.poses is None:
        raise SceneError("write `robots check ROBOT --poses POSES.csv`")
    robot = load_robot(args.words[1])
    verdict = classify(robot.mechanism)
    if verdict.solver is None:
        raise KinematicsError(verdict.reason)
    goals = goals_of(Path(args.poses), robot.mechanism.position_only)
    rows = [row_of(robot, goal, args.dialect) for goal in goals]
    if args.json:
        print(json.dumps(_as_json(robot, args, rows), indent=2))
    else:
        _print_rows(robot, rows)
    return 0 if all(row["can"] == CAN for row in rows) else 1


def goals_of(path: Path, position_only: bool) -> list[Goal]:
    """The poses of a CSV file: x, y, z, o, a, t, or the columns that its first line names."""
    lines = [
        (number, [cell.strip() for cell in cells])
        for number, cells in enumerate(csv.reader(read_text_file(path).text.splitlines()), start=1)
        if cells and any(map(str.strip, cells)) and not cells[0].lstrip().startswith("#")
    ]
    if not lines:
        raise SceneError(f"{path}: there is no pose in it")
    needed = COLUMNS[:3] if position_only else COLUMNS
    columns = list(COLUMNS)
    first = [cell.casefold() for cell in lines[0][1]]
    if set(first) & set(COLUMNS):
        columns = first
        lines = lines[1:]
    missing = [column for column in needed if column not in columns]
    if missing:
        raise SceneError(f"{path}: the columns {', '.join(missing)} are missing")
    return [_goal(path, number, columns, cells, needed) for number, cells in lines]


def _goal(
    path: Path, number: int, columns: list[str], cells: list[str], needed: tuple[str, ...]
) -> Goal:
    given = dict(zip(columns, cells, strict=False))
    values = []
    for column in COLUMNS:
        text = given.get(column) or ("" if column in needed else "0")
        try:
            values.append(float(text))
        except ValueError:
            fault = f"{text!r} is no number" if text else "is missing"
            raise SceneError(f"{path}:{number}: {column} {fault}") from None
    return Goal(given.get("name") or f"line {number}", tuple(values))


def row_of(robot: Robot, goal: Goal, dialect: str) -> dict[str, Any]:
    """The verdict on one pose as plain values."""
    mechanism, T_flange_tool = with_goal_at_tool(robot.mechanism, robot.T_flange_tool)
    T = pose_from_xyzoat(goal.xyzoat, dialect) @ invert(T_flange_tool)
    found = inverse(mechanism, T)
    q = found.q
    if mechanism.n > 6 and len(q):
        q = np.concatenate([q, solutions_near(mechanism, T, robot.ready)])
    inside = int(within_limits(mechanism, q).sum()) if len(q) else 0
    can = CAN if inside else BEYOND if len(q) else CANNOT
    return {
        "name": goal.name,
        "xyzoat": list(goal.xyzoat),
        "can": can,
        "solutions": len(q),
        "within_limits": inside,
        "complete": found.complete,
        "verdict": "" if inside else found.verdict,
    }


def _totals(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {key: sum(row["can"] == key for row in rows) for key in (CAN, BEYOND, CANNOT)}


def _as_json(robot: Robot, args: argparse.Namespace, rows: list[dict[str, Any]]) -> dict[str, Any]:
    totals = _totals(rows)
    return {
        "format": FORMAT,
        "version": 1,
        "robot": robot.name,
        "dialect": args.dialect,
        "why": classify(robot.mechanism).reason,
        "ok": totals[CAN] == len(rows),
        "totals": totals,
        "poses": rows,
    }


def _print_rows(robot: Robot, rows: list[dict[str, Any]]) -> None:
    print(classify(robot.mechanism).reason)
    width = max(len("pose"), *(len(row["name"]) for row in rows))
    print(f"{'pose':<{width}}  {'can':<13}  found  inside")
    for row in rows:
        line = f"{row['name']:<{width}}  {row['can']:<13}  {row['solutions']:5d}"
        print(f"{line}  {row['within_limits']:6d}  {row['verdict']}".rstrip())
    totals = _totals(rows)
    print(
        f"{robot.name} can take {totals[CAN]} of {len(rows)} poses; {totals[BEYOND]} only beyond "
        f"its joint limits, {totals[CANNOT]} not at all"
    )
    if not all(row["complete"] for row in rows if row["can"] != CAN):
        print("what it cannot take: as far as was found; not every solution is known of this arm")
