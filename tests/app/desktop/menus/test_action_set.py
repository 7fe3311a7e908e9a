"""Every action of the window is defined in one place, with its name, key, tip and effect."""

from itertools import pairwise

import pytest
import shiboken6
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QInputDialog

from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.menus.action_set import ACTIONS, MENUS
from app.desktop.menus.context_menus import IN_TEXT, IN_VIEW
from app.desktop.menus.palette import listed
from app.desktop.panels.transport import COMMANDS
from app.desktop.window.tool_bars import TOOLBAR

pytestmark = pytest.mark.window


def test_no_two_actions_have_the_same_key_or_the_same_shortcut() -> None:
    keys = [row.key for row in ACTIONS]
    assert len(set(keys)) == len(keys)
    for in_one_place in (  # keys of things and of text work in different widgets
        [row for row in ACTIONS if not row.is_of_text],
        [row for row in ACTIONS if not row.is_of_things],
    ):
        shortcuts = [QKeySequence(row.keys).toString() for row in in_one_place if row.keys]
        assert len(set(shortcuts)) == len(shortcuts)
        assert all(shortcuts), "Qt cannot read a shortcut"


def test_every_action_has_a_name_a_tip_and_an_icon() -> None:
    for row in ACTIONS:
        assert row.text and row.tip and row.icon.startswith("mdi6."), row.key
        assert not row.tip.endswith("."), row.key


def test_tool_bars_and_context_menus_name_actions_that_exist() -> None:
    named = {*(key for group in TOOLBAR for key in group), *IN_TEXT, *IN_VIEW, *COMMANDS} - {""}
    assert named <= {row.key for row in ACTIONS}


def test_a_menu_begins_and_ends_with_an_action_and_never_has_two_lines_together() -> None:
    for menu in MENUS:
        rows = menu.rows
        assert rows[0] is not LINE and rows[-1] is not LINE, menu.name
        assert all(a is not LINE or b is not LINE for a, b in pairwise(rows))


@pytest.mark.parametrize(
    ("keys", "is_single"),
    [("", False), ("Space", True), ("F", True), ("F5", False), ("Ctrl++", False), ("Alt+1", False)],
)
def test_a_single_key_is_one_that_types_elsewhere(keys: str, is_single: bool) -> None:
    assert Action("a", "A", keys, "does a", "", print).is_single_key is is_single


def test_the_actions_of_a_menu_are_its_rows_without_the_lines() -> None:
    first = Action("a", "A", "", "does a", "", print)
    last = Tick("b", "B", "", "does b", "", print)
    assert Menu("M", (first, LINE, last)).actions == (first, last)


def test_every_action_does_something_with_the_parts_of_a_window_without_a_3d_view(
    unseen, monkeypatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("", False))
    monkeypatch.setattr(QInputDialog, "getInt", lambda *_, **__: (0, False))
    closed = []
    monkeypatch.setattr(type(unseen), "close", lambda self: closed.append(self))
    for row in ACTIONS:
        if isinstance(row, Tick):
            row.act(unseen.parts, True)
            row.act(unseen.parts, False)
        else:
            row.act(unseen.parts)
    monkeypatch.undo()
    for box in QApplication.topLevelWidgets():
        if shiboken6.isValid(box):  # some are deleted with another one that is closed here
            box.close()  # message boxes, the palette, the list of completions
    assert closed == [unseen]


def test_a_chosen_action_calls_the_function_of_its_row_and_a_tick_passes_its_state(unseen) -> None:
    unseen.actions_by_key["loop"].trigger()
    assert unseen.document.control.loop
    unseen.actions_by_key["loop"].trigger()
    assert not unseen.document.control.loop
    count = len(unseen.document.sources)
    unseen.actions_by_key["new"].trigger()
    assert len(unseen.document.sources) == count + 1


def test_every_action_stands_in_the_menu_bar_and_in_the_palette_under_its_menu(unseen) -> None:
    names = {action.objectName(): name for name, action in listed(unseen.menuBar())}
    for menu in MENUS:
        for row in menu.actions:
            if row.key != "recent":  # a menu of its own
                assert names[row.key].startswith(menu.name) and names[row.key].endswith(row.text)
    for row in ACTIONS:
        action = unseen.actions_by_key[row.key]
        assert action.shortcut() == QKeySequence(row.keys)
        assert action.toolTip().replace("\n", " ").startswith(row.tip)
        assert action.isCheckable() is isinstance(row, Tick)
