"""Trajectory files: one module a format with its reader, and `export`, which picks by suffix."""

from scenes.exporters.csv import read_csv
from scenes.exporters.json import read_json
from scenes.exporters.registry import (
    export,
    export_suffixes,
    known_paths,
    read_trajectory,
    verdict_path,
)
from scenes.exporters.table import ExportError, TrajectoryTable, table_of

__all__ = [
    "ExportError",
    "TrajectoryTable",
    "export",
    "export_suffixes",
    "known_paths",
    "read_csv",
    "read_json",
    "read_trajectory",
    "table_of",
    "verdict_path",
]
