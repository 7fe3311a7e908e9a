"""`cellwright lsp`: the language server on standard input and output."""

import argparse
import sys
from collections.abc import Sequence

from app.called_files import CalledFile
from app.text_files import read_text_file
from language.service import Facts
from scenes import load_cell, program_path

MISSING = 'cellwright lsp needs the extra "lsp":  pip install "cellwright[lsp]"'


def run(args: argparse.Namespace) -> int:
    try:
        from app.lsp import make_server
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        print(MISSING, file=sys.stderr)
        return 2
    make_server(facts_of(args.cell), called(args.others)).start_io()
    return 0


def called(names: Sequence[str]) -> list[CalledFile]:
    """The files that --with names."""
    paths = [program_path(name) for name in names]
    return [CalledFile(read_text_file(path).text, path.name, path) for path in paths]


def facts_of(cell_name: str | None) -> Facts:
    """What the services may know of a cell; nothing without one."""
    if cell_name is None:
        return Facts()
    cell = load_cell(cell_name)
    joints = tuple(joint.name for joint in cell.robot.mechanism.joints)
    return Facts(tuple(cell.parts_by_name), cell.robot.name, joints)
