"""Reads a program by the name that the user gives on a command line or in the window."""

import argparse
from typing import Any

from language import Program
from scenes.library import program_path
from scenes.program_source import program_of


def read_program(name_or_path: str) -> tuple[Program, str]:
    """A program and its name for messages: a shipped program, or the file at a path.

    A file that is not text gives a program with a diagnostic. Raises OSError where it cannot be
    read.
    """
    return program_of(program_path(name_or_path))


def run_inputs(args: argparse.Namespace) -> dict[str, Any]:
    """The arguments `scenario` and `others` of a run, from --scenario and --with."""
    # Imported here: a command that only reads a program does not need scenarios.
    from scenes.execution.machine.scenario import Scenario, read_scenario

    scenario = read_scenario(args.scenario) if args.scenario else Scenario()
    return {"scenario": scenario, "others": [read_program(name) for name in args.others]}
