"""The files whose programs a text calls: open files first, then files named after the program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.programs.text_files import FileError, read_text_file
from language.instructions import INSTRUCTIONS, NOW, ON_SIGNAL
from language.instructions.block_words import PROGRAM_HEAD

_AT_ONCE = "|".join(i.name for i in INSTRUCTIONS if i.calls == NOW)
_BY_SIGNAL = "|".join(i.name for i in INSTRUCTIONS if i.calls == ON_SIGNAL)
CALLED = re.compile(
    r"^\s*\d*\s*(?:.*\bTHEN\b\s*)?"
    rf"(?:(?:{_AT_ONCE})\s+|(?:{_BY_SIGNAL})\s+[^,;]*,\s*)([A-Z_][\w.]*)",
    re.IGNORECASE | re.MULTILINE,
)
# Most programs call nothing: a search for plain words excludes them in a hundredth of the time.
CALLING = tuple(i.name for i in INSTRUCTIONS if i.calls)
DEFINED = re.compile(
    rf"^\s*{re.escape(PROGRAM_HEAD)}\s+([A-Z_][\w.]*)", re.IGNORECASE | re.MULTILINE
)
SUFFIXES = (".val", ".VAL")


@dataclass(frozen=True, eq=False)
class CalledFile:
    """A file whose programs may be called: its text, its name in messages, its path if any."""

    text: str
    name: str
    path: Path | None


def called_files(
    text: str, folder: Path | None, open_files: Iterable[CalledFile]
) -> tuple[CalledFile, ...]:
    """The files of the programs that a text calls, and of the programs that these call in turn.

    A program is looked for in the open files first, then in a file named after it in `folder`.
    """
    known: dict[str, CalledFile] = {}
    for file in open_files:
        for name in given_names(file.text):
            known.setdefault(name, file)
    have, wanted = set(given_names(text)), list(called_names(text))
    found: dict[int, CalledFile] = {}
    while wanted:
        name = wanted.pop()
        if name in have:
            continue
        called = known.get(name) or _beside(folder, name)
        have.add(name)
        if called is not None:
            have.update(given_names(called.text))
            found.setdefault(id(called), called)
            wanted.extend(called_names(called.text))
    return tuple(found.values())


def called_names(text: str) -> Iterator[str]:
    """The names of the programs that a text calls, in capitals."""
    capitals = text.upper()
    if not any(word in capitals for word in CALLING):
        return iter(())
    return (match[1].upper() for match in CALLED.finditer(text))


def given_names(text: str) -> tuple[str, ...]:
    """The names of the programs that a text holds, in capitals."""
    if PROGRAM_HEAD not in text.upper():
        return ()
    return tuple(match[1].upper() for match in DEFINED.finditer(text))


def _beside(folder: Path | None, name: str) -> CalledFile | None:
    """The file in a folder named after a program; None if that file does not define the program."""
    if folder is None:
        return None
    paths = (folder / f"{stem}{suffix}" for stem in (name.lower(), name) for suffix in SUFFIXES)
    path = next((path for path in paths if path.is_file()), None)
    try:
        file = CalledFile(read_text_file(path).text, path.name, path) if path else None
    except FileError:
        return None
    return file if file is not None and name in given_names(file.text) else None
