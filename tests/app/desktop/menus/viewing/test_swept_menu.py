"""The menu of the swept volume: its lines, its bodies, its tolerance, its file."""

from types import SimpleNamespace

import pytest
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from app.desktop.looks.settings import Preferences
from app.desktop.menus.viewing.swept_menu import (
    LINES,
    RUN,
    SWEPT,
    choose_group,
    choose_tolerance,
    chosen_lines,
    export_swept,
    show_swept,
    tick_swept,
)
from scenes.regions.swept_volume import SweptChoice

TEXT = "\n".join(f"line {n}" for n in range(1, 9))


class _Swept:
    """A view that keeps what it was asked to show."""

    choice: SweptChoice | None = None
    region = None

    def show(self, choice: SweptChoice | None) -> None:
        self.choice = choice


class _Desk:
    preferences = Preferences()

    def remember(self, **changes: object) -> None:
        self.preferences = Preferences(**{**vars(self.preferences), **changes})


@pytest.fixture
def parts(qtbot) -> SimpleNamespace:
    editor = QPlainTextEdit(TEXT)
    qtbot.addWidget(editor)
    editor.source = object()
    said: list[str] = []
    document = SimpleNamespace(active=editor.source, notify=lambda text, *_: said.append(text))
    actions = {row.key: QAction(row.text) for row in SWEPT.actions}
    for action in actions.values():
        action.setCheckable(True)
    made = SimpleNamespace(
        editor=SimpleNamespace(current=editor), document=document, desk=_Desk(), actions=actions
    )
    made.view, made.said = SimpleNamespace(swept=_Swept()), said
    return made


def select(parts: SimpleNamespace, first: int, last: int) -> None:
    editor = parts.editor.current
    cursor = QTextCursor(editor.document().findBlockByNumber(first - 1))
    keep = QTextCursor.MoveMode.KeepAnchor
    cursor.movePosition(QTextCursor.MoveOperation.NextBlock, keep, last - first + 1)
    editor.setTextCursor(cursor)


def ticked(parts: SimpleNamespace) -> set[str]:
    return {key for key, action in parts.actions.items() if action.isChecked()}


def test_the_lines_are_those_that_are_selected_else_that_of_the_cursor(parts) -> None:
    assert chosen_lines(parts) == (1, 1)
    select(parts, 3, 5)  # the selection ends at the start of line 6
    assert chosen_lines(parts) == (3, 5)
    parts.document.active = object()  # the program in front is not the one that is run
    assert chosen_lines(parts) is None


def test_a_tick_shows_the_volume_and_the_other_one_is_unticked(parts) -> None:
    show_swept(LINES, parts, True)
    assert parts.view.swept.choice == SweptChoice((1, 1), tolerance=10.0)
    assert LINES in ticked(parts) and RUN not in ticked(parts)
    show_swept(RUN, parts, True)
    assert parts.view.swept.choice.lines is None
    assert RUN in ticked(parts) and LINES not in ticked(parts)
    show_swept(RUN, parts, False)
    assert parts.view.swept.choice is None and not {RUN, LINES} & ticked(parts)


def test_bodies_and_tolerance_are_kept_and_the_shown_volume_is_computed_anew(parts) -> None:
    show_swept(RUN, parts, True)
    choose_group("arm", parts, False)
    choose_tolerance(2.0, parts, True)
    assert parts.view.swept.choice == SweptChoice(None, ("hand", "part"), 2.0)
    assert parts.desk.preferences.swept_bodies == ("hand", "part")
    assert parts.desk.preferences.swept_mm == 2.0
    assert {"swept_hand", "swept_part", "swept_2_mm"} <= ticked(parts)
    assert not {"swept_arm", "swept_10_mm"} & ticked(parts)


def test_the_last_group_of_bodies_stays(parts) -> None:
    for group in ("arm", "hand", "part"):
        choose_group(group, parts, False)
    assert parts.desk.preferences.swept_bodies == ("part",)
    tick_swept(parts)
    assert "swept_part" in ticked(parts)


def test_an_incomplete_volume_is_not_exported(parts) -> None:
    export_swept(parts)
    assert parts.said == ["Show a swept volume first, and wait until it is complete."]
