"""The welcome page: every card and recent file opens, and the page gives way to what was opened."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.desktop.looks.dialogs import Unsaved
from app.desktop.modelling.edits.placing import move_to
from app.desktop.welcome.recent_list import FOLDER_GONE, GONE
from scenes.library import cell_names, load_cell, program_path
from tests.depth import share

pytestmark = [pytest.mark.window, pytest.mark.gl]


def opened(qtbot, window, name: str) -> None:
    title = load_cell(name).title
    qtbot.waitUntil(
        lambda: window.document.cell is not None and window.document.cell.title == title
    )


def test_the_gallery_has_a_card_for_every_shipped_cell(fresh) -> None:
    cards = [card.value for card in fresh.welcome.page.gallery.cards.cards]
    assert sorted(card.name for card in cards) == list(cell_names())
    assert all(card.program is not None for card in cards)


@pytest.mark.parametrize("name", share(cell_names(), 3))
def test_every_card_opens_its_cell_and_its_program(qtbot, fresh, name: str) -> None:
    cards = fresh.welcome.page.gallery.cards.cards
    card = next(card.value for card in cards if card.value.name == name)
    fresh.welcome.page.cellChosen.emit(card)
    opened(qtbot, fresh, name)
    assert not fresh.welcome.is_shown
    assert [source.path for source in fresh.document.sources] == [card.program]


def test_the_gallery_is_walked_by_the_keyboard(qtbot, fresh) -> None:
    page = fresh.welcome.page
    gallery = page.gallery
    gallery.setFocus()
    first = gallery.chosen()
    qtbot.keyClick(gallery, Qt.Key.Key_Right)
    chosen = gallery.chosen()
    assert chosen != first
    qtbot.keyClick(gallery, Qt.Key.Key_Return)
    opened(qtbot, fresh, chosen.name)


def test_a_click_on_a_card_opens_it(qtbot, fresh) -> None:
    gallery = fresh.welcome.page.gallery
    place = gallery.visualRect(gallery.cards.index(1)).center()
    qtbot.mouseClick(gallery.viewport(), Qt.MouseButton.LeftButton, pos=place)
    opened(qtbot, fresh, gallery.cards.cards[1].value.name)


def test_readers_of_the_screen_are_told_what_a_card_shows(fresh) -> None:
    page = fresh.welcome.page
    spoken = page.gallery.cards.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    card = page.gallery.cards.cards[0].value
    assert card.title in spoken
    assert card.sentence in spoken
    assert card.robot in spoken
    for widget in (page, page.gallery, page.recent, page.close_button):
        assert widget.accessibleName()


def test_escape_leaves_the_page_and_help_brings_it_back(qtbot, fresh) -> None:
    qtbot.keyClick(fresh.welcome.page.gallery, Qt.Key.Key_Escape)
    assert not fresh.welcome.is_shown
    assert fresh.welcome.page.isHidden()
    fresh.actions_by_key["welcome"].trigger()
    assert fresh.welcome.is_shown
    assert fresh.welcome.page.isVisible()
    assert fresh.welcome.page.geometry() == fresh.welcome.page.parentWidget().rect()


def test_recent_files_open_and_missing_ones_say_why(qtbot, fresh, tmp_path) -> None:
    mine, gone = tmp_path / "mine.val", tmp_path / "gone.val"
    for path in (mine, gone):
        path.write_bytes(program_path("figure5").read_bytes())
        assert fresh.desk.open_program(path)
    gone.unlink()
    far = str(tmp_path / "usb stick" / "far.cell.yaml")
    fresh.desk.remember(recent=(*fresh.desk.preferences.recent, far))
    fresh.welcome.show_page()
    recent = fresh.welcome.page.recent
    texts = [recent.item(row).text() for row in range(recent.count())]
    assert GONE in texts[0]
    assert FOLDER_GONE in texts[2]
    enabled = [bool(recent.item(row).flags() & Qt.ItemFlag.ItemIsEnabled) for row in range(3)]
    assert enabled == [False, True, False]
    for row in range(3):
        place = recent.visualItemRect(recent.item(row)).center()
        qtbot.mouseClick(recent.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert fresh.welcome.is_shown == (row == 0), "only the one that is there opens"
    assert fresh.document.active.path == mine


def test_a_program_that_was_open_already_leads_away_from_the_page_too(fresh) -> None:
    first, second = program_path("figure5"), program_path("into_table")
    for path in (first, second):
        fresh.desk.open_program(path)
    fresh.welcome.show_page()
    fresh.actions_by_key["new"].trigger()
    assert fresh.welcome.is_shown, "an empty program is no reason to leave"
    fresh.desk.open_program(first)
    assert not fresh.welcome.is_shown


def test_unsaved_work_in_the_cell_is_asked_about_before_a_card_replaces_it(
    qtbot, fresh, answers
) -> None:
    fresh.welcome.open_card(fresh.welcome.page.gallery.cards.cards[0].value)
    opened(qtbot, fresh, "kakazu1985")
    move_to(fresh.document, "TR2", [500, 0, 200], [0, 0, 0])
    fresh.welcome.show_page()
    answers.unsaved_answer = Unsaved.CANCEL
    fresh.welcome.page.cellChosen.emit(fresh.welcome.page.gallery.cards.cards[1].value)
    assert answers.asked == [["kakazu1985.cell.yaml"]]
    assert fresh.welcome.is_shown
    assert [Path(source.title).stem for source in fresh.document.sources] == ["figure5"]


@pytest.mark.parametrize("width", [1280, 1600])
def test_nothing_on_the_page_is_wider_than_the_page(qtbot, fresh, width) -> None:
    fresh.resize(width, 800)
    page = fresh.welcome.page
    qtbot.wait(50)
    assert page.widget().minimumSizeHint().width() <= page.viewport().width()
    assert (
        page.gallery.height()
        >= page.gallery.visualRect(
            page.gallery.cards.index(len(page.gallery.cards.cards) - 1)
        ).bottom()
    )


def test_a_theme_asks_for_pictures_of_its_own(qtbot, fresh) -> None:
    fresh.set_theme("light")
    qtbot.waitUntil(lambda: fresh.welcome.pictures._theme == "light")
    fresh.set_theme("dark")
    qtbot.waitUntil(lambda: fresh.welcome.pictures._theme == "dark")
