"""`cellwright check`: language, reach, limits, singularities and collisions of programs."""

import argparse

from app.program_file import read_program, surroundings
from app.progress import progress
from app.reports import PRINTERS, Checked, checked
from scenes import analyse, load_cell


def run(args: argparse.Namespace) -> int:
    cell = load_cell(args.cell)
    around = surroundings(args)
    items: list[Checked] = []
    for name in args.programs:
        program, file_name = read_program(name)
        with progress(name) as on_progress:
            report = analyse(
                cell,
                program,
                period=args.period,
                on_progress=on_progress,
                name=file_name,
                **around,
            )
        items.append(checked(name, program.text, report))
    print(PRINTERS[args.format](items))
    return 0 if all(item.ok for item in items) else 1
