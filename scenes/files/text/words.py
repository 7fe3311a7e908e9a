"""Suggestions for an unknown word."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, or None."""
    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The text `; did you mean "table"?` where a known word is near, else ""."""
    near = nearest(word, known)
    return f'; did you mean "{near}"?' if near else ""


def beside(path: Path) -> str:
    """The text `; did you mean ...` with a file of nearly this name in the same folder, else ""."""
    folder = path.parent
    files = [p.name for p in folder.iterdir() if p.is_file()] if folder.is_dir() else []
    return did_you_mean(path.name, files)
