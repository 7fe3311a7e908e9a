"""The status bar shows the cycle time and how the last edit has changed it."""

import re

import pytest

TEXT = "POINT A 670 0 950 0 0 0\nMOVE A\nDELAY {}\nEND\n"


@pytest.mark.window
def test_the_cycle_time_changes_with_an_edit(document, analyst, source_of, cell):
    from PySide6.QtGui import QAction

    from app.desktop.jogging.jog_check import JogCheck
    from app.desktop.looks.theme import DARK
    from app.desktop.panels.status_bar import Status

    document.show_cell(cell, None)
    source = source_of(TEXT.format(1))
    document.add_source(source)
    actions = {"cancel": QAction(), "show_all": QAction()}
    status = Status(document, analyst, JogCheck(document, analyst), actions, DARK)
    assert status.cycle.text() == ""
    analyst.answer()
    before = status.cycle.text()
    assert re.fullmatch(r"\d+\.\d\d s", before)
    source.text_document.setPlainText(TEXT.format(1.5))
    document.analyse_now()
    analyst.answer()
    assert status.cycle.text().endswith(" s (+0.50 s)")
    assert "line 3: 0.50 s more" in status.cycle.toolTip()
