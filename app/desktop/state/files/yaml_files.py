"""What a YAML file is by its name and its first keys, before it is read."""

from __future__ import annotations

import re
from pathlib import Path

SUFFIXES = (".yaml", ".yml")
_HEAD = 65_536  # bytes in which the keys are looked for
_STUDY = re.compile(rb"^study\s*:", re.MULTILINE)


def is_cell(path: Path) -> bool:
    """Whether the suffix is that of a cell file."""
    return path.suffix.lower() in SUFFIXES


def is_study(path: Path) -> bool:
    """Whether a file says that it is a study; a file that cannot be read is none."""
    if not is_cell(path):
        return False
    try:
        with path.open("rb") as file:
            return _STUDY.search(file.read(_HEAD)) is not None
    except OSError:
        return False
