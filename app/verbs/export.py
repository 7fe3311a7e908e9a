"""`cellwright export`: a program in the language of a robot maker, read back and compared,
or its motion as a message of ROS.

A program with errors is exported only with --despite-errors, and one that the language cannot say
wholly only with --allow-loss.
"""

import argparse
from pathlib import Path

from app.reports.file_faults import refuse_existing
from app.verbs.exporting.checked_export import checked_run, may_be_written, refuse_joint_names
from app.verbs.exporting.ros_export import export_ros
from scenes import load_cell
from scenes.exporters.registry import write_together
from scenes.makers.maker_languages import MakerLanguage, controller_of, maker_of
from scenes.makers.ros.ros_text import FORMS
from scenes.makers.writing.unrolled import unrolled
from scenes.makers.written_program import Written, written


def run(args: argparse.Namespace) -> int:
    """Writes the program; gives 1 where it has errors or says too little, and writes nothing."""
    cell = load_cell(args.cell)
    if args.to in FORMS:
        return export_ros(args, cell)
    maker = maker_of(args.to)
    refuse_joint_names(args)
    controller_of(cell.robot, args.to)
    done = checked_run(args, cell, maker.suffix, f"{maker.title} program", maker.place)
    orders = unrolled(done.run, args.hand_output)
    if not may_be_written(done, maker.said(orders).losses, args, maker.title):
        return 1
    made = written(orders, cell.robot, args.to, done.target.stem)
    _write(made, done.target, maker, args)
    print(f"exported {done.target}: {made.content}")
    for name, _ in made.files:
        print(f"exported {done.target.with_name(name)}")
    print(f"read back: {made.words}")
    name = maker.named(done.target.stem)
    if name and name not in (done.target.stem, done.target.stem.upper()):
        print(f"its name on the controller is {name}: {done.target.stem} is not one that it takes")
    print(f"verdict: {done.verdict.words}")
    return 1 if done.verdict.errors else 0


def _write(made: Written, target: Path, maker: MakerLanguage, args: argparse.Namespace) -> None:
    """Writes the program and the files that belong beside it, all of them or none."""
    beside = [(target.with_name(name), text) for name, text in made.files]
    for path, _ in beside:
        refuse_existing(path, args.force)
    is_named = args.output is not None and target == Path(args.output)
    if maker.has_folder and not is_named:
        target.parent.mkdir(parents=True, exist_ok=True)
    texts = [(target, made.text), *beside]
    write_together([(path, text.encode(maker.encoding, errors="replace")) for path, text in texts])
