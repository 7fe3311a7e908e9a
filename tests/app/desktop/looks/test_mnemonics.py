"""Letters pressed with Alt: one letter leads to one thing."""

import random
import string

import pytest
from PySide6.QtWidgets import QMenu

from app.desktop.looks.mnemonics import letter_menus, mnemonic, with_mnemonics


def test_each_text_gets_a_letter_of_its_own() -> None:
    given = with_mnemonics(["Teach", "Tools", "Theme"])
    assert given == ["&Teach", "T&ools", "T&heme"]


def test_the_start_of_a_word_is_better_than_its_middle() -> None:
    assert with_mnemonics(["Save", "Save as"]) == ["&Save", "Save &as"]


def test_letters_taken_by_others_are_left_alone() -> None:
    assert with_mnemonics(["File", "Fit"], taken="fi") == ["Fi&le", "Fi&t"]


def test_a_text_without_a_free_letter_stays_as_it_is() -> None:
    assert with_mnemonics(["A", "A", "作業"]) == ["&A", "A", "作業"]


def test_a_text_gives_its_letter_up_where_another_has_no_other() -> None:
    assert with_mnemonics(["Do", "D"]) == ["D&o", "&D"]


def test_random_texts_never_share_a_letter_and_keep_their_words() -> None:
    chance = random.Random(7)
    for _ in range(200):
        letters = string.ascii_letters + " 9…&é"
        count = chance.randrange(1, 30)
        texts = ["".join(chance.choices(letters, k=chance.randrange(1, 12))) for _ in range(count)]
        given = with_mnemonics(texts, taken="xyz")
        found = [mnemonic(text) for text in given if mnemonic(text)]
        assert len(found) == len(set(found)) and not set("xyz") & set(found)
        assert [text.replace("&", "") for text in given] == [t.replace("&", "") for t in texts]


def test_two_signs_in_a_row_are_a_letter_of_the_text_and_no_mnemonic() -> None:
    assert mnemonic("Black && white") == ""
    assert mnemonic("Black && &white") == "w"


@pytest.mark.window
def test_every_menu_and_every_row_of_a_shown_menu_has_a_letter_of_its_own(unseen) -> None:
    heads = unseen.menuBar().actions()
    letters = [mnemonic(head.text()) for head in heads]
    assert all(letters) and len(set(letters)) == len(letters)
    for head in heads:
        menu = head.menu()
        before = [row.text() for row in menu.actions()]
        menu.aboutToShow.emit()
        rows = [row.text() for row in menu.actions() if row.text()]
        found = [mnemonic(text) for text in rows]
        given = [letter for letter in found if letter]
        assert len(set(given)) == len(given), head.text()
        assert len(rows) - len(given) <= max(0, len(rows) - 20), head.text()
        menu.aboutToHide.emit()
        assert [row.text() for row in menu.actions()] == before


@pytest.mark.window
def test_a_path_with_the_sign_of_a_letter_stays_as_it_is(qtbot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("/a && b/c.val")
    menu.addAction("Open")
    letter_menus([menu])
    menu.aboutToShow.emit()
    assert [row.text() for row in menu.actions()] == ["/a && b/c.val", "&Open"]
    menu.aboutToHide.emit()
    assert [row.text() for row in menu.actions()] == ["/a && b/c.val", "Open"]
