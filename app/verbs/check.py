"""`cellwright check`: language, reach, limits, singularities and collisions of programs."""

import argparse
import sys

from app.programs.program_file import read_program, run_inputs
from app.reports.file_faults import describe
from app.reports.progress import progress
from app.reports.reports import PRINTERS, Checked, checked
from scenes import SceneError, analyse, load_cell
from scenes.analysis import certified
from scenes.checking.distances.clearances import MOST_LISTED


def run(args: argparse.Namespace) -> int:
    """Checks all programs and prints what was found.

    Gives 1 where a program has errors, 2 where a file cannot be read.
    """
    cell = load_cell(args.cell)
    inputs = run_inputs(args)
    items: list[Checked] = []
    unreadable = False
    for name in args.programs:
        try:
            program, file_name = read_program(name)
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
        items.append(checked(name, program.text, report))
    if items:
        print(PRINTERS[args.format](items))
    if unreadable:
        return 2
    return 0 if all(item.ok for item in items) else 1
