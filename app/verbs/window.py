"""`cellwright [CELL [PROGRAM]]`: opens the window."""

import argparse


def run(args: argparse.Namespace) -> int:
    from app.desktop.main import run_window

    return run_window(args.cell, args.program)
