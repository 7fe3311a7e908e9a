"""`cellwright robots`: the shipped robots, how many axes they have and who solves them."""

import argparse
import json
from typing import Any

from kinematics import classify
from scenes import load_robot, robot_names

FORMAT = "cellwright-robots"


def run(args: argparse.Namespace) -> int:
    rows = [robot_row(name) for name in robot_names()]
    if args.json:
        print(json.dumps({"format": FORMAT, "version": 1, "robots": rows}, indent=2))
        return 0
    for row in rows:
        marks = "  (bodies are schematic)" if row["schematic"] else ""
        print(f"{row['name']:<20} {row['axes']} axes {row['kinds']:<8} {row['title']}{marks}")
        print(f"{'':<20} {row['solver'] or 'no solver yet'}: {row['why']}")
        print(f"{'':<20} source: {row['source']}")
    return 0


def robot_row(name: str) -> dict[str, Any]:
    """What is said of one robot, as plain values."""
    robot = load_robot(name)
    verdict = classify(robot.mechanism)
    return {
        "name": name,
        "title": robot.title,
        "axes": robot.mechanism.n,
        "kinds": robot.mechanism.kinds,
        "solver": verdict.solver,
        "why": verdict.reason,
        "schematic": robot.schematic,
        "source": robot.source,
    }
