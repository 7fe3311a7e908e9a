"""The list of keys: all commands that have some, and those that fit what is typed."""

import pytest
from PySide6.QtWidgets import QWidget

from app.desktop.menus.helping.key_list import KeyList

pytestmark = pytest.mark.window
ENTRIES = (("File: Save", "Ctrl+S"), ("File: Save as…", "Ctrl+Shift+S"), ("Run: Run", "F5"))


@pytest.fixture
def keys(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = KeyList(parent, ENTRIES)
    made.show()
    yield made
    made.close()


def test_all_commands_are_there_until_words_are_typed(keys) -> None:
    assert tuple(keys.shown()) == ENTRIES


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("save", ENTRIES[:2]), ("SAVE shift", ENTRIES[1:2]), ("f5", ENTRIES[2:]), ("weld", ())],
)
def test_words_of_a_command_or_its_keys_find_it(keys, wanted, found) -> None:
    keys.search.setText(wanted)
    assert tuple(keys.shown()) == found
    assert keys.none.isVisible() is (found == ())
    keys.search.clear()
    assert tuple(keys.shown()) == ENTRIES
    assert not keys.none.isVisible()


@pytest.mark.gl
def test_the_help_menu_lists_each_key_of_the_menus(shared_window) -> None:
    shared_window.actions_by_key["keys"].trigger()
    keys = shared_window.findChild(KeyList)
    wanted = {
        action.shortcut().toString()
        for action in shared_window.actions_by_key.values()
        if not action.shortcut().isEmpty()
    }
    assert wanted
    assert wanted <= {shown for _, shown in keys.shown()}
    keys.close()
