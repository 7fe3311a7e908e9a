"""`cellwright render`: a picture of a cell at one time of a run, or a film, without a window."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.programs.program_file import read_program
from app.reports.progress import progress
from app.reports.reports import checked
from app.stopping import stopping_between_steps
from scenes import Cell, Report, analyse, load_cell, start_state

if TYPE_CHECKING:
    from app.desktop.view3d.pictures.reel import Stretch, Turn

END = float("inf")  # the time of the word `end` in --film
FPS = 25  # frames a second where none are asked for


def run(args: argparse.Namespace) -> int:
    """Draws the picture or film into --output; gives 1 where the check found errors."""
    from app.desktop.view3d.pictures.picture import render
    from app.desktop.view3d.pictures.rendered_film import render_film
    from app.desktop.view3d.views import ViewMode

    cell = load_cell(args.cell)
    report = report_of(cell, args.program, args.maker, args.data) if args.program else None
    happened = report.run if report is not None else None
    state = happened.state_at(args.time) if happened is not None else start_state(cell)
    shown = shown_in_film(args, report)
    given = (cell, state, ViewMode(args.view), args.output, args.size)
    look = {"time": args.time, "view": args.direction, "is_fine": args.quality == "fine"}
    if shown is None:
        render(*given, run=happened, report=report, **look)
        print(f"wrote {args.output}")
    else:
        with stopping_between_steps() as stop_if_asked, progress(args.output) as show:

            def on_frame(fraction: float, text: str) -> None:
                stop_if_asked()
                show(fraction, text)

            count = render_film(*given, shown, report, **look, on_progress=on_frame)
        print(f"wrote {args.output}: {count} frames, {count / shown.fps:.2f} s")
    asked = args.film[1] if args.film and args.film[1] != END else args.time
    if happened is not None and asked > happened.duration:
        print(f"note: the run ends at {happened.duration:.2f} s; that moment is drawn")
    return 0 if report is None or report.ok else 1


def shown_in_film(args: argparse.Namespace, report: Report | None) -> "Stretch | Turn | None":
    """The stretch or the turn that --film or --turntable asks for; None for a picture."""
    from app.desktop.view3d.pictures.opengl import RenderError
    from app.desktop.view3d.pictures.reel import Stretch, Turn

    require_what_options_belong_to(args)
    fps = FPS if args.fps is None else args.fps
    if args.turntable is not None:
        return Turn(args.turntable, fps, args.turn or "left")
    if args.film is None:
        return None
    if report is None:
        raise RenderError("--film shows a run: name a program after the cell")
    start, end = args.film
    if start >= report.run.duration:
        raise RenderError(f"the run ends at {report.run.duration:.2f} s: no film from {start:g} s")
    speed = 1.0 if args.speed is None else args.speed
    return Stretch(start, min(end, report.run.duration), fps, speed)


def require_what_options_belong_to(args: argparse.Namespace) -> None:
    """Raises RenderError for an option that would be passed over without a word."""
    from app.desktop.view3d.pictures.opengl import RenderError

    is_film, is_turn = args.film is not None, args.turntable is not None
    for option, given, is_there, owner in (
        ("--fps", args.fps, is_film or is_turn, "--film or --turntable"),
        ("--speed", args.speed, is_film, "--film"),
        ("--turn", args.turn, is_turn, "--turntable"),
    ):
        if given is not None and not is_there:
            raise RenderError(f"{option} belongs to {owner}")


def report_of(cell: Cell, name: str, maker: str | None = None, data: Sequence[str] = ()) -> Report:
    """The report of a checked program; its errors are printed on standard error.

    maker, data: Of a program in the language of a robot maker, see `read_program`.
    """
    program, file_name = read_program(name, cell.robot, maker, data)
    with progress(name) as on_progress:
        report = analyse(cell, program, on_progress=on_progress, name=file_name, listed=0)
    for text in checked(name, program.text, report).error_texts():
        print(text, file=sys.stderr)
    return report
