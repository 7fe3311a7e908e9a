"""Suggestions for an unknown word."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from language.words.suggestions import nearest_or_alike


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The text `; did you mean "table"?` where a known word is near, else ""."""
    near = nearest_or_alike(word, known)
    return f'; did you mean "{near[0]}"?' if near else ""


def beside(path: Path) -> str:
    """The text `; did you mean ...` with a file of nearly this name in the same folder, else ""."""
    folder = path.parent
    files = [p.name for p in folder.iterdir() if p.is_file()] if folder.is_dir() else []
    return did_you_mean(path.name, files)
