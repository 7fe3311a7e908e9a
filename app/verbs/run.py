"""`cellwright run`: runs a program without checking collisions and exports its trajectory."""

import argparse
import json
import sys
from typing import Any

from app.program_file import read_program, surroundings
from app.reports import problem_text
from language import render
from scenes import Run, export, load_cell, simulate
from scenes.exporters.solids import export_cell

from .joint_values import column_width, degrees_of, joint_names

FORMAT = "cellwright-run"


def run(args: argparse.Namespace) -> int:
    cell = load_cell(args.cell)
    program, file_name = read_program(args.program)
    around = surroundings(args)
    result = simulate(cell, program, period=args.period, name=file_name, **around)
    failed = print_faults(result, program.text, args.program)
    exported = []
    if result.steps:
        for path in args.export:
            export(result, path)
            exported.append(path)
        moment = result.end_state if args.time is None else result.state_at(args.time)
        for path in args.export_cell:
            export_cell(cell, moment, path)
            exported.append(path)
    if args.json:
        print(json.dumps(as_json(result, args.program, exported), indent=2))
    else:
        print_steps(result, exported)
    if (args.export or args.export_cell) and not exported:
        print("nothing was exported: no statement could be run", file=sys.stderr)
        return 1
    return 1 if failed else 0


def print_faults(result: Run, text: str, name: str) -> bool:
    """Prints diagnostics and problems on standard error; whether one is an error."""
    for item in result.diagnostics:
        print(render(item, text, name), file=sys.stderr)
    for problem in result.problems:
        print(problem_text(problem, text.splitlines(), name), file=sys.stderr)
    severities = [item.severity for item in result.diagnostics]
    return "error" in severities + [problem.severity for problem in result.problems]


def print_steps(result: Run, exported: list[str]) -> None:
    mechanism = result.cell.robot.mechanism
    width = column_width(joint_names(mechanism))
    names = "".join(f"{name:>{width}}" for name in joint_names(mechanism))
    print(f"{'line':>4} {'instruction':<12}{'from s':>9}{'to s':>9}{names}")
    for step in result.steps:
        q = "".join(f"{value:{width}.4f}" for value in degrees_of(mechanism, step.after.q))
        print(
            f"{step.line:4d} {step.statement.name:<12}{step.start_time:9.3f}{step.end_time:9.3f}{q}"
        )
    for path in exported:
        print(f"exported {path}")


def as_json(result: Run, name: str, exported: list[str]) -> dict[str, Any]:
    mechanism = result.cell.robot.mechanism
    return {
        "format": FORMAT,
        "version": 1,
        "program": name,
        "duration_s": result.duration,
        "joints": joint_names(mechanism),
        "steps": [
            {
                "line": step.line,
                "instruction": step.statement.name,
                "start_s": step.start_time,
                "end_s": step.end_time,
                "q": degrees_of(mechanism, step.after.q),
                "problems": [
                    {"code": p.code, "severity": p.severity, "message": p.message}
                    for p in step.problems
                ],
            }
            for step in result.steps
        ],
        "exported": exported,
    }
