"""The folder of journals: who may claim a journal, and that a whole page is never lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.desktop.journal.folder import JournalFolder
from app.desktop.journal.pages import ProgramPage

PAGE = ProgramPage("k1", "new program", text="10 READY\n", is_unsaved=True)


@pytest.fixture
def folder(tmp_path: Path) -> JournalFolder:
    return JournalFolder(tmp_path / "journal")


def texts(left) -> list[str]:
    return [kept.page.text for kept in left.pages]


def leave(folder: JournalFolder, page: ProgramPage = PAGE) -> Path:
    """Leaves the journal of a window that is gone."""
    journal = folder.begin()
    journal.write("program-k1", page)
    journal.release()
    return journal.folder


def test_the_journal_of_a_window_that_lives_is_left_alone(folder) -> None:
    journal = folder.begin()
    journal.write("program-k1", PAGE)
    assert texts(folder.claim()) == []
    journal.release()
    assert texts(folder.claim()) == [PAGE.text]


def test_work_offered_by_one_window_is_not_offered_by_another(folder) -> None:
    leave(folder)
    first = folder.claim()
    assert texts(first) == [PAGE.text]
    assert texts(folder.claim()) == []
    for journal in first.journals:
        journal.release()
    assert texts(folder.claim()) == [PAGE.text]


OWNER = """
import sys, time
from pathlib import Path
from app.desktop.journal.folder import JournalFolder
from app.desktop.journal.pages import ProgramPage
journal = JournalFolder(Path(sys.argv[1])).begin()
journal.write("program-k1", ProgramPage("k1", "new program", text="10 READY\\n", is_unsaved=True))
print("written", flush=True)
time.sleep(600)
"""


def test_a_killed_process_holds_no_lock(folder) -> None:
    words = [sys.executable, "-c", OWNER, str(folder.path)]
    owner = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None and owner.stdout.readline() == "written\n"
    assert texts(folder.claim()) == []
    os.kill(owner.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    owner.wait()
    assert texts(folder.claim()) == [PAGE.text]


def test_a_page_that_cannot_be_read_is_put_aside_and_the_others_are_there(folder) -> None:
    place = leave(folder)
    whole = (place / "program-k1.page").read_bytes()
    (place / "program-k2.page").write_bytes(whole[:-3])
    left = folder.claim()
    assert texts(left) == [PAGE.text]
    ((aside, why),) = left.unreadable
    assert "cut short" in why
    assert aside.read_bytes() == whole[:-3]
    for journal in left.journals:
        journal.erase()
    assert aside.exists() and not place.exists()


def test_a_write_that_was_broken_off_leaves_the_page_before_it(folder, monkeypatch) -> None:
    journal = folder.begin()
    journal.write("program-k1", PAGE)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        journal.write("program-k1", ProgramPage("k1", "new program", text="later"))
    monkeypatch.undo()
    journal.release()
    assert texts(folder.claim()) == [PAGE.text]


def test_an_erased_journal_leaves_nothing(folder) -> None:
    journal = folder.begin()
    journal.write("program-k1", PAGE)
    journal.erase()
    assert not journal.folder.exists()
    assert folder.claim().journals == ()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_only_its_owner_may_read_a_journal(folder) -> None:
    journal = folder.begin()
    assert journal.folder.stat().st_mode & 0o077 == 0
    assert folder.path.stat().st_mode & 0o077 == 0
