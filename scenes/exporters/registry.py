"""The formats of trajectories by suffix; writes a file so that no half file is ever there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from scenes.exporters.csv import csv_text, read_csv
from scenes.exporters.json import VERDICT_FORMAT, json_text, read_json, verdict_text
from scenes.exporters.table import ExportError, HasTrajectory, TrajectoryTable, table_of
from scenes.run_verdict import RunVerdict
from scenes.runs.run_trajectory import RunTrajectory


@dataclass(frozen=True)
class FileKind:
    """A trajectory format in words: its name, who reads it, and what is in it."""

    name: str
    purpose: str
    content: str


WRITERS: dict[str, Callable[[TrajectoryTable, RunVerdict], str]] = {
    ".csv": lambda table, verdict: csv_text(table),
    ".json": json_text,
}
BESIDE = frozenset({".csv"})
READERS: dict[str, Callable[[Path], TrajectoryTable]] = {".csv": read_csv, ".json": read_json}
KINDS = {
    ".csv": FileKind(
        "CSV table",
        "for spreadsheets, plots, and programs that read a table of numbers",
        "time in s, joints in degrees (slides in mm), line of the program; the verdict goes into "
        "a second file beside it",
    ),
    ".json": FileKind(
        "JSON",
        "for scripts and records: one file with its origin and the verdict",
        "time in s, joints in degrees (slides in mm), opening of the hand in mm, line of the "
        "program, names, SHA-256 of the program, verdict",
    ),
}


def export_suffixes() -> tuple[str, ...]:
    """The suffixes that `export` accepts."""
    return tuple(WRITERS)


def kind_of(suffix: str) -> FileKind:
    """A format in words, by its suffix; its suffix alone where it has no words."""
    return KINDS.get(suffix, FileKind(suffix, "", ""))


def export(
    source: HasTrajectory | RunTrajectory, path: str | Path, verdict: RunVerdict | None = None
) -> Path:
    """Writes a run or its trajectory in the format of the suffix of `path`; returns the path.

    verdict: The verdict on the run; if it is left out, JSON says "not checked". CSV has no place
    for a verdict, so it goes into FILE.csv.json; without a verdict that file is written only to
    replace an old one, which would belong to another motion.

    A file appears whole or not at all, after its verdict, and neither takes the place of an older
    one before both are on the disk. Raises ExportError for an unknown suffix,
    OSError where a file cannot be written.
    """
    path, known = Path(path), verdict or RunVerdict()
    writer, table = WRITERS[_suffix(path)], table_of(source)
    data = writer(table, known).encode("utf-8")
    beside = verdict_path(path)
    files = [(path, data)]
    if beside is not None and (verdict is not None or beside.exists()):
        _refuse_other(beside, path)
        files.insert(0, (beside, verdict_text(table, known, data).encode("utf-8")))
    write_together(files)
    return path


def verdict_path(path: str | Path) -> Path | None:
    """The file that holds the verdict on a trajectory; None where the trajectory file holds it."""
    path = Path(path)
    return path.with_name(f"{path.name}.json") if _suffix(path) in BESIDE else None


def known_paths(paths: Sequence[str]) -> None:
    """Raises ExportError for an unknown suffix, or where a verdict would replace another file."""
    taken = set()
    for path in paths:
        beside = verdict_path(path)
        if beside is not None:
            _refuse_other(beside, Path(path))
            taken.add(beside.resolve())
    clash = next((path for path in paths if Path(path).resolve() in taken), None)
    if clash is not None:
        raise ExportError(f"{clash}: the verdict on the CSV file goes there; choose another name")


def _refuse_other(beside: Path, path: Path) -> None:
    """Raises ExportError where a file of another kind is in the place of a verdict.

    The user has not named that file, and it must not be lost.
    """
    if not beside.exists():
        return
    with open(beside, "rb") as file:
        head = file.read(len(VERDICT_FORMAT) + 100)
    if VERDICT_FORMAT.encode() not in head:
        raise ExportError(
            f"{beside}: a file of another kind stands where the verdict on {path.name} goes; "
            "choose another name"
        )


def read_trajectory(path: str | Path) -> TrajectoryTable:
    """The table of a file that `export` wrote, in the format of its suffix."""
    path = Path(path)
    return READERS[_suffix(path)](path)


def write_atomically(path: Path, data: bytes) -> None:
    """Writes `data` to a draft beside `path` and renames the draft; raises OSError for `path`."""
    write_together([(path, data)])


def write_together(files: Sequence[tuple[Path, bytes]]) -> None:
    """Writes several files as `write_atomically` does, and renames when all drafts are there."""
    drafts = [path.with_name(f".{path.name}.{os.getpid()}.part") for path, _ in files]
    try:
        for (path, data), draft in zip(files, drafts, strict=True):
            with _naming(path):
                _write_through(draft, data)
        for (path, _), draft in zip(files, drafts, strict=True):
            with _naming(path):
                os.replace(draft, path)
    finally:
        for draft in drafts:
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def remove_drafts(path: Path) -> None:
    """Removes what a process that was ended while it wrote `path` has left beside it."""
    beside = verdict_path(path) if path.suffix.lower() in WRITERS else None
    for target in (path, beside):
        for draft in [] if target is None else target.parent.glob(f".{escape(target.name)}.*.part"):
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def _write_through(path: Path, data: bytes) -> None:
    """Writes a file, and waits until it is on the disk."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Has an OSError name `path`: the user does not know its draft."""
    try:
        yield
    except OSError as fault:
        raise type(fault)(fault.errno, fault.strerror, str(path)) from fault


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        named = f"{path.suffix} files" if path.suffix else "files without a suffix"
        raise ExportError(f"{path}: {named} are not known here; use {' or '.join(WRITERS)}")
    return suffix
