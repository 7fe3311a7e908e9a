"""`cellwright console`: statements, editor commands and tables at a prompt."""

import argparse
import sys

from app.console.teletype import run_console
from app.programs.program_file import run_inputs


def run(args: argparse.Namespace) -> int:
    """Holds the dialogue until STOP or the end of the input; gives the exit code."""
    return run_console(
        args.cell, args.program, sys.stdin, sys.stdout, args.classic, **run_inputs(args)
    )
