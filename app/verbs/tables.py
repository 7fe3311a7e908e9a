"""`cellwright tables`: the motion table and the location table of a program, as in the paper."""

import argparse
import json
import sys

from app.programs.program_file import read_program
from language import compile_program, format_location_table, format_motion_table, render
from language.compiled.json_rows import table_rows


def run(args: argparse.Namespace) -> int:
    """Prints both tables; gives 1 where the program has errors, which are printed instead."""
    robot = None
    if args.cell is not None:
        from scenes import load_cell  # a program of ours needs no cell

        robot = load_cell(args.cell).robot
    program, _ = read_program(args.program, robot, args.maker, args.data)
    errors = [item for item in program.diagnostics if item.severity == "error"]
    for item in errors:
        print(render(item, program.text, args.program), file=sys.stderr)
    if errors:
        return 1
    tables = compile_program(program)
    if args.json:
        print(json.dumps(table_rows(tables), indent=2))
        return 0
    print(format_motion_table(tables))
    print()
    print(format_location_table(tables))
    return 0
