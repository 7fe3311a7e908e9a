"""The formats by suffix, and writing a file so that nobody ever sees half of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from scenes.exporters.csv import csv_text, read_csv
from scenes.exporters.json import json_text, read_json
from scenes.exporters.table import ExportError, HasTrajectory, TrajectoryTable, table_of
from scenes.run_trajectory import RunTrajectory

WRITERS: dict[str, Callable[[TrajectoryTable], str]] = {".csv": csv_text, ".json": json_text}
READERS: dict[str, Callable[[Path], TrajectoryTable]] = {".csv": read_csv, ".json": read_json}


def export_suffixes() -> tuple[str, ...]:
    """The suffixes that `export` knows."""
    return tuple(WRITERS)


def export(source: HasTrajectory | RunTrajectory, path: str | Path) -> Path:
    """Write a run or its trajectory in the format that the suffix of `path` names.

    The file appears whole or not at all. Raises ExportError for an unknown suffix, OSError where
    the file cannot be written.
    """
    path = Path(path)
    writer = WRITERS[_suffix(path)]
    write_atomically(path, writer(table_of(source)).encode("utf-8"))
    return path


def read_trajectory(path: str | Path) -> TrajectoryTable:
    """Read a file that `export` wrote."""
    path = Path(path)
    return READERS[_suffix(path)](path)


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: first beside it, then in its place in one move."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as fault:
        # The user named `path`; of the draft beside it he knows nothing.
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
