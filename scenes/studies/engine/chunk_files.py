"""The folder of a study's results: one file a chunk, and an index once all are there.

    study.json           the study that the folder belongs to
    chunks/000012.npz    the arrays of chunk 12
    index.csv            chunk, file, rows, SHA-256: written when all chunks are there

A chunk file is written to a draft and renamed, so that a study that is killed loses at most the
chunk that was being written. Chunks that are there are not computed again. The bytes of a file
depend on the arrays alone: the archive holds no date.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scenes.errors import SceneError
from scenes.exporters.registry import remove_drafts, write_atomically
from scenes.studies.engine.study import Arrays, Study

FORMAT, VERSION = "cellwright-study", 1
STUDY, CHUNKS, INDEX = "study.json", "chunks", "index.csv"
# Effort of compression, 1 to 9. The usual 6 takes four times the time of the processor, a good part
# of what the engine costs, and makes the files of a reach map smaller by a third.
_EFFORT = 1


class StudyFolderError(SceneError):
    """The folder of results cannot be used for this study."""


class OtherStudyError(StudyFolderError):
    """The folder holds results of another study, which may be thrown away."""


class IndexRow(NamedTuple):
    """A row of the index. rows: Of the chunk. sha256: Hexadecimal digest of its file."""

    chunk: int
    file: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class ChunkFiles:
    """The folder of one study's results.

    damaged: Numbers of chunks whose files were there and could not be read.
    """

    folder: Path
    study: Study
    damaged: tuple[int, ...] = ()

    def path_of(self, chunk: int) -> Path:
        """The file of a chunk."""
        return self.folder / CHUNKS / f"{chunk:06d}.npz"

    def write(self, chunk: int, arrays: Arrays) -> IndexRow:
        """Writes the file of a chunk, and gives its row of the index.

        Raises OSError where the disk is full or the folder is gone.
        """
        data = npz_bytes(arrays)
        write_atomically(self.path_of(chunk), data)
        return self._index_row(chunk, arrays, data)

    def read(self, chunk: int) -> Arrays:
        """The arrays of a chunk file; StudyFolderError where it is damaged."""
        path = self.path_of(chunk)
        arrays = _read(path)
        if arrays is None:
            raise StudyFolderError(f"{path}: this file is damaged; run the study again to renew it")
        return arrays

    @property
    def kept(self) -> str:
        """How many chunks there are, and what becomes of them, in words."""
        count = self.study.question.chunks
        return (
            f"{count - len(self.missing())} of {count} chunks are kept in {self.folder}: "
            "the study goes on from there when it is run again"
        )

    def missing(self) -> tuple[int, ...]:
        """Numbers of the chunks that have no file."""
        there = {path.name for path in (self.folder / CHUNKS).glob("*.npz")}
        count = self.study.question.chunks
        return tuple(n for n in range(count) if self.path_of(n).name not in there)

    def each(self) -> Iterator[tuple[int, Arrays]]:
        """Number and rows of each chunk that is there; StudyFolderError where one is damaged."""
        missing = set(self.missing())
        for chunk in range(self.study.question.chunks):
            if chunk not in missing:
                yield chunk, self.read(chunk)

    def merged(self) -> Arrays:
        """The rows of all chunks that are there, in the order of the chunks."""
        parts = [arrays for _, arrays in self.each()]
        if not parts:
            return {}
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def write_index(self, written: Mapping[int, IndexRow]) -> None:
        """Writes the index: a row for each chunk, with the digest of its file.

        written: Rows of chunks that were written just now: their files are not read again.
        """
        every = range(self.study.question.chunks)
        rows = (written.get(chunk) or self._read_index_row(chunk) for chunk in every)
        lines = [",".join(IndexRow._fields), *(",".join(map(str, row)) for row in rows)]
        write_atomically(self.folder / INDEX, ("\n".join(lines) + "\n").encode())

    def _read_index_row(self, chunk: int) -> IndexRow:
        return self._index_row(chunk, self.read(chunk), self.path_of(chunk).read_bytes())

    def _index_row(self, chunk: int, arrays: Arrays, data: bytes) -> IndexRow:
        name = f"{CHUNKS}/{self.path_of(chunk).name}"
        rows = len(next(iter(arrays.values())))
        return IndexRow(chunk, name, rows, hashlib.sha256(data).hexdigest())


def opened(folder: Path, study: Study, *, replace: bool = False) -> ChunkFiles:
    """The folder of a study's results, made where it is not there; damaged chunk files are removed.

    replace: Whether the results of another study in this folder are thrown away.
    Raises StudyFolderError for a folder that holds other things, OSError where it cannot be made.
    """
    try:
        done_in(folder, study)
    except OtherStudyError:
        if not replace:
            raise
        for path in (folder / CHUNKS).glob("*.npz"):
            path.unlink()
        (folder / INDEX).unlink(missing_ok=True)
    (folder / CHUNKS).mkdir(parents=True, exist_ok=True)
    files = ChunkFiles(folder, study)
    for draft in (folder / CHUNKS).glob(".*.part"):
        draft.unlink(missing_ok=True)
    remove_drafts(folder / STUDY)
    write_atomically(folder / STUDY, (json.dumps(_head(study), indent=2) + "\n").encode())
    present = set(range(study.question.chunks)) - set(files.missing())
    damaged = tuple(n for n in sorted(present) if _read(files.path_of(n)) is None)
    for chunk in damaged:
        files.path_of(chunk).unlink()
    return ChunkFiles(folder, study, damaged)


def done_in(folder: Path, study: Study) -> int:
    """The number of chunks that a folder holds; 0 where it is empty or not there.

    Raises OtherStudyError where it holds results of another study, and StudyFolderError where it
    holds other things.
    """
    other = _study_of(folder)
    if folder.exists() and not folder.is_dir():
        raise StudyFolderError(f"{folder} is a file: choose a folder for the results")
    if other is None:
        if folder.exists() and any(folder.iterdir()):
            raise StudyFolderError(
                f"{folder} holds other files than results of a study: choose another folder"
            )
        return 0
    if other != _head(study):
        raise OtherStudyError(
            f'{folder} holds results of another study, "{other.get("title", "")}", or of files '
            "that have changed since: choose another folder, or throw them away"
        )
    return study.question.chunks - len(ChunkFiles(folder, study).missing())


def npz_bytes(arrays: Arrays) -> bytes:
    """The bytes of an .npz file of arrays; they hold no date, so equal arrays give equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=_EFFORT) as archive:
        for name, values in sorted(arrays.items()):
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, values, allow_pickle=False)
    return data.getvalue()


def _head(study: Study) -> dict[str, Any]:
    question = study.question
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "title": study.title}
    head |= {"kind": question.kind, "seed": study.seed, "digest": study.digest}
    return head | {"items": question.items, "chunks": question.chunks}


def _study_of(folder: Path) -> dict[str, Any] | None:
    """The head of the study whose results a folder holds; None where it holds none."""
    try:
        head = json.loads((folder / STUDY).read_bytes())
    except (OSError, ValueError):
        return None
    return head if isinstance(head, dict) and head.get("format") == FORMAT else None


def _read(path: Path) -> Arrays | None:
    """The arrays of a chunk file; None where it is damaged (the archive checks its own sums)."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
    return arrays or None
