"""`cellwright export`: a program in the language of a robot maker, read back and compared.

A program with errors is exported only with --despite-errors, and one that the language cannot say
wholly only with --allow-loss.
"""

import argparse
import sys
from pathlib import Path

from app.programs.program_file import read_program, run_inputs
from app.reports.file_faults import refuse_existing
from app.reports.progress import progress
from app.verbs.run import print_faults
from scenes import load_cell, simulate
from scenes.analysis import analyse_run
from scenes.errors import SceneError
from scenes.exporters.registry import write_atomically
from scenes.makers.maker_languages import LANGUAGES, controller_of, written
from scenes.makers.unrolled import NO_HAND, Loss, unrolled
from scenes.run_verdict import verdict_of


def run(args: argparse.Namespace) -> int:
    """Writes the program; gives 1 where it has errors or says too little, and writes nothing."""
    maker = LANGUAGES[args.to]
    cell = load_cell(args.cell)
    controller_of(cell.robot, args.to)
    program, file_name = read_program(args.program, cell.robot, args.maker, args.data)
    target = Path(args.output or Path(file_name).with_suffix(maker.suffix).name)
    if target.suffix.lower() != maker.suffix:
        raise SceneError(f"{target}: a {maker.title} program is a file {maker.suffix}")
    refuse_existing(target, args.force)
    inputs = run_inputs(args, cell.robot)
    result = simulate(cell, program, name=file_name, **inputs)
    with progress(args.program) as on_progress:
        report = analyse_run(result, on_progress, listed=0)
    verdict = verdict_of(report, inputs["others"])
    print_faults(result, report.problems, program.text, args.program)
    if not result.steps or (verdict.errors and not args.despite_errors):
        print(f"nothing was exported: {verdict.words}", file=sys.stderr)
        return 1
    orders = unrolled(result, args.hand_output)
    _print_losses(orders.losses, args.program)
    if orders.losses and not args.allow_loss:
        print(
            f"nothing was exported: {maker.title} would say less than the program; --allow-loss "
            "writes it without these statements",
            file=sys.stderr,
        )
        return 1
    made = written(orders, cell.robot, args.to, target.stem)
    write_atomically(target, made.text.encode(maker.encoding, errors="replace"))
    off = made.deviation
    print(f"exported {target}: {off.motions} motions, one after the other as they were run")
    print(f"read back: {off.words}")
    name = maker.named(target.stem)
    if name and name != target.stem.upper():
        print(f"its name on the controller is {name}: {target.stem} is not one that it takes")
    print(f"verdict: {verdict.words}")
    return 1 if verdict.errors else 0


def _print_losses(losses: tuple[Loss, ...], name: str) -> None:
    """Prints what the written program does not say, each with its line."""
    for loss in losses:
        hint = " (--hand-output N)" if loss.message.endswith(NO_HAND) else ""
        where = f"{loss.file or name}:{loss.line}"
        print(f"{where}: not written: {loss.message}{hint}", file=sys.stderr)
