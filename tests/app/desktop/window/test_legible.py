"""At 1366 x 768 no text of any panel is cut, and every widget has a name for screen readers.

One window goes through all panels, things, pages and strips; a fault is told with its place.
"""

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT
from app.desktop.window.settings import acts
from scenes import load_cell
from tests.app.desktop.window.legible import cut_texts, nameless

pytestmark = [pytest.mark.window, pytest.mark.gl]

HIDDEN_AT_FIRST = ("Mechanism", "Debug", "Import", "Signals", "Outline")
THINGS = (
    *((ROBOT, "arm"), (FRAME, "table"), (BODY, "TR1"), (BODY, "TR2"), (BODY, "WORK")),
    (LOCATION, "READY"),
)
PATIENCE = 40  # looks at a fault, 50 ms apart, before it counts
STRIPS = ("measure", "section", "find")


def walk(qtbot, window):
    """Shows one part after the other, and gives the name of each once it is laid out."""
    for dock in window.docks.all():
        if dock.objectName() != "dock Import":
            name = dock.objectName().removeprefix("dock ")
            window.docks.bring(name)
            qtbot.wait(60)
            yield name
            if name in HIDDEN_AT_FIRST:
                dock.hide()
    window.docks.bring("Properties")
    for kind, name in THINGS:
        window.document.select(kind, name)
        qtbot.wait(60)
        yield f"properties of {name}"
    for key in STRIPS:
        window.actions_by_key[key].trigger()
        qtbot.wait(60)
        yield key
    for show in (window.welcome.show_page, window.welcome.ask_new_cell):
        show()
        qtbot.wait(60)
        yield show.__name__


def lasting(qtbot, search) -> list[str]:
    """The faults that are still there when the window has laid out its panels."""
    for _ in range(PATIENCE):
        found = search()
        if not found:
            break
        qtbot.wait(50)
    return found


def test_no_text_is_cut_and_every_widget_has_a_name(qtbot, window) -> None:
    window.resize(1366, 768)
    window.docks.restore()
    qtbot.wait(50)
    faults: dict[str, str] = {}
    for part in walk(qtbot, window):
        for fault in lasting(qtbot, lambda: cut_texts(window)):
            faults.setdefault(fault, part)
        for fault in nameless(window):
            faults.setdefault(f"{fault} has no name", part)
    assert [f"{part}: {fault}" for fault, part in faults.items()] == []


def test_no_panel_takes_width_from_the_left_column(qtbot, window) -> None:
    window.resize(1280, 720)  # 2560 x 1440 at 200 %
    window.docks.restore()
    window.document.show_cell(load_cell("ur_pick_place"), None)  # its joints have long names
    qtbot.wait(50)
    before, taken = window.centralWidget().x(), list[str]()
    for dock in window.docks.all():
        name = dock.objectName().removeprefix("dock ")
        window.docks.bring(name)
        qtbot.wait(60)
        if window.centralWidget().x() < before:
            taken.append(name)
    assert taken == []


def test_the_left_column_becomes_wider_with_the_letters(qtbot, window) -> None:
    before, font = window.docks["Cell"].width(), QFont(QApplication.font())
    acts.size_letters(window.parts, 14)
    try:
        qtbot.waitUntil(lambda: window.docks["Cell"].width() > 1.2 * before)
    finally:
        QApplication.setFont(font)
        for kind in acts.OWN_FONTS:
            QApplication.setFont(font, kind)


def test_the_search_for_cut_texts_finds_one(qtbot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    label, button = QLabel("A text that is too long"), QPushButton("Another long text")
    for widget in (label, button):
        widget.setFixedWidth(60)
        column.addWidget(widget)
    nothing = QPushButton()
    column.addWidget(nothing)
    with qtbot.waitExposed(box):
        box.show()
    assert len(cut_texts(box)) == 2 and len(nameless(box)) == 1
