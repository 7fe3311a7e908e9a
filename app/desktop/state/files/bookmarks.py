"""Bookmarks of program files, kept in the settings from one start to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from app.desktop.looks.settings import Preferences
from app.desktop.state.source import Source

MOST = 200  # files whose bookmarks are kept


def lines_kept(kept: Iterable[str], path: Path) -> Iterator[int]:
    """The lines with bookmarks in a file, from settings that read `path<tab>3 7`."""
    for entry in kept:
        name, _, lines = entry.partition("\t")
        if name == str(path):
            yield from (int(word) for word in lines.split() if word.isdecimal())


def with_lines(kept: Iterable[str], path: Path, lines: Iterable[int]) -> tuple[str, ...]:
    """The settings with other bookmarks for a file, the newest first."""
    others = [entry for entry in kept if entry.partition("\t")[0] != str(path)]
    words = " ".join(str(line) for line in lines)
    return tuple(([f"{path}\t{words}"] if words else []) + others)[:MOST]


class Keeper(Protocol):
    """Who keeps the settings."""

    @property
    def preferences(self) -> Preferences:
        """The present settings."""

    def remember(self, **changes: object) -> None:
        """Changes settings."""


def keep_bookmarks(source: Source, keeper: Keeper) -> None:
    """Gives an opened program its kept bookmarks, and keeps them when they change."""

    def keep() -> None:
        kept = keeper.preferences.bookmarks
        if source.path is not None and not source.is_modified:
            entries = with_lines(kept, source.path, source.bookmarks())
            if entries != kept:
                keeper.remember(bookmarks=entries)

    if source.path is not None:
        source.set_bookmarks(lines_kept(keeper.preferences.bookmarks, source.path))
    source.bookmarksChanged.connect(keep)
    source.renamed.connect(keep)  # saved: edits have moved the lines
