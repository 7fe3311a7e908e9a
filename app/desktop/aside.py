"""What a run of the program in front is given besides its text: called files, changes by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.findings import Finding, from_diagnostics
from app.text_files import FileError, read_text_file
from language import Program, answered, parse
from scenes.change import Change
from scenes.scenario import Scenario

if TYPE_CHECKING:
    from app.desktop.document import Document
    from app.desktop.source import Source

CALLED = re.compile(
    r"^\s*\d*\s*(?:.*\bTHEN\b\s*)?(?:(?:CALL|GOSUB)\s+|REACTI?\s+[^,;]*,\s*)([A-Z_][\w.]*)",
    re.IGNORECASE | re.MULTILINE,
)
DEFINED = re.compile(r"^\s*\.PROGRAM\s+([A-Z_][\w.]*)", re.IGNORECASE | re.MULTILINE)
SUFFIXES = (".val", ".VAL")


@dataclass(frozen=True, eq=False)
class CalledFile:
    """A file whose programs may be called: its text, what it is called, where it is."""

    text: str
    name: str
    path: Path | None


@dataclass(frozen=True, eq=False)
class Aside:
    """others: Files whose programs are called. changes: Values put in at stops of the run.

    scenario: What happens around the cell. findings: Why a chosen scenario cannot be used.
    """

    others: tuple[CalledFile, ...] = ()
    changes: tuple[Change, ...] = ()
    scenario: Scenario | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """The called files as `simulate` takes them."""
        return tuple((other.text, other.name) for other in self.others)

    def among_files(self, program: Program) -> Program:
        """The program with what the files define known to it, as a run has it."""
        return answered(program, (parse(other.text) for other in self.others))

    def findings_of(self, program: Program) -> tuple[Finding, ...]:
        """What is wrong with the scenario and, as the language says, with the program."""
        return (*self.findings, *from_diagnostics(program.diagnostics))

    def calls(self, name: str) -> bool:
        """Whether a file is among the called ones."""
        return any(other.name == name for other in self.others)


def with_called(aside: Aside, active: Source | None, sources: Iterable[Source]) -> Aside:
    """The same with the files that the active program calls as they are now."""
    if active is None:
        return Aside()
    beside = [CalledFile(s.text, s.title, s.path) for s in sources if s is not active]
    folder = active.path.parent if active.path else None
    others = called_files(active.text, folder, beside)
    chosen = active.surroundings
    scenario, fault = chosen.read()
    name = chosen.path.name if chosen.path else ""
    findings = (Finding("scenario", "error", 1, fault, file=name),) if fault else ()
    return replace(aside, others=others, scenario=scenario, findings=findings)


def open_as(file: str, active: Source | None, sources: Iterable[Source]) -> Source | None:
    """The open program of a called file, by the file's name."""
    return next((s for s in sources if s.title == file and s is not active), None)


def file_of(document: Document, source: Source) -> int:
    """The number of a program's file in the run; 0 for the program in front."""
    files = document.run.files if document.run is not None else ()
    if source is document.active or source.title not in files[1:]:
        return 0
    return files.index(source.title, 1)


def source_at_work(document: Document) -> Source | None:
    """The open program of the statement that is shown; None where its file is not open."""
    if document.run is None or not document.control.file:
        return document.active
    file = document.run.files[document.control.file]
    return open_as(file, document.active, document.sources)


def called_files(
    text: str, folder: Path | None, open_files: Iterable[CalledFile]
) -> tuple[CalledFile, ...]:
    """The files of the programs that a text calls, and of those that they call in turn.

    A program is looked for among the open files first, then in a file of its name in the folder.
    """
    known: dict[str, CalledFile] = {}
    for file in open_files:
        for name in _defined(file.text):
            known.setdefault(name, file)
    have, wanted = set(_defined(text)), list(_called(text))
    found: dict[int, CalledFile] = {}
    while wanted:
        name = wanted.pop()
        if name in have:
            continue
        called = known.get(name) or _beside(folder, name)
        have.add(name)
        if called is not None:
            have.update(_defined(called.text))
            found.setdefault(id(called), called)
            wanted.extend(_called(called.text))
    return tuple(found.values())


def _called(text: str) -> Iterator[str]:
    return (match[1].upper() for match in CALLED.finditer(text))


def _defined(text: str) -> tuple[str, ...]:
    return tuple(match[1].upper() for match in DEFINED.finditer(text))


def _beside(folder: Path | None, name: str) -> CalledFile | None:
    """The file of a program's name in a folder, if it holds that program."""
    if folder is None:
        return None
    paths = (folder / f"{stem}{suffix}" for stem in (name.lower(), name) for suffix in SUFFIXES)
    path = next((path for path in paths if path.is_file()), None)
    try:
        file = CalledFile(read_text_file(path).text, path.name, path) if path else None
    except FileError:
        return None
    return file if file is not None and name in _defined(file.text) else None
