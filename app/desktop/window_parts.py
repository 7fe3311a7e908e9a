"""The parts of the window by name, for menus, journal and dialogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from app.desktop.debugging.debug_window import Debugging
from app.desktop.editor.names.names import Names
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.editor.way_search import WaySearch
from app.desktop.jogging.jog_check import JogCheck
from app.desktop.looks.arrangement.docks import Docks
from app.desktop.looks.settings import SettingsStore
from app.desktop.modelling.importing.import_desk import ImportDesk
from app.desktop.panels.console_pane import ConsolePanel
from app.desktop.panels.plotting.plots import PlotsPanel
from app.desktop.panels.signals.signals_panel import SignalsPanel
from app.desktop.panels.status_bar import Status
from app.desktop.panels.studies.study_panel import StudyPanel
from app.desktop.panels.tree.tree_panel import TreePanel
from app.desktop.runs.analyst import Analyst
from app.desktop.state.document import Document
from app.desktop.state.files.autosave import Autosave
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.cell_view import CellView
from app.desktop.view3d.view_host import ViewHost
from app.desktop.welcome.welcome import Welcome

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport  # loads VTK


@dataclass(frozen=True)
class WindowParts:
    """The parts of a window, so that menus and journal need not import the window.

    window: The main window, parent of dialogs. actions: The actions of the menus by their keys.
    set_theme: Shows everything in the colours of a theme, by its name.
    setting_names: The names of all settings. open_settings: Shows the settings that fit some words.
    """

    window: QMainWindow
    store: SettingsStore
    analyst: Analyst
    document: Document
    desk: FileDesk
    jog_settings: JogSettings
    jog_check: JogCheck
    host: ViewHost
    view: CellView
    tree: TreePanel
    editor: EditorPanel
    names: Names
    console: ConsolePanel
    plots: PlotsPanel
    signals: SignalsPanel
    study: StudyPanel
    debugging: Debugging
    ways: WaySearch
    imports: ImportDesk
    docks: Docks
    status: Status
    welcome: Welcome
    actions: Mapping[str, QAction]
    set_theme: Callable[[str], None]
    autosave: Autosave
    setting_names: tuple[str, ...]
    open_settings: Callable[[WindowParts, str], None]

    @property
    def viewport(self) -> Viewport | None:
        """The 3D view; None until it is ready."""
        return self.host.viewport
