"""Names kept pictures by what they show: files, theme, size and version of the drawing.

A cell names other files: part files, meshes, a robot. A change of any of them changes the name, so
that an old picture is never shown for a new cell.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from scenes.files.resource_files import SHIPPED

DRAWING = 1  # raise it when the same cell is drawn in another way
LONGEST_TEXT = 1_000_000  # bytes; larger files are meshes, told apart by size and time
_WORD = re.compile(r"[\w./\\-]+")
_TEXTS = (".yaml", ".yml", ".tips", ".val")


@dataclass(frozen=True)
class Wanted:
    """What a picture is to show: a cell, with its program where it has one, or a robot alone."""

    kind: str  # "cell" or "robot"
    path: Path
    program: Path | None = None


def picture_name(wanted: Wanted, theme: str, size: tuple[int, int]) -> str:
    """The name of the kept picture. size: Width and height, pixels."""
    digest = hashlib.sha256()
    about = f"{DRAWING} {_version()} {wanted.kind} {wanted.path.name} {theme} {size}"
    digest.update(about.encode("utf-8"))
    first = [wanted.path, *([wanted.program] if wanted.program else [])]
    for path in _files_behind(first):
        digest.update(_content(path))
    return f"{wanted.kind}-{digest.hexdigest()[:32]}.png"


def _files_behind(first: list[Path]) -> Iterator[Path]:
    """These files, and all files that they name: by a path, or by the name of a shipped file."""
    waiting, seen = list(first), set(first)
    while waiting:
        path = waiting.pop(0)
        yield path
        for word in sorted(set(_WORD.findall(_text(path)))):
            named = _shipped_files().get(word)
            if named is None and "." in word.strip("."):
                named = path.parent / word
            if named is not None and named not in seen and os.path.isfile(named):
                seen.add(named)
                waiting.append(named)


def _text(path: Path) -> str:
    """The text of a file that may name others; "" for a mesh, and for a file that is gone."""
    if path.suffix.lower() not in _TEXTS:
        return ""
    try:
        is_long = path.stat().st_size > LONGEST_TEXT
        return "" if is_long else path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _content(path: Path) -> bytes:
    try:
        found = path.stat()
        if found.st_size > LONGEST_TEXT:
            return f"{path.name} {found.st_size} {found.st_mtime_ns}".encode()
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b"gone"


@cache
def _shipped_files() -> dict[str, Path]:
    """Shipped files that a cell names without folder and suffix: robots, and what they hold."""
    found = (path for path in SHIPPED.glob("*/*.yaml") if path.parent.name != "cells")
    return {path.name.partition(".")[0]: path for path in found}


@cache
def _version() -> str:
    try:
        return version("cellwright")
    except PackageNotFoundError:
        return "unknown"
