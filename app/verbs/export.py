"""`cellwright export`: a program in the language of a robot maker, read back and compared,
or its motion as a message of ROS.

A program with errors is exported only with --despite-errors, and one that the language cannot say
wholly only with --allow-loss.
"""

import argparse

from app.verbs.exporting.checked_export import checked_run, may_be_written, refuse_joint_names
from app.verbs.exporting.ros_export import export_ros
from scenes import load_cell
from scenes.exporters.registry import write_atomically
from scenes.makers.maker_languages import controller_of, maker_of, written
from scenes.makers.ros.ros_text import FORMS
from scenes.makers.writing.unrolled import unrolled


def run(args: argparse.Namespace) -> int:
    """Writes the program; gives 1 where it has errors or says too little, and writes nothing."""
    cell = load_cell(args.cell)
    if args.to in FORMS:
        return export_ros(args, cell)
    maker = maker_of(args.to)
    refuse_joint_names(args)
    controller_of(cell.robot, args.to)
    done = checked_run(args, cell, maker.suffix, f"{maker.title} program")
    orders = unrolled(done.run, args.hand_output)
    if not may_be_written(done, maker.said(orders).losses, args, maker.title):
        return 1
    made = written(orders, cell.robot, args.to, done.target.stem)
    write_atomically(done.target, made.text.encode(maker.encoding, errors="replace"))
    print(f"exported {done.target}: {made.content}")
    print(f"read back: {made.words}")
    name = maker.named(done.target.stem)
    if name and name != done.target.stem.upper():
        print(f"its name on the controller is {name}: {done.target.stem} is not one that it takes")
    print(f"verdict: {done.verdict.words}")
    return 1 if done.verdict.errors else 0
