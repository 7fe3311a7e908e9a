"""The menu Cell acts on the selected things, from the tree and from the 3D view alike."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.menus.cell_menu import CELL
from app.desktop.menus.context_menus import show_thing_menu, show_view_menu
from app.desktop.view3d.drawing.camera import project, scales_at
from app.desktop.view3d.drawing.overlays import AXIS_POINTS
from app.desktop.view3d.views import Mark
from tests.app.desktop.in_front import is_in_front

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def entries(menu) -> list[str]:
    # Each menu gives its rows letters of its own.
    rows = (action.text() for action in menu.actions() if not action.isSeparator())
    found = [row.replace("&", "") for row in rows]
    menu.close()
    return found


def opened_menu():
    return QApplication.activePopupWidget()


@pytest.mark.window
def test_tree_and_view_offer_the_same_for_the_same_things(unseen) -> None:
    """Without a 3D view the place of the pointer is given; the frames are those of the view."""
    unseen.view.frame_axes = type("NoFrames", (), {"under_pointer": ""})()
    for key in ((BODY, "TR1"), (BODY, "WORK"), (FRAME, "table"), (ROBOT, "arm"), (BODY, "arm.G2")):
        unseen.document.select(*key)
        show_thing_menu(unseen.parts, QPoint(10, 10))
        in_tree = entries(opened_menu())
        if key[0] == FRAME:
            unseen.view.frame_axes.under_pointer = key[1]
        show_view_menu(unseen.parts, key[1], QPoint(10, 10))
        in_view = entries(opened_menu())
        unseen.view.frame_axes.under_pointer = ""
        if key[0] == ROBOT:
            continue  # in the view a click selects one of its bodies
        assert in_view[: len(in_tree)] == in_tree
        assert unseen.document.selection.all == (key,)
        assert ("Rename" in in_tree) is ("." not in key[1])


@pytest.mark.window
def test_a_right_click_on_one_of_several_keeps_the_others(unseen) -> None:
    unseen.view.frame_axes = type("NoFrames", (), {"under_pointer": ""})()
    both = [(BODY, "TR1"), (BODY, "TR2")]
    unseen.document.select_all(both)
    show_view_menu(unseen.parts, "TR2", QPoint(10, 10))
    assert "Rename" not in entries(opened_menu())
    assert list(unseen.document.selection.all) == both
    show_view_menu(unseen.parts, "WORK", QPoint(10, 10))
    assert "Rename" in entries(opened_menu())
    assert unseen.document.selection.all == ((BODY, "WORK"),)


@pytest.mark.window
def test_every_action_says_what_to_select_where_nothing_is_selected(unseen) -> None:
    before = unseen.document.cell_file.text
    QGuiApplication.clipboard().setText("")
    for row in (row for row in CELL.actions if row.is_of_things):
        unseen.document.select("", "")
        unseen.actions_by_key[row.key].trigger()
    assert unseen.document.cell_file.text == before
    assert unseen.document.looks.hidden == frozenset()


@pytest.mark.window
def test_the_actions_do_and_undo_gives_the_same_cell(unseen) -> None:
    document, actions = unseen.document, unseen.actions_by_key
    before = document.cell_file.text
    unseen.tree.setFocus()
    document.select_all([(BODY, "TR1"), (BODY, "TR2")])
    actions["duplicate"].trigger()
    assert {name for _, name in document.selection.all} == {"TR3", "TR4"}
    actions["group"].trigger()
    assert document.selection.kind == FRAME
    actions["ungroup"].trigger()
    assert {name for _, name in document.selection.all} == {"TR3", "TR4"}
    actions["cut"].trigger()
    assert document.selection.all == ()
    actions["paste"].trigger()
    assert {name for _, name in document.selection.all} == {"TR3", "TR4"}
    actions["remove"].trigger()
    assert document.cell_commands.count() == 6
    document.cell_commands.setIndex(0)
    assert document.cell_file.text == before


@pytest.mark.window
def test_hidden_bodies_are_counted_beside_the_verdict(unseen) -> None:
    document, unseen_words = unseen.document, unseen.status.unseen
    document.select(BODY, "TR1")
    unseen.actions_by_key["hide"].trigger()
    assert unseen_words.text() == "1 body hidden; the check sees it"
    unseen.actions_by_key["isolate"].trigger()
    count = len(document.cell.robot.body_names) + 2
    assert unseen_words.text() == f"{count} bodies hidden; the check sees them"
    assert {(BODY, "TR1")}.isdisjoint(document.looks.hidden)
    unseen.actions_by_key["isolate"].trigger()
    assert document.looks.hidden == {(BODY, "TR1")}
    unseen_words.click()
    assert document.looks.hidden == frozenset() and not unseen_words.isVisibleTo(unseen.status)


def spot_of(window, name: str) -> QPoint:
    """A point of the picture well inside a body."""
    scene = window.viewport.scene
    width, height = scene.size
    for x, y in np.random.default_rng(1).uniform((20, 20), (width - 20, height - 20), (4000, 2)):
        near = [(x + dx, y + dy) for dx in (-6, 0, 6) for dy in (-6, 0, 6)]
        if scene.pick(x, y) == name and all(scene.pick(*place) == name for place in near):
            free = not any(window.view.frame_axes.frame_at(*place) for place in near)
            if free and not any(tool.hover(x, y) for tool in window.viewport.tools):
                return QPoint(round(x), round(y))
    raise AssertionError(f"{name} is not seen")


@pytest.mark.window
@pytest.mark.gl
def test_clicks_in_the_view_select_bodies_and_frames_as_the_rows_do(qtbot, window) -> None:
    document, viewport, tree = window.document, window.viewport, window.tree.tree
    first, second = spot_of(window, "TR1"), spot_of(window, "TR2")
    QTest.mouseClick(viewport, LEFT, NONE, first)
    assert document.selection.all == ((BODY, "TR1"),)
    QTest.mouseClick(viewport, LEFT, CTRL, second)
    assert document.selection.all == ((BODY, "TR2"), (BODY, "TR1"))
    assert viewport.scene.marks.selected == {"TR1", "TR2"}
    QTest.mouseClick(viewport, LEFT, CTRL, first)
    assert document.selection.all == ((BODY, "TR2"),)
    axes = window.view.frame_axes
    T = document.cell.frames["conveyor"]
    camera, size = viewport.scene.camera, viewport.scene.size
    length = AXIS_POINTS * float(scales_at(camera, T[None, :3, 3], size[1])[0])
    tip = project(camera, T[:3, 3] + length * T[:3, 0], *size)
    assert axes.frame_at(*tip) == "conveyor"
    QTest.mouseClick(viewport, LEFT, NONE, QPoint(*np.round(tip).astype(int).tolist()))
    assert document.selection.all == ((FRAME, "conveyor"),)
    assert list(axes.chosen._drawn) == ["conveyor"]
    document.looks.hide([(BODY, "TR2"), (FRAME, "conveyor")])
    assert viewport.scene.pick(second.x(), second.y()) != "TR2"
    assert axes.frame_at(*tip) == ""
    window.actions_by_key["cell_frames"].trigger()
    assert axes.frames() == {}
    # The pointer on a row outlines its body, and the pointer on a body colours its row.
    tree.hovered.emit(["TR2"])
    assert viewport.scene.marks.of("TR2") & Mark.HOVERED
    viewport.bodyHovered.emit("TR1")
    assert tree._items[(BODY, "TR1")].background(0).color().alpha() > 0
    viewport.bodyHovered.emit("")
    assert tree._items[(BODY, "TR1")].background(0).style() == Qt.BrushStyle.NoBrush


@pytest.mark.window
@pytest.mark.gl
def test_delete_removes_things_in_the_tree_and_the_view_but_not_while_one_writes(
    qtbot, window
) -> None:
    qtbot.waitUntil(partial(is_in_front, window))
    document = window.document
    editor = window.editor.current
    for widget, removes in ((editor, False), (window.tree.tree, True), (window.viewport, True)):
        document.select(BODY, "TR1")
        widget.setFocus()
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Delete)
        gone = "TR1" not in document.cell_file.data["fixtures"]
        assert gone is removes, widget
        if gone:
            document.cell_commands.undo()
            assert document.selection.all == ((BODY, "TR1"),)


@pytest.mark.window
@pytest.mark.parametrize(("key", "group"), [("add_fixture", "fixtures"), ("add_part", "parts")])
def test_a_body_is_added_whatever_is_selected(unseen, key, group) -> None:
    """The first choice of the menu of shapes is a box; Enter takes it."""
    document = unseen.document
    document.select(ROBOT, "arm")
    before = set(document.cell_file.data.get(group) or {})
    unseen.actions_by_key[key].trigger()
    menu = opened_menu()
    first = menu.activeAction().text()
    QTest.keyClick(menu, Qt.Key.Key_Return)
    (new,) = set(document.cell_file.data[group]) - before
    assert document.selection.kind == BODY
    assert document.selection.name == new
    assert first.lower() in document.cell_file.data[group][new]["solid"][0]["add"]
    document.cell_commands.undo()
    assert set(document.cell_file.data.get(group) or {}) == before


@pytest.mark.window
def test_a_frame_is_added_whatever_is_selected(unseen) -> None:
    document = unseen.document
    document.select(BODY, "TR1")
    before = set(document.cell.frames)
    unseen.actions_by_key["add_frame"].trigger()
    (new,) = set(document.cell.frames) - before
    assert (document.selection.kind, document.selection.name) == (FRAME, new)
