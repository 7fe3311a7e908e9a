"""Files named as short as can be: by their folders too only where two have the same name."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path


def short_names(paths: Collection[Path]) -> dict[Path, str]:
    """The name of each file, with as many of its last folders as no other file of them shares."""
    return {path: _short_name(path, paths) for path in paths}


def _short_name(path: Path, paths: Collection[Path]) -> str:
    others = [other for other in paths if other != path and other.name == path.name]
    length = 1
    while length < len(path.parts) and any(
        other.parts[-length:] == path.parts[-length:] for other in others
    ):
        length += 1
    return str(Path(*path.parts[-length:]))
