"""The formats of trajectories by suffix; writes a file so that no half file is ever there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from scenes.exporters.csv import csv_text, read_csv
from scenes.exporters.json import VERDICT_FORMAT, json_text, read_json, verdict_text
from scenes.exporters.table import ExportError, HasTrajectory, TrajectoryTable, table_of
from scenes.run_verdict import RunVerdict
from scenes.runs.run_trajectory import RunTrajectory

WRITERS: dict[str, Callable[[TrajectoryTable, RunVerdict], str]] = {
    ".csv": lambda table, verdict: csv_text(table),
    ".json": json_text,
}
BESIDE = frozenset({".csv"})
READERS: dict[str, Callable[[Path], TrajectoryTable]] = {".csv": read_csv, ".json": read_json}


def export_suffixes() -> tuple[str, ...]:
    """The suffixes that `export` accepts."""
    return tuple(WRITERS)


def export(
    source: HasTrajectory | RunTrajectory, path: str | Path, verdict: RunVerdict | None = None
) -> Path:
    """Writes a run or its trajectory in the format of the suffix of `path`; returns the path.

    verdict: The verdict on the run; if it is left out, JSON says "not checked". CSV has no place
    for a verdict, so it goes into FILE.csv.json; without a verdict that file is written only to
    replace an old one, which would belong to another motion.

    A file appears whole or not at all, after its verdict. Raises ExportError for an unknown suffix,
    OSError where a file cannot be written.
    """
    path, known = Path(path), verdict or RunVerdict()
    writer, table = WRITERS[_suffix(path)], table_of(source)
    data = writer(table, known).encode("utf-8")
    beside = verdict_path(path)
    if beside is not None and (verdict is not None or beside.exists()):
        _refuse_other(beside, path)
        write_atomically(beside, verdict_text(table, known, data).encode("utf-8"))
    write_atomically(path, data)
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
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as fault:
        # The message must name `path`: the user does not know the draft.
        raise type(fault)(fault.errno, fault.strerror, str(path)) from fault
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        named = f"{path.suffix} files" if path.suffix else "files without a suffix"
        raise ExportError(f"{path}: {named} are not known here; use {' or '.join(WRITERS)}")
    return suffix
