"""`cellwright check`: language, reach, limits, singularities and collisions of programs."""

import argparse
import sys
from typing import Any

from app.programs.program_file import read_program, run_inputs
from app.reports.file_faults import describe
from app.reports.progress import progress
from app.reports.reports import PRINTERS, Checked, checked
from app.reports.time_report import Times
from scenes import Cell, Run, SceneError, analyse, load_cell, simulate
from scenes.analysis import certified
from scenes.checking.distances.clearances import MOST_LISTED


def run(args: argparse.Namespace) -> int:
    """Checks all programs and prints what was found.

    Gives 1 where a program has errors, 2 where a file cannot be read.
    """
    if args.against is not None and len(args.programs) > 1:
        print("cellwright: --against compares one program with an older one", file=sys.stderr)
        return 2
    cell = load_cell(args.cell)
    inputs = run_inputs(args, cell.robot)
    older = None if args.against is None else _run_of(cell, args.against, args, inputs)
    items: list[Checked] = []
    unreadable = False
    for name in args.programs:
        try:
            program, file_name = read_program(name, cell.robot, args.maker, args.data)
        except (OSError, SceneError) as fault:  # the other programs are still checked
            print(f"cellwright: {describe(fault)}", file=sys.stderr)
            unreadable = True
            continue
        with progress(name) as on_progress:
            report = analyse(
                cell,
                program,
                period=args.period,
                on_progress=on_progress,
                name=file_name,
                listed=MOST_LISTED if args.clearances else 1,
                **inputs,
            )
            if args.certify:
                report = certified(report, on_progress)
        times = Times.of(report.run, args.times, older)
        items.append(checked(name, program.text, report, times))
    if items:
        print(PRINTERS[args.format](items))
    if unreadable:
        return 2
    return 0 if all(item.ok for item in items) else 1


def _run_of(
    cell: Cell, name: str, args: argparse.Namespace, inputs: dict[str, Any]
) -> tuple[str, Run]:
    """An older program with its run, which is not checked.

    Raises OSError where it cannot be read.
    """
    program, file_name = read_program(name, cell.robot, args.maker, args.data)
    return name, simulate(cell, program, args.period, name=file_name, **inputs)
