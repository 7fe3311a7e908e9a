"""A program in any given form: parsed, as text, or as a file."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from language import Program, parse, parse_bytes

SUFFIX = ".val"

ProgramSource = Program | str | PathLike[str] | tuple[Program | str, str]


def program_of(source: ProgramSource) -> tuple[Program, str]:
    """The program and its name ("" for text).

    A string is program text, except that a single line ending in ".val" is the path of a file. A
    pair is a program or its text, with the name of its file. Raises OSError where the file cannot
    be read; a file that is not text gives a program with a diagnostic.
    """
    if isinstance(source, tuple):
        given, name = source
        return (given if isinstance(given, Program) else parse(given)), name
    if isinstance(source, Program):
        return source, ""
    if isinstance(source, str) and not _names_a_file(source):
        return parse(source), ""
    path = Path(source)
    return parse_bytes(path.read_bytes()), path.name


def _names_a_file(text: str) -> bool:
    return "\n" not in text and text.lower().endswith(SUFFIX)
