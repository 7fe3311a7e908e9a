"""The outline of a program as a model of Qt."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

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


class Node:
    """An entry with its place in the tree."""

    def __init__(self, item: OutlineItem, row: int, parent: Node | None) -> None:
        self.item, self.row, self.parent = item, row, parent
        self._inside: list[Node] | None = None

    @property
    def inside(self) -> list[Node]:
        """The entries inside it, made when they are first looked at."""
        if self._inside is None:
            self._inside = [Node(item, i, self) for i, item in enumerate(self.item.inside)]
        return self._inside


class OutlineModel(QAbstractItemModel):
    """Rows for entries of an outline, with those inside them below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._root = Node(OutlineItem("", "", "", 0, 0), 0, None)

    def set_theme(self, theme: Theme) -> None:
        """Draws the icons in the colours of a theme."""
        self._theme = theme
        self.layoutChanged.emit()

    def show(self, items: Sequence[OutlineItem]) -> None:
        """Replaces all entries."""
        self.beginResetModel()
        self._root = Node(OutlineItem("", "", "", 0, 0, tuple(items)), 0, None)
        self.endResetModel()

    def _node(self, index: Index) -> Node:
        node = index.internalPointer() if index.isValid() else self._root
        assert isinstance(node, Node)
        return node

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        inside = self._node(parent).inside
        if not 0 <= row < len(inside) or column:
            return QModelIndex()
        return self.createIndex(row, 0, inside[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        above = self._node(index).parent
        if above is None or above is self._root:
            return QModelIndex()
        return self.createIndex(above.row, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._node(parent).inside)

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
