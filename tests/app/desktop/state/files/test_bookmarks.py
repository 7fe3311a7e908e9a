"""Bookmarks follow their lines, and are kept for a file from one start to the next."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.looks.settings import Preferences
from app.desktop.state.files.bookmarks import keep_bookmarks, lines_kept, with_lines

pytestmark = pytest.mark.window


class Keeper:
    """Keeps settings as long as the test runs."""

    def __init__(self) -> None:
        self.preferences = Preferences()

    def remember(self, **changes: object) -> None:
        self.preferences = replace(self.preferences, **changes)


def test_bookmarks_of_a_file_are_read_as_they_were_written() -> None:
    kept = with_lines((), Path("/a.val"), [3, 7])
    kept = with_lines(kept, Path("/b.val"), [1])
    assert list(lines_kept(kept, Path("/a.val"))) == [3, 7]
    kept = with_lines(kept, Path("/a.val"), [])
    assert list(lines_kept(kept, Path("/a.val"))) == []
    assert list(lines_kept(kept, Path("/b.val"))) == [1]
    assert list(lines_kept(("nonsense", "/a.val\tx 2"), Path("/a.val"))) == [2]


def test_a_bookmark_stays_with_its_line_and_a_second_toggle_takes_it_away(source_of) -> None:
    source = source_of("READY\nOPENI\nCLOSEI\nEND")
    source.toggle_bookmark(3)
    source.toggle_bookmark(1)
    QTextCursor(source.text_document).insertText("; first\n")
    assert source.bookmarks() == [2, 4]
    source.toggle_bookmark(2)
    assert source.bookmarks() == [4]
    source.set_bookmarks([2, 99])
    assert source.bookmarks() == [2]


def test_a_file_gets_its_bookmarks_back_and_saved_edits_move_them(source_of, tmp_path) -> None:
    keeper = Keeper()
    path = tmp_path / "a.val"
    first = source_of("READY\nOPENI\nEND")
    first.save(path)
    keep_bookmarks(first, keeper)
    first.toggle_bookmark(2)
    QTextCursor(first.text_document).insertText("; above\n")
    first.save()
    again = source_of("; above\nREADY\nOPENI\nEND")
    again.path = path
    keep_bookmarks(again, keeper)
    assert again.bookmarks() == [3]
