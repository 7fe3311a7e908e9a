"""The palette finds whatever a menu can do, one of the bar, one in it, one of a right click."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT
from app.desktop.looks.pick_list import matches
from app.desktop.menus.context_menus import text_menu, thing_menu
from app.desktop.menus.palette import plain

pytestmark = pytest.mark.window


def actions_in(menu: QMenu):
    """Every action of a menu and of the menus in it."""
    for action in menu.actions():
        if action.menu() is not None:
            yield from actions_in(action.menu())
        elif action.text():
            yield action


@pytest.fixture
def names(unseen):
    """names(): the rows of the palette, opened for what is selected now."""

    def read() -> list[str]:
        unseen.actions_by_key["palette"].trigger()
        palette = QApplication.activePopupWidget()
        found = [row.name for row in palette.fitting("")]
        menus = palette.findChildren(QMenu)
        assert menus and not any(menu.isVisible() for menu in menus)
        palette.close()
        return found

    return read


def test_every_action_of_the_menu_bar_is_found_by_its_name(unseen, names) -> None:
    rows = names()
    for head in unseen.menuBar().actions():
        for action in actions_in(head.menu()):
            text = plain(action.text())
            assert any(row.endswith(f": {text}") for row in rows), text
            assert any(matches(text, row) is not None for row in rows)


@pytest.mark.parametrize(
    "key",
    [(BODY, "TR1"), (BODY, "WORK"), (FRAME, "table"), (ROBOT, "arm"), (LOCATION, "LOC1"), None],
    ids=str,
)
def test_every_action_of_a_right_click_is_found_by_its_name(unseen, names, key) -> None:
    if key is not None:
        unseen.document.select(*key)
    rows = names()
    for menu in (thing_menu(unseen.parts), text_menu(unseen.parts)):
        found = [plain(action.text()) for action in actions_in(menu)]
        assert found
        assert [text for text in found if not any(r.endswith(f": {text}") for r in rows)] == []


def test_a_row_of_a_menu_in_a_menu_does_what_it_does_there(unseen) -> None:
    dock = unseen.docks["Mechanism"]
    assert not dock.toggleViewAction().isChecked()
    unseen.actions_by_key["palette"].trigger()
    palette = QApplication.activePopupWidget()
    QTest.keyClicks(palette.field, "panels mechanism")
    palette._do()
    assert dock.toggleViewAction().isChecked()


def test_a_thing_is_placed_in_a_frame_from_the_palette(unseen) -> None:
    unseen.document.select(BODY, "TR1")
    unseen.actions_by_key["palette"].trigger()
    palette = QApplication.activePopupWidget()
    QTest.keyClicks(palette.field, "place in frame: table")
    palette._do()
    assert unseen.document.cell_commands.undoText()


def test_two_signs_for_and_are_read_as_one() -> None:
    assert plain("Black && &white") == "Black & white"
