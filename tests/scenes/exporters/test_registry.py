"""Files of one export take the places of older ones together, or not at all."""

import errno
import os

import pytest

from scenes.exporters.registry import remove_drafts, write_together


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_all_old_files_as_they_were(call, tmp_path, monkeypatch) -> None:
    paths = [tmp_path / name for name in ("a", "b")]
    for path in paths:
        path.write_bytes(b"old")
    calls = []

    def full(*given: object) -> None:
        calls.append(given)
        if call == "replace" or len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space left") as told:
        write_together([(path, b"new") for path in paths])
    assert told.value.filename in map(str, paths)
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == [b"old", b"old"]


def test_written_files_hold_their_bytes_and_leave_no_drafts(tmp_path) -> None:
    write_together([(tmp_path / "a", b"1"), (tmp_path / "b", b"2")])
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_only_the_drafts_of_a_file_and_its_verdict_are_removed(tmp_path) -> None:
    drafts = [".a[1].csv.7.part", ".a[1].csv.json.7.part"]
    others = ["a[1].csv", ".b.csv.7.part", ".a1.csv.7.part"]
    for name in (*drafts, *others):
        (tmp_path / name).write_bytes(b"")
    remove_drafts(tmp_path / "a[1].csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)
