"""The documentation beside the window: menu, links, back and forward, search, keys."""

from functools import partial

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices

from app.desktop.panels.documents.doc_pages import (
    FIRST_STEPS,
    GLOSSARY,
    LANGUAGE,
    SHIPPED,
    START,
    contents,
)
from app.desktop.panels.documents.doc_reader import DocReader
from tests.app.desktop.in_front import is_in_front

pytestmark = pytest.mark.window


@pytest.fixture
def reader(qtbot):
    made = DocReader()
    qtbot.addWidget(made)
    made.show()
    # Shortcuts are heard in the active window only.
    qtbot.waitUntil(partial(is_in_front, made))
    made.open(START)
    settle(qtbot, made)
    return made


def settle(qtbot, reader) -> None:
    qtbot.waitUntil(lambda: reader.view.is_whole, timeout=60_000)


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("documentation", START),
        ("first_steps", FIRST_STEPS),
        ("language", LANGUAGE),
        ("glossary", GLOSSARY),
    ],
)
def test_the_help_menu_opens_its_page_in_one_reader(unseen, key, path) -> None:
    help_menu = unseen.actions_by_key.menu("Help")
    assert unseen.actions_by_key[key] in help_menu.actions()
    unseen.actions_by_key["documentation"].trigger()
    unseen.actions_by_key[key].trigger()
    (made,) = unseen.findChildren(DocReader)
    assert made.isVisible()
    assert made.view.path == path
    made.close()


def test_a_link_shows_its_page_at_its_heading(qtbot, reader) -> None:
    reader.follow(QUrl("programs.md#signals-waiting-and-interruption"))
    settle(qtbot, reader)
    assert reader.view.path == SHIPPED / "docs" / "programs.md"
    assert reader.view.verticalScrollBar().value() > 0
    assert "Programs" in reader.windowTitle()
    assert reader.list.currentItem().text() == "Programs"


@pytest.mark.parametrize(
    ("link", "path", "text"),
    [
        ("../reference/language.md", LANGUAGE, "The robot language"),
        ("../examples", SHIPPED / "examples" / "README.md", "Examples"),
        ("../examples/1_reach.val", SHIPPED / "examples" / "1_reach.val", "END"),
        ("../../scenes/__init__.py", SHIPPED.parent / "scenes" / "__init__.py", "work cell"),
    ],
)
def test_links_out_of_the_folder_work(qtbot, reader, link, path, text) -> None:
    reader.follow(QUrl(link))
    settle(qtbot, reader)
    assert reader.view.path == path
    assert text in reader.view.toPlainText()


def test_an_address_of_the_web_goes_to_the_browser_and_only_when_it_is_chosen(
    qtbot, reader, monkeypatch
) -> None:
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    for page in contents():
        reader.open(page.path)
        settle(qtbot, reader)
    assert not opened
    before = reader.view.path
    reader.follow(QUrl("https://example.org/a"))
    assert opened == [QUrl("https://example.org/a")]
    assert reader.view.path == before


def test_back_and_forward_lead_through_what_was_read_to_the_same_place(qtbot, reader) -> None:
    reader.open(LANGUAGE)
    settle(qtbot, reader)
    reader.view.verticalScrollBar().setValue(900)
    reader.open(GLOSSARY)
    settle(qtbot, reader)
    assert not reader.forward.isEnabled()
    reader.back.trigger()
    settle(qtbot, reader)
    assert reader.view.path == LANGUAGE
    assert reader.view.verticalScrollBar().value() == 900
    reader.back.trigger()
    settle(qtbot, reader)
    assert reader.view.path == START
    assert not reader.back.isEnabled()
    reader.forward.trigger()
    reader.forward.trigger()
    settle(qtbot, reader)
    assert reader.view.path == GLOSSARY
    reader.back.trigger()
    reader.open(FIRST_STEPS)
    assert not reader.forward.isEnabled()


def test_a_page_of_the_list_is_shown_when_it_is_chosen(qtbot, reader) -> None:
    names = [reader.list.item(row).text().strip() for row in range(reader.list.count())]
    assert names == [page.title for page in contents()]
    reader.list.setFocus()
    qtbot.keyClick(reader.list, Qt.Key.Key_Down)
    settle(qtbot, reader)
    assert reader.view.path == FIRST_STEPS


def test_a_search_lists_the_pages_with_the_words_and_marks_them(qtbot, reader) -> None:
    qtbot.keyClick(reader.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert reader.field.hasFocus()
    qtbot.keyClicks(reader.field, "Continuum")
    listed = [reader.list.item(row).text() for row in range(reader.list.count())]
    assert 0 < len(listed) < len(contents())
    assert all(text.endswith(")") for text in listed)
    qtbot.keyClick(reader.field, Qt.Key.Key_Return)
    settle(qtbot, reader)
    assert "continuum" in reader.view.toPlainText().lower()
    assert reader.view.extraSelections()
    qtbot.keyClick(reader.field, Qt.Key.Key_Escape)
    assert not reader.field.text()
    assert reader.list.count() == len(contents())


def test_a_link_is_followed_by_keys_alone(qtbot, reader) -> None:
    reader.view.setFocus()
    qtbot.keyClick(reader.view, Qt.Key.Key_Tab)
    qtbot.keyClick(reader.view, Qt.Key.Key_Return)
    settle(qtbot, reader)
    assert reader.view.path == FIRST_STEPS


def test_escape_closes_the_reader(qtbot, reader) -> None:
    qtbot.keyClick(reader.view, Qt.Key.Key_Escape)
    assert not reader.isVisible()
