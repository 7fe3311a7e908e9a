"""A page of the documentation: whole although made in pieces, legible in both themes."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtWidgets import QApplication

from app.desktop.looks.theme import DARK, LIGHT, apply_theme
from app.desktop.panels.documents.doc_pages import (
    FIRST_STEPS,
    GLOSSARY,
    LANGUAGE,
    SHIPPED,
    START,
    contents,
)
from app.desktop.panels.documents.doc_view import PageView

pytestmark = pytest.mark.window
IMAGE = QTextDocument.ResourceType.ImageResource.value
HOUSE = SHIPPED / "docs" / "how-it-works" / "house.md"


@pytest.fixture
def view(qtbot):
    made = PageView()
    qtbot.addWidget(made)
    made.resize(760, 600)
    made.show()
    return made


def shown(qtbot, view, path, *goal) -> PageView:
    view.show_page(path, *goal)
    qtbot.waitUntil(lambda: view.is_whole, timeout=60_000)
    QApplication.processEvents()
    return view


def blocks(document):
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def outline(document) -> list[tuple[int, str]]:
    """The blocks with text, each with the level of its heading."""
    return [(b.blockFormat().headingLevel(), b.text()) for b in blocks(document) if b.text()]


def links(document) -> dict[str, QColor]:
    """The colour of each link of a page."""
    found = {}
    for block in blocks(document):
        at = block.begin()
        while not at.atEnd():
            made = at.fragment().charFormat()
            if made.isAnchor():
                found[made.anchorHref()] = made.foreground().color()
            at += 1
    return found


def contrast(first: QColor, second: QColor) -> float:
    """The contrast ratio of WCAG 2.1, 1 to 21."""

    def luminance(colour: QColor) -> float:
        linear = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (colour.redF(), colour.greenF(), colour.blueF())
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("path", [page.path for page in contents()], ids=lambda path: path.stem)
def test_a_page_made_in_pieces_is_the_page_made_at_once(qtbot, view, path) -> None:
    whole = QTextDocument()
    whole.setMarkdown(path.read_text(encoding="utf-8"))
    assert outline(shown(qtbot, view, path).document()) == outline(whole)


def test_the_view_stays_free_while_a_long_page_is_made(qtbot, view) -> None:
    view.show_page(LANGUAGE)
    assert not view.is_whole
    assert view.toPlainText().startswith("The robot language")


def test_an_anchor_shows_its_heading_at_the_top(qtbot, view) -> None:
    shown(qtbot, view, LANGUAGE, "appros")
    top = view.cursorForPosition(view.viewport().rect().topLeft()).block()
    near = {top.text(), top.next().text()}
    assert "APPROS" in near


def test_a_newer_page_takes_the_place_of_one_that_is_not_whole(qtbot, view) -> None:
    view.show_page(LANGUAGE)
    shown(qtbot, view, START)
    assert view.toPlainText().startswith("Cellwright: the documentation")
    assert "APPROS" not in view.toPlainText()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_text_and_links_stand_out_in_both_themes_also_after_a_change(qtbot, view, theme) -> None:
    apply_theme(DARK if theme is LIGHT else LIGHT)
    shown(qtbot, view, START)
    apply_theme(theme)
    qtbot.waitUntil(lambda: view.is_whole)
    QApplication.processEvents()
    ground = view.palette().base().color()
    assert contrast(view.palette().text().color(), ground) > 7
    assert ground == QColor(theme.base)
    colours = links(view.document())
    assert len(colours) > 10
    assert all(contrast(colour, ground) > 4.5 for colour in colours.values())


def test_a_picture_beside_the_page_is_shown_and_none_is_fetched_from_the_web(qtbot, view) -> None:
    shown(qtbot, view, HOUSE)
    assert view.loadResource(IMAGE, QUrl("house.svg")).width() > 100
    assert view.loadResource(IMAGE, QUrl("https://example.org/a.png")) is None
    assert view.horizontalScrollBar().maximum() == 0, "the picture is wider than the page"


def test_searched_words_are_marked_and_shown_one_after_the_other(qtbot, view) -> None:
    shown(qtbot, view, GLOSSARY, None, ("posture",))
    marks = view.extraSelections()
    assert {mark.cursor.selectedText().lower() for mark in marks} == {"posture"}
    places = [view.textCursor().position()]
    for _ in range(len(marks)):
        view.go_to_next(("posture",))
        places.append(view.textCursor().position())
    assert places[:-1] == [mark.cursor.selectionEnd() for mark in marks]
    assert places[-1] == places[0]


def test_a_file_that_is_missing_is_named(qtbot, view) -> None:
    shown(qtbot, view, FIRST_STEPS.with_name("none.md"))
    assert "cannot be shown" in view.toPlainText()


def test_another_theme_leaves_the_page_where_it_is(qtbot, view) -> None:
    apply_theme(DARK)
    shown(qtbot, view, LANGUAGE, "appros")
    place = view.verticalScrollBar().value()
    apply_theme(LIGHT)
    qtbot.waitUntil(lambda: view.palette().base().color() == QColor(LIGHT.base))
    qtbot.waitUntil(lambda: view.is_whole, timeout=60_000)
    assert view.verticalScrollBar().value() == place
