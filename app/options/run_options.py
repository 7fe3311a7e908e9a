"""Options that several verbs share: what happens during a run, and how finely it is written."""

import argparse


def add_scenario(parser: argparse.ArgumentParser) -> None:
    """Adds --scenario and --with, the events and the called programs around a run."""
    parser.add_argument(
        "--scenario", metavar="FILE", help="what signals do, and what PROMPT is told (.yaml)"
    )
    parser.add_argument(
        "--with",
        dest="others",
        nargs="+",
        default=[],
        metavar="PROGRAM",
        help="further files whose programs are called",
    )


def add_foreign(parser: argparse.ArgumentParser) -> None:
    """Adds --from and --data, how a program in the language of a robot maker is read."""
    parser.add_argument(
        "--from", dest="maker", metavar="MAKER", help="language of the program; by its suffix else"
    )
    parser.add_argument(
        "--data",
        nargs="+",
        default=[],
        metavar="FILE",
        help="files that give values to a maker's program; those beside it if absent",
    )


def add_period(parser: argparse.ArgumentParser) -> None:
    """Adds --period, the time between exported samples, s."""
    parser.add_argument(
        "--period", type=period_s, default=0.01, metavar="S", help="s between samples (0.01)"
    )


def period_s(text: str) -> float:
    """Reads a sample period in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 1e-4 <= value <= 10.0:
        raise argparse.ArgumentTypeError(f"{text!r} is no period from 0.0001 to 10 seconds")
    return value
