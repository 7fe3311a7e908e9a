"""The files that a cell file names, carried along when the cell is saved in another folder.

Part files, meshes and robot files are named relative to the file that names them. They are copied
beside the new file: those below the old folder to the same place below the new one, all others
into the new folder itself. Names of shipped robots and absolute paths stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scenes.errors import SceneError
from scenes.files.text.documents import Document, read_document
from scenes.files.text.edits import saved_bytes, set_value

_WITH_REFERENCES = (".yaml", ".yml")
Loc = tuple[str | int, ...]


@dataclass(frozen=True, eq=False)
class Carried:
    """A document for its new place, and the files to be written for it.

    document: Its text differs where a file must be named in another way. files: New content by
    path; a file that is there already with this content is left out.
    """

    document: Document
    files: Mapping[Path, bytes]


def carried(document: Document, target: Path) -> Carried:
    """The document for the path `target`, with copies of the files that it names.

    Raises SceneError where a file with the name of a copy is there with other content.
    """
    journey = _Journey(document.path.parent, target.parent)
    moved = journey.moved(document, Path(target.name))
    for path, content in journey.copies.items():
        if path.exists() and path.read_bytes() != content:
            raise SceneError(
                f"{path.name} is in {path.parent} already, with other content than the "
                f"{path.name} that this cell uses: choose another folder"
            )
    new = {path: content for path, content in journey.copies.items() if not path.exists()}
    return Carried(moved, new)


def references(document: Document) -> Iterator[tuple[Loc, str]]:
    """Every value that names a file relative to the folder of the document, with its place."""
    folder = document.path.parent
    for loc, text in _texts(document.data, ()):
        is_path = "." in text.strip(".") and not os.path.isabs(text)
        # Unlike Path.is_file, this answers for a whole sentence too, which is too long for a name.
        if is_path and os.path.isfile(folder / text):
            yield loc, text


def _texts(data: Any, loc: Loc) -> Iterator[tuple[Loc, str]]:
    if isinstance(data, str):
        yield loc, data
        return
    keys: Sequence[Any] = list(data) if isinstance(data, dict) else ()
    if isinstance(data, list):
        keys = range(len(data))
    for key in keys:
        yield from _texts(data[key], (*loc, key))


@dataclass
class _Journey:
    """Copies from one folder to another; each file goes once, however many others name it.

    places: The new path of each file, relative to the new folder.
    """

    start: Path
    goal: Path
    copies: dict[Path, bytes] = field(default_factory=dict)
    places: dict[Path, Path] = field(default_factory=dict)

    def moved(self, document: Document, place: Path) -> Document:
        """The document for a place in the new folder; what it names is copied."""
        folder, edited = document.path.parent, document
        for loc, text in references(document):
            new = self._copied(folder / text)
            named = Path(os.path.relpath(new, place.parent)).as_posix()
            if Path(named) != Path(os.path.normpath(text)):
                edited = set_value(edited, loc, named)
        return edited

    def _copied(self, source: Path) -> Path:
        real = source.resolve()
        if real not in self.places:
            self.places[real] = place = self._free_place(real)
            self.copies[self.goal / place] = self._content(source, place)
        return self.places[real]

    def _content(self, source: Path, place: Path) -> bytes:
        if source.suffix.lower() not in _WITH_REFERENCES:
            return source.read_bytes()
        try:
            document = read_document(source, "file")
        except SceneError:
            return source.read_bytes()  # its faults are reported where it is used
        return saved_bytes(self.moved(document, place))

    def _free_place(self, source: Path) -> Path:
        start = self.start.resolve()
        inside = source.is_relative_to(start)
        place = source.relative_to(start) if inside else Path(source.name)
        stem, suffix = place.name.partition(".")[::2]
        number = 2
        while place in self.places.values():
            place = place.with_name(f"{stem}_{number}.{suffix}")
            number += 1
        return place
