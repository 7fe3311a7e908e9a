"""`cellwright lsp`: the language server on standard input and output."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from app.programs.called_files import CalledFile
from app.programs.text_files import read_text_file
from scenes import load_cell, program_path
from scenes.execution.machine.scenario import Scenario, read_scenario

MISSING = 'cellwright lsp needs the extra "lsp":  pip install "cellwright[lsp]"'


def run(args: argparse.Namespace) -> int:
    """Serves an editor until it ends the session; gives 2 without the extra "lsp"."""
    try:
        from app.lsp.features import make_server
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        print(MISSING, file=sys.stderr)
        return 2
    cell = load_cell(args.cell) if args.cell else None
    scenario = read_scenario(args.scenario) if args.scenario else Scenario()
    server = make_server(cell, scenario, called(args.others))
    with own_output() as output:
        server.start_io(stdout=output)
    return server.exit_code


def called(names: Sequence[str]) -> list[CalledFile]:
    """The files named by --with."""
    paths = [program_path(name) for name in names]
    return [CalledFile(read_text_file(path).text, path.name, path) for path in paths]


@contextmanager
def own_output() -> Iterator[BinaryIO]:
    """Standard output for the protocol alone: everything else goes to standard error.

    The server may close the stream that this gives; the stream of the process stays open.
    """
    sys.stdout.flush()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        yield output
