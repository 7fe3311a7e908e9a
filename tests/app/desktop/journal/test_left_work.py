"""Work that a crash has left is counted once, however many windows have kept it."""

from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from app.desktop.journal.folder import Kept, Left
from app.desktop.journal.pages import ProgramPage
from app.desktop.journal.recovery import left_work
from app.desktop.journal.restore_bar import offer_html


def kept(key: str, text: str | None, time: float, path: str = "/work/weld.val") -> Kept:
    page = ProgramPage(key, "weld.val", path, text, is_unsaved=text is not None)
    return Kept(None, key, page, time)  # type: ignore[arg-type]


def test_the_same_text_of_a_file_in_several_windows_is_one_piece_of_work() -> None:
    pages = (kept("a", "10 READY", 1.0), kept("b", "10 READY", 3.0), kept("c", "10 READY", 2.0))
    work = left_work(Left(pages))
    assert [k.name for k in work.programs] == ["b"]
    open_twice = left_work(Left((kept("a", None, 1.0), kept("b", None, 2.0))))
    assert [k.name for k in open_twice.programs] == ["b"]


def test_no_other_text_is_lost_and_the_strip_has_a_line_for_each_file() -> None:
    pages = (
        kept("a", "10 READY", 1.0),
        kept("b", "20 READY", 3.0),
        kept("c", "30 READY", 2.0, path="/work/other.val"),
    )
    work = left_work(Left(pages))
    assert {k.name for k in work.unsaved} == {"a", "b", "c"}
    lines = offer_html(work).split("<br>")[1:]
    assert [line.split(",")[0] for line in lines] == ["weld.val", "other.val"]
    assert lines[0].endswith("(the newest of 2 texts)")
    assert "newest" not in lines[1]


def test_files_of_one_name_in_two_folders_are_told_apart() -> None:
    pages = (
        kept("a", "10 READY", 1.0, path="/left/weld.val"),
        kept("b", "20 READY", 3.0, path="/right/weld.val"),
    )
    lines = offer_html(left_work(Left(pages))).split("<br>")[1:]
    assert {line.split(",")[0] for line in lines} == {
        str(Path("left", "weld.val")),
        str(Path("right", "weld.val")),
    }
    assert not any("newest" in line for line in lines)
    saved = left_work(Left((kept("a", None, 1.0, "/l/weld.val"), kept("b", None, 1.0, "/m/w.val"))))
    assert set(offer_html(saved).split("<br>")[1:]) == {"weld.val", "w.val"}
