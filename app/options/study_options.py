"""The options of `cellwright study`."""

import argparse

from app.options.parser import Parser


def add_study_verb(verbs: "argparse._SubParsersAction[Parser]") -> None:
    """Adds `study`, which answers a question that outgrows one run."""
    study = verbs.add_parser(
        "study", help="answer a question that outgrows one run: reach, errors, places"
    )
    study.add_argument("study", help="study file (.study.yaml)")
    study.add_argument(
        "-o", "--output", metavar="FOLDER", help="of the results; STUDY.results if absent"
    )
    where = study.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=worker_count, metavar="N", help="processes; one a core if absent"
    )
    where.add_argument("--scheduler", metavar="ADDRESS", help="of dask workers, as tcp://host:8786")
    study.add_argument(
        "--estimate", action="store_true", help="say how large it is and how long it takes; no more"
    )
    study.add_argument(
        "--force", action="store_true", help="throw away results of another study in the folder"
    )
    study.add_argument("--json", action="store_true", help="print the figures as JSON")


def worker_count(text: str) -> int:
    """Reads a number of processes: a whole number from 1 to 1,000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of workers (1 to 1000)")
    return int(text)
