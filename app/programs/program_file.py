"""A program by the name that a command line or the window gives it."""

import argparse
from typing import Any

from language import Program
from scenes.library import program_path
from scenes.program_source import program_of


def read_program(name_or_path: str) -> tuple[Program, str]:
    """The program and the name it is called by: a shipped program, or the file at a path.

    A file that is not text gives a program with a diagnostic. OSError where it cannot be read.
    """
    return program_of(program_path(name_or_path))


def surroundings(args: argparse.Namespace) -> dict[str, Any]:
    """What --scenario and --with give a run: `scenario` and `others`."""
    # Who only reads a program does not wait for the reader of scenarios.
    from scenes.execution.machine.scenario import Scenario, read_scenario

    scenario = read_scenario(args.scenario) if args.scenario else Scenario()
    return {"scenario": scenario, "others": [read_program(name) for name in args.others]}
