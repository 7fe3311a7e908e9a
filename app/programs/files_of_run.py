"""The files that may run together: a file, those it calls, its callers, and what these call.

The window and the language server look for the uses of a name in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from app.programs.called_files import SUFFIXES, CalledFile, called_files, called_names, given_names
from app.programs.text_files import FileError, read_text_file

# Programs of a folder, at most, that are searched for callers.
MOST_FILES = 200


def files_of_run(own: CalledFile, known: Iterable[CalledFile]) -> tuple[CalledFile, ...]:
    """The files that may run together with a file, this file first.

    known: Open files, and others whose programs may be called; they go before files on disk.
    """
    others = [file for file in known if file is not own]
    there = {file.path for file in (own, *others)}
    others += [file for file in _in_folder(own.path) if file.path not in there]
    found: dict[int, CalledFile] = {id(own): own}
    for each in (own, *_callers(own, others)):
        for file in (each, *_called_by(each, [own, *others])):
            found.setdefault(id(file), file)
    by_path: dict[object, CalledFile] = {}
    for file in found.values():
        by_path.setdefault(file.path or id(file), file)
    return tuple(by_path.values())


def _callers(own: CalledFile, others: Iterable[CalledFile]) -> Iterator[CalledFile]:
    mine = set(given_names(own.text))
    return (file for file in others if not mine.isdisjoint(called_names(file.text)))


def _called_by(file: CalledFile, known: Sequence[CalledFile]) -> tuple[CalledFile, ...]:
    others = [each for each in known if each is not file]
    return called_files(file.text, file.path.parent if file.path else None, others)


def _in_folder(path: Path | None) -> Iterator[CalledFile]:
    """The other programs in the folder of a file."""
    folder = path.parent if path else None
    if path is None or folder is None or not folder.is_dir():
        return
    files = [each for each in folder.iterdir() if each.suffix in SUFFIXES and each != path]
    for each in sorted(files)[:MOST_FILES]:
        try:
            yield CalledFile(read_text_file(each).text, each.name, each)
        except FileError:
            continue


def found_by_name(files: Mapping[str, CalledFile], name: str) -> str:
    """The file that is only found because it is named after a program, else ""."""
    stems = {name.lower(), name.upper()}
    named = (f for f in files.values() if f.path is not None and f.path.stem in stems)
    holding = (f.name for f in named if name.upper() in given_names(f.text))
    return next(holding, "")
