"""The list of all names of the program in front: typed letters choose, Enter goes there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from app.desktop.editor.names.outline_model import ICONS
from app.desktop.looks.icons import icon
from app.desktop.looks.pick_list import PickList, PickRow
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from language.editing.outline import flat, outline

MOST_ROWS = 3000  # a list of more entries takes long to fill
HINT = "Type letters of a location, label, variable, block or program …"


class SymbolList(PickList):
    """go: Called with the line and the column of the chosen entry."""

    def __init__(
        self, window: QWidget, text: str, theme: Theme, go: Callable[[int, int], object]
    ) -> None:
        items = list(flat(outline(text)))[:MOST_ROWS]
        rows = [
            PickRow(
                item.name,
                partial(go, item.line, 1),
                f"{item.kind}, line {item.line}",
                icon(ICONS[item.kind], theme),
                wrapped(item.detail),
            )
            for item in items
        ]
        super().__init__(window, HINT, rows)
