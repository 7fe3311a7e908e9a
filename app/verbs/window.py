"""`cellwright [CELL [PROGRAM]]`: opens the window."""

import argparse


def run(args: argparse.Namespace) -> int:
    """Opens the window and gives its exit code once it is closed."""
    from app.desktop.main import run_window

    return run_window(args.cell, args.program)
