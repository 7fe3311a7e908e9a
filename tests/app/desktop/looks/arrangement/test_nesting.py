"""Layouts within layouts: an item that Qt has deleted is never given out for another object."""

import ast
import gc
import random
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QAbstractItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpacerItem,
    QSpinBox,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)

from app.desktop.looks.arrangement.nesting import add_layout

pytestmark = pytest.mark.window
APP = Path(__file__).resolve().parents[5] / "app"
PARTS = {
    QSpinBox: {"lineEdit": QLineEdit},
    QComboBox: {"model": QAbstractItemModel, "view": QWidget},
    QScrollArea: {"viewport": QWidget, "verticalScrollBar": QWidget},
    QTreeWidget: {"viewport": QWidget, "model": QAbstractItemModel, "header": QWidget},
}


def strangers(rounds: int) -> list[str]:
    """Parts of widgets that PySide gives out as something else, while rows come and go."""
    rng, outer = random.Random(3), QWidget()
    column, kept, found = QVBoxLayout(outer), [], []
    for _ in range(rounds):
        row, labels = QHBoxLayout(), [QLabel("x") for _ in range(40)]
        for label in labels:
            row.addWidget(label)
        add_layout(column, row)
        for label in labels:
            shiboken6.delete(label)
        made = [rng.choice(list(PARTS))() for _ in range(30)]
        for widget in made:
            for name, kind in PARTS[type(widget)].items():
                part = getattr(widget, name)()
                if not isinstance(part, kind):
                    found.append(f"{type(widget).__name__}.{name}() is a {type(part).__name__}")
        if rng.random() < 0.5:
            kept.append((row, made))
    return found


def test_no_deleted_item_of_a_row_is_given_out_for_another_object(qapp) -> None:
    assert strangers(60) == []


def kept_items() -> int:
    """How many items of layouts PySide keeps objects for, each to be given out by its address."""
    kinds = (QWidgetItem, QSpacerItem)
    return sum(type(item) in kinds and shiboken6.isValid(item) for item in gc.get_objects())


def test_pyside_keeps_no_object_for_an_item(qtbot) -> None:
    """Its own `addLayout` keeps one for each: where it does not, `add_layout` is not needed."""
    outer = QWidget()
    qtbot.addWidget(outer)
    column, rows = QVBoxLayout(outer), [QHBoxLayout(), QHBoxLayout()]
    for row in rows:
        row.addWidget(QLabel("x"))
        row.addStretch(1)
    before = kept_items()
    add_layout(column, rows[0])
    assert kept_items() == before
    column.addLayout(rows[1])
    assert kept_items() == before + 2


def test_a_layout_comes_to_its_place(qtbot) -> None:
    outer, first, second = QWidget(), QLabel("first"), QLabel("second")
    qtbot.addWidget(outer)
    grid, row, other = QGridLayout(outer), QHBoxLayout(), QHBoxLayout()
    row.addWidget(first)
    other.addWidget(second)
    add_layout(grid, row, 0, 1)
    add_layout(grid, other, 2, 0, 1, 2)
    assert grid.getItemPosition(0) == (0, 1, 1, 1)
    assert grid.getItemPosition(1) == (2, 0, 1, 2)
    assert first.parent() is outer
    assert second.parent() is outer
    assert row.itemAt(0).widget() is first


def test_a_layout_takes_its_stretch(qtbot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    row, left, right = QHBoxLayout(outer), QVBoxLayout(), QVBoxLayout()
    add_layout(row, left)
    add_layout(row, right, 3)
    assert (row.stretch(0), row.stretch(1)) == (0, 3)


def test_the_app_adds_layouts_in_this_way_only() -> None:
    files = sorted(APP.rglob("*.py"))
    calls = {
        path.name: node.lineno
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("addLayout", "insertLayout", "addSpacerItem")
    }
    assert len(files) > 100
    assert calls == {}
