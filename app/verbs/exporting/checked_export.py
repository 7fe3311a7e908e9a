"""The run behind an export: checked, and held back where it has errors or would lose something."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.programs.program_file import read_program, run_inputs
from app.reports.file_faults import refuse_existing
from app.reports.progress import progress
from app.verbs.run import print_faults
from scenes import Cell, Run, simulate
from scenes.analysis import analyse_run
from scenes.errors import SceneError
from scenes.makers.writing.unrolled import NO_HAND, Loss
from scenes.run_verdict import RunVerdict, verdict_of


@dataclass(frozen=True)
class CheckedRun:
    """A run with its verdict, and the file that it is exported to."""

    run: Run
    verdict: RunVerdict
    target: Path


def checked_run(
    args: argparse.Namespace,
    cell: Cell,
    suffix: str,
    what: str,
    place: Callable[[Path, str], Path] | None = None,
) -> CheckedRun:
    """Runs and checks the program, and prints its faults.

    suffix: Of the file. what: Is written, in words. place: The file for a folder and the name of
    the program; that name with the suffix if not given. Raises SceneError for a file with another
    suffix, or one that is there already, before anything is run.
    """
    program, file_name = read_program(args.program, cell.robot, args.maker, args.data)
    target = _target(args.output, Path(file_name), suffix, place)
    if target.suffix.lower() != suffix:
        named = target.with_suffix(suffix).name
        raise SceneError(
            f"{target}: a {what} is a file {suffix}: write  -o {named}, or  -o {target.name}/  for "
            "a folder"
        )
    refuse_existing(target, args.force)
    inputs = run_inputs(args, cell.robot)
    result = simulate(cell, program, name=file_name, **inputs)
    with progress(args.program) as on_progress:
        report = analyse_run(result, on_progress, listed=0)
    print_faults(result, report.problems, program.text, args.program)
    return CheckedRun(result, verdict_of(report, inputs["others"]), target)


def _target(
    output: str | None, program: Path, suffix: str, place: Callable[[Path, str], Path] | None
) -> Path:
    """The file to be written: the one that is named, or one in a folder that is named, or here."""
    is_folder = output is not None and (output.endswith(("/", os.sep)) or Path(output).is_dir())
    if output and not is_folder:
        return Path(output)
    folder, stem = Path(output or ""), program.with_suffix("").name
    return folder / f"{stem}{suffix}" if place is None else place(folder, stem)


def may_be_written(
    done: CheckedRun, losses: Sequence[Loss], args: argparse.Namespace, what: str
) -> bool:
    """Whether a run may be exported with what it loses; if not, the reason is printed."""
    if not done.run.steps or (done.verdict.errors and not args.despite_errors):
        print(f"nothing was exported: {done.verdict.words}", file=sys.stderr)
        return False
    for loss in losses:
        hint = " (--hand-output N)" if loss.message.endswith(NO_HAND) else ""
        where = f"{loss.file or args.program}:{loss.line}"
        print(f"{where}: not written: {loss.message}{hint}", file=sys.stderr)
    if losses and not args.allow_loss:
        print(
            f"nothing was exported: {what} would say less than the program; --allow-loss "
            "writes it without these statements",
            file=sys.stderr,
        )
        return False
    return True


def refuse_joint_names(args: argparse.Namespace) -> None:
    """Raises SceneError where names of joints are given for a language that has none."""
    if args.joints is not None:
        raise SceneError(f"--joints names the joints for ROS; --to {args.to} has no names for them")
