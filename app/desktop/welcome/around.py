"""The parts of the window that the first minutes lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.arrangement.docks import Docks
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.view3d.view_host import ViewHost


@dataclass(frozen=True, eq=False)
class Around:
    """What welcome page, galleries and tour are given of a window. actions: By their keys."""

    window: QMainWindow
    document: Document
    desk: FileDesk
    host: ViewHost
    editor: EditorPanel
    docks: Docks
    actions: Mapping[str, QAction]
