"""Rows within columns: a layout added to another without a trace left in PySide.

PySide makes a Python object for each item of a layout that is added to another one, keyed by the
item's address, and keeps it as long as the outer layout. It does not hear when Qt deletes the item
with its widget. Another widget that comes to stand at that address is then given out as the old
item: `spin_box.lineEdit()` was a QWidgetItem.
"""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLayout


def add_layout(outer: QBoxLayout | QGridLayout, inner: QLayout, *place: int) -> None:
    """Adds a layout to another one as `outer.addLayout` does, and forgets the items of `inner`.

    place: The stretch in a row or column; row, column, and their spans in a grid.
    """
    add: Callable[..., None] = outer.addLayout
    add(inner, *place)
    for number in range(inner.count()):
        item = inner.itemAt(number)
        if item is not None and not isinstance(item, QLayout):
            shiboken6.invalidate(item)
