"""`cellwright render`: a picture of a cell at one time of a run, drawn without a window."""

import argparse
import sys

from app.programs.program_file import read_program
from app.reports.progress import progress
from app.reports.reports import checked
from scenes import Cell, Report, analyse, load_cell, start_state


def run(args: argparse.Namespace) -> int:
    """Draws the picture into --output; gives 1 where the check of the program found errors."""
    from app.desktop.view3d.pictures.picture import render
    from app.desktop.view3d.views import ViewMode

    cell = load_cell(args.cell)
    report = report_of(cell, args.program) if args.program else None
    happened = report.run if report is not None else None
    state = happened.state_at(args.time) if happened is not None else start_state(cell)
    render(
        cell,
        state,
        ViewMode(args.view),
        args.output,
        args.size,
        run=happened,
        report=report,
        time=args.time,
        view=args.direction,
        is_fine=args.quality == "fine",
    )
    print(f"wrote {args.output}")
    if happened is not None and args.time > happened.duration:
        print(f"note: the run ends at {happened.duration:.2f} s; that moment is drawn")
    return 0 if report is None or report.ok else 1


def report_of(cell: Cell, name: str) -> Report:
    """The report of a checked program; its errors are printed on standard error."""
    program, file_name = read_program(name)
    with progress(name) as on_progress:
        report = analyse(cell, program, on_progress=on_progress, name=file_name, listed=0)
    for text in checked(name, program.text, report).error_texts():
        print(text, file=sys.stderr)
    return report
