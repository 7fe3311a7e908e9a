"""`cellwright run`: runs a program, and checks it as `check` does before it exports a trajectory.

A run with errors is exported only with --despite-errors. The solids of the cell (--export-cell) and
the swept volume (--swept) are written without a check, so that a collision can be shown too.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from app.programs.program_file import read_program, run_inputs
from app.reports.cycle_report import cycle_json, cycle_text
from app.reports.joint_values import column_width, degrees_of, joint_names
from app.reports.progress import progress
from app.reports.reports import problem_text
from app.verbs.run.swept import swept_choice, swept_text, write_swept
from language import render
from scenes import Problem, Run, export, load_cell, simulate
from scenes.analysis import analyse_run
from scenes.exporters import known_paths, verdict_path
from scenes.exporters.solid_files import export_cell
from scenes.run_verdict import RunVerdict, unchecked, verdict_of

FORMAT = "cellwright-run"


def run(args: argparse.Namespace) -> int:
    """Runs the program and writes the files asked for.

    Gives 1 where the run has errors or no file could be written.
    """
    known_paths(args.export)
    choice = swept_choice(args)
    cell = load_cell(args.cell)
    program, file_name = read_program(args.program, cell.robot, args.maker, args.data)
    inputs = run_inputs(args, cell.robot)
    is_checked = bool(args.export) and not args.unchecked
    result = simulate(cell, program, period=args.period, name=file_name, **inputs)
    verdict = unchecked(result, inputs["others"])
    problems = result.problems
    if is_checked and result.steps:
        with progress(args.program) as on_progress:
            report = analyse_run(result, on_progress, listed=0)
        verdict, problems = verdict_of(report, inputs["others"]), report.problems
    print_faults(result, problems, program.text, args.program)
    withheld = is_checked and bool(verdict.errors) and not args.despite_errors
    is_written = bool(result.steps) and not withheld
    exported = write_files(args, result, verdict) if is_written else []
    swept = write_swept(args, result, choice) if is_written and choice is not None else None
    exported += [] if swept is None else swept["files"]
    if args.json:
        found = as_json(result, args.program, exported, verdict)
        print(json.dumps(found if swept is None else {**found, "swept": swept}, indent=2))
    else:
        print_steps(result, exported)
        print_verdict(args, verdict)
        if swept is not None:
            print(swept_text(swept))
    if (args.export or args.export_cell or args.swept) and not exported:
        print(why_nothing(result, verdict), file=sys.stderr)
        return 1
    return 1 if verdict.errors else 0


def write_files(args: argparse.Namespace, result: Run, verdict: RunVerdict) -> list[str]:
    """Writes the files that the options name; gives their names and those of verdict files."""
    exported = []
    for path in args.export:
        export(result, path, verdict)
        beside = verdict_path(path)
        exported += [path] if beside is None else [path, str(beside)]
    moment = result.end_state if args.time is None else result.state_at(args.time)
    for path in args.export_cell:
        export_cell(result.cell, moment, path)
        exported.append(path)
    return exported


def why_nothing(result: Run, verdict: RunVerdict) -> str:
    """The sentence that says why no file was written."""
    if not result.steps:
        return "nothing was exported: no statement could be run"
    return (
        f"nothing was exported: {verdict.words}. --despite-errors writes the files all the same, "
        "with the errors in their verdict"
    )


def print_verdict(args: argparse.Namespace, verdict: RunVerdict) -> None:
    """Prints what the check says of the exported motion; nothing without --export."""
    if args.export:
        print(f"verdict: {verdict.words}\ncoverage: {verdict.coverage}")


def print_faults(result: Run, problems: Sequence[Problem], text: str, name: str) -> None:
    """Prints diagnostics of the language and problems of the run on standard error."""
    for item in result.diagnostics:
        print(render(item, text, name), file=sys.stderr)
    for problem in problems:
        print(problem_text(problem, text.splitlines(), name), file=sys.stderr)


def print_steps(result: Run, exported: list[str]) -> None:
    """Prints one line for each step (line, instruction, times in s, joints in degrees or mm)."""
    mechanism = result.cell.robot.mechanism
    width = column_width(joint_names(mechanism))
    names = "".join(f"{name:>{width}}" for name in joint_names(mechanism))
    print(f"{'line':>4} {'instruction':<12}{'from s':>9}{'to s':>9}{names}")
    for step in result.steps:
        q = "".join(f"{value:{width}.4f}" for value in degrees_of(mechanism, step.after.q))
        print(
            f"{step.line:4d} {step.statement.name:<12}{step.start_time:9.3f}{step.end_time:9.3f}{q}"
        )
    if result.cycle is not None:
        print(cycle_text(result))
    for path in exported:
        print(f"exported {path}")


def as_json(result: Run, name: str, exported: list[str], verdict: RunVerdict) -> dict[str, Any]:
    """The run as plain values for `run --json`: times in s, joint values in degrees or mm."""
    mechanism = result.cell.robot.mechanism
    return {
        "format": FORMAT,
        "version": 1,
        "program": name,
        "duration_s": result.duration,
        "cycle": cycle_json(result),
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
        **verdict.origin(),
    }
