"""Reads a program by the name that the user gives on a command line or in the window."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from language import Program
from scenes.library import program_path
from scenes.program_source import SUFFIX, program_of

if TYPE_CHECKING:
    from scenes.world.robot import Robot


def read_program(
    name_or_path: str,
    robot: "Robot | None" = None,
    maker: str | None = None,
    data: Sequence[str] = (),
) -> tuple[Program, str]:
    """A program and its name for messages: a shipped program, or the file at a path.

    A file of a robot maker's language, by its suffix or as `maker` says, is read for the arm
    `robot`, with the values in the files `data`, else in those beside it. A file that is not text
    gives a program with a diagnostic. Raises OSError where it cannot be read, SceneError where the
    arm does not fit.
    """
    path = program_path(name_or_path)
    if path.suffix.lower() == SUFFIX and maker is None:
        return program_of(path)
    # Imported here: a program of ours needs no maker's language.
    from scenes.errors import SceneError
    from scenes.makers.foreign_text import foreign_text, language_of, program_of_foreign

    language = language_of(path.name, maker)
    if language is None:
        return program_of(path)
    if robot is None:
        why = "its numbers depend on the arm: name its cell: --cell, or convert it first"
        raise SceneError(f"{path}: {why}")
    files = [Path(file) for file in data] or None
    return program_of_foreign(foreign_text(path, language, files), robot), path.name


def run_inputs(args: argparse.Namespace, robot: "Robot | None" = None) -> dict[str, Any]:
    """The arguments `scenario` and `others` of a run, from --scenario and --with.

    robot: The arm of programs in the language of a robot maker.
    """
    # Imported here: a command that only reads a program does not need scenarios.
    from scenes.execution.machine.scenario import Scenario, read_scenario

    scenario = read_scenario(args.scenario) if args.scenario else Scenario()
    maker = getattr(args, "maker", None)
    others = [read_program(name, robot, maker) for name in args.others]
    return {"scenario": scenario, "others": others}
