"""The outline of a program as a model of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from language.editing.outline import OutlineItem

Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole
ICONS = {
    "program": "mdi6.script-text-outline",
    "block": "mdi6.code-braces",
    "label": "mdi6.label-outline",
    "locations": "mdi6.table",
    "location": "mdi6.map-marker-outline",
    "variable": "mdi6.variable",
    "remark": "mdi6.comment-text-outline",
}


@dataclass(eq=False)
class Node:
    """An entry with its place in the tree. above, inside: Numbers of other nodes."""

    item: OutlineItem
    row: int
    above: int
    inside: range | None = None


class OutlineModel(QAbstractItemModel):
    """Rows for entries of an outline, with those inside them below.

    An index of Qt holds the number of its node: Qt keeps no Python object alive.
    """

    def __init__(self, theme: Theme, owner: QObject | None = None) -> None:
        """owner: What ends this model with itself; `parent` is that of an index."""
        super().__init__(owner)
        self._theme = theme
        self._nodes = [Node(OutlineItem("", "", "", 0, 0), 0, 0)]

    def set_theme(self, theme: Theme) -> None:
        """Takes the colours of a theme; a view shows them when it draws itself again."""
        self._theme = theme

    def show(self, items: Sequence[OutlineItem]) -> None:
        """Replaces all entries."""
        self.beginResetModel()
        self._nodes = [Node(OutlineItem("", "", "", 0, 0, tuple(items)), 0, 0)]
        self.endResetModel()

    def _node(self, index: Index) -> Node:
        return self._nodes[index.internalId() if index.isValid() else 0]

    def _inside(self, index: Index) -> range:
        """The numbers of the nodes inside one, which are made when they are first looked at."""
        node = self._node(index)
        if node.inside is None:
            number, first = index.internalId() if index.isValid() else 0, len(self._nodes)
            self._nodes += [Node(item, row, number) for row, item in enumerate(node.item.inside)]
            node.inside = range(first, len(self._nodes))
        return node.inside

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        inside = self._inside(parent)
        if not 0 <= row < len(inside) or column:
            return QModelIndex()
        return self.createIndex(row, 0, inside[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        above = self._node(index).above
        return self.createIndex(self._nodes[above].row, 0, above) if above else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._inside(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name, the icon, the tip or the entry of a row."""
        item = self._node(index).item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.detail if item.kind == "label" else item.name
        if role == Qt.ItemDataRole.DecorationRole:
            return icon(ICONS[item.kind], self._theme)
        if role == Qt.ItemDataRole.ToolTipRole:
            return wrapped(f"{item.detail}\n{item.kind}, line {item.line}")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.kind} {item.name}, line {item.line}"
        return item if role == ITEM else None
