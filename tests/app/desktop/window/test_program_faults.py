"""A fault of Cellwright itself is logged and shown once; the window stays open."""

import logging
import sys

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from app.desktop.window.program_faults import FaultReport, log_to


@pytest.fixture
def quiet_root():
    root = logging.getLogger()
    before = list(root.handlers)
    yield root
    for handler in [h for h in root.handlers if h not in before]:
        root.removeHandler(handler)
        handler.close()


def raised() -> tuple:
    try:
        raise RuntimeError("a bug")
    except RuntimeError:
        return sys.exc_info()


def test_a_fault_is_logged_and_shown_once(qapp, tmp_path, quiet_root) -> None:
    report = FaultReport(log_to(tmp_path))
    for _ in range(2):
        report(*raised())
    boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
    assert [box.informativeText().splitlines()[0] for box in boxes] == ["RuntimeError: a bug"]
    assert not boxes[0].isModal()
    boxes[0].close()
    assert (tmp_path / "cellwright.log").read_text().count("RuntimeError: a bug") == 2


def test_a_log_that_cannot_be_written_is_done_without(tmp_path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert log_to(blocked / "folder") is None
