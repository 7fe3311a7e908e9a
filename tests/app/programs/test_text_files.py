"""Files are saved whole or not at all, and a file that is not text is refused in one sentence."""

import os
import stat
import sys
from pathlib import Path

import pytest

from app.programs.text_files import FileError, read_text_file, save_text_file, stamp_of


def test_saving_keeps_the_former_content_as_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.val"
    save_text_file(path, "one\n")
    save_text_file(path, "two\n")
    assert path.read_text() == "two\n"
    assert (tmp_path / "a.val~").read_text() == "one\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.val", "a.val~"]


def test_line_ends_and_byte_order_mark_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.val"
    path.write_bytes(b"\xef\xbb\xbf10 READY\r\n20 END\r\n")
    file = read_text_file(path)
    assert file.text == "10 READY\n20 END\n"
    save_text_file(path, file.text, file.newline, file.bom)
    assert path.read_bytes() == b"\xef\xbb\xbf10 READY\r\n20 END\r\n"


@pytest.mark.parametrize(
    ("data", "what"), [(b"10 \xff\xfe", "0xFF in line 1"), (b"a\n\x00", "zero byte")]
)
def test_a_file_that_is_not_text_is_refused_with_its_place(tmp_path, data, what) -> None:
    path = tmp_path / "a.val"
    path.write_bytes(data)
    with pytest.raises(FileError, match=what):
        read_text_file(path)


def test_a_missing_file_and_a_folder_are_refused_with_their_name(tmp_path: Path) -> None:
    for path in (tmp_path / "none.val", tmp_path):
        with pytest.raises(FileError, match=path.name):
            read_text_file(path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_permissions_stay_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.val"
    path.write_text("one\n")
    path.chmod(0o640)
    save_text_file(path, "two\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_saving_through_a_link_changes_the_file_and_keeps_the_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.val", tmp_path / "link.val"
    real.write_text("one\n")
    link.symlink_to(real)
    save_text_file(link, "two\n")
    assert link.is_symlink()
    assert real.read_text() == "two\n"


def test_a_file_that_cannot_be_written_keeps_its_content(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.val"
    path.write_text("one\n")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match="not saved: No space left"):
        save_text_file(path, "two\n")
    assert path.read_text() == "one\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.val", "a.val~"]


def test_the_stamp_tells_a_replaced_file_from_the_former_one(tmp_path: Path) -> None:
    path = tmp_path / "a.val"
    path.write_text("one\n")
    before = stamp_of(path)
    other = tmp_path / "b.val"
    other.write_text("two\n")
    os.replace(other, path)
    assert stamp_of(path) != before
    assert stamp_of(tmp_path / "none.val") is None
