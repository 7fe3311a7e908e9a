"""The main window: it puts the panels together and connects them to the document."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QStatusTipEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from app.desktop.debugging.debug_window import Debugging
from app.desktop.editor.line_ghost import LineGhost
from app.desktop.editor.names.names import Names
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.editor.way_search import WaySearch
from app.desktop.jogging.elbow_jog import ElbowTurn
from app.desktop.jogging.jog_check import JogCheck
from app.desktop.jogging.joints_panel import JointsPanel
from app.desktop.jogging.solutions_panel import SolutionsPanel
from app.desktop.journal.keeping import Keeping
from app.desktop.journal.restore_bar import RestoreBar
from app.desktop.looks.arrangement.docks import Docks, first_geometry
from app.desktop.looks.dialogs import Dialogs
from app.desktop.looks.notice import LOCATION
from app.desktop.looks.settings import SettingsStore
from app.desktop.looks.theme import apply_theme, theme_named
from app.desktop.menus.action_set import ActionSet
from app.desktop.menus.context_menus import show_text_menu, show_thing_menu, show_view_menu
from app.desktop.menus.editing.edit_menu import show_finding, show_hit
from app.desktop.menus.file_menu import open_file
from app.desktop.menus.teach_menu import TEACH
from app.desktop.menus.viewing.contour_menu import ContourMenu
from app.desktop.menus.viewing.path_menu import tick_colour
from app.desktop.menus.viewing.saved_menu import SAVED, SavedEntries
from app.desktop.modelling.importing.import_desk import ImportDesk
from app.desktop.modelling.importing.import_page import ImportPage
from app.desktop.modelling.properties_panel import PropertiesPanel
from app.desktop.panels.collisions import CollisionsPanel
from app.desktop.panels.console_pane import ConsolePanel
from app.desktop.panels.hints.line_hints import LineHints
from app.desktop.panels.plotting.plots import PlotsPanel
from app.desktop.panels.problems import ProblemsPanel
from app.desktop.panels.signals.signals_panel import SignalsPanel
from app.desktop.panels.status_bar import Status
from app.desktop.panels.studies.study_panel import StudyPanel
from app.desktop.panels.tables_panel import TablesPanel
from app.desktop.panels.transport import TransportBar
from app.desktop.panels.tree.tree_panel import TreePanel
from app.desktop.runs.analyst import Analyst
from app.desktop.state.document import Document
from app.desktop.state.files.autosave import Autosave
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.cell_view import CELL_FRAMES, FRAMES, GRID, TRAIL, CellView
from app.desktop.view3d.view_host import ViewHost
from app.desktop.view3d.views import ViewMode
from app.desktop.welcome.around import Around
from app.desktop.welcome.welcome import Welcome
from app.desktop.window.dressing import Dressing
from app.desktop.window.recent_menu import RecentMenu
from app.desktop.window.settings.registry import all_settings, apply_at_start
from app.desktop.window.settings.settings_page import open_settings
from app.desktop.window.title import is_modified, title_of
from app.desktop.window.tool_bars import add_time_line, add_tool_bar
from app.desktop.window_parts import WindowParts
from app.desktop.workbench.bench import Workbench
from app.desktop.workbench.bench_panel import WorkbenchPanel

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport


class MainWindow(QMainWindow):
    """The window with all its parts; the state lives in `document`, the files in `desk`."""

    def __init__(self, store: SettingsStore, analyst: Analyst | None = None) -> None:
        super().__init__()
        self.store = store
        self.analyst = analyst or Analyst()
        self.document = Document(self.analyst)
        self.document.keep_looks_in(store)
        self.jog_check = JogCheck(self.document, self.analyst)
        self.jog_settings = JogSettings(self)
        self.elbow = ElbowTurn(self.document, self.analyst)
        self.bench = Workbench(self.document, self.analyst)
        self.line_ghost = LineGhost(self.document)
        self.ways = WaySearch(self.document, self.analyst)
        self.desk = FileDesk(self.document, store, Dialogs(self))
        self.autosave = Autosave(self.document, self.desk)
        self.imports = ImportDesk(
            self.document, self.desk, lambda path: open_file(self.parts, path)
        )
        self.theme = theme_named(self.desk.preferences.theme)
        self._first_show, self.dressing = True, Dressing(self)
        self.actions_by_key = ActionSet(self)
        self.restore_bar = RestoreBar(self.theme)
        self.host = ViewHost(self.theme, self.restore_bar)
        self.view = CellView(self.document, self.jog_settings, self.host, self.desk)
        self.setCentralWidget(self.host)
        self._make_panels()
        self._make_bars()
        self.welcome = self._welcome()
        self.parts = self._parts()
        self.actions_by_key.act_on(self.parts)
        self.saved_views = SavedEntries(self.actions_by_key.menu(SAVED.name), self.parts)
        self._connect()
        self.keeping = Keeping(self.parts, self.restore_bar)
        self._show_preferences()
        apply_at_start(self.parts)
        self.setAcceptDrops(True)
        self.setGeometry(first_geometry())
        self.set_theme(self.theme.name)
        for own in (self.document, self.analyst):  # end with the window, after the panels
            own.setParent(self)

    @property
    def viewport(self) -> Viewport | None:
        """The 3D view; None until it is ready."""
        return self.host.viewport

    # Building.

    def _make_panels(self) -> None:
        document, theme, actions = self.document, self.theme, self.actions_by_key
        self.tree = TreePanel(document, theme)
        self.joints = JointsPanel(document, self.jog_settings, theme, self.elbow)
        self.solutions = SolutionsPanel(document, theme, self.analyst)
        self.properties = PropertiesPanel(document)
        self.import_page = ImportPage(self.imports, theme)
        self.editor = EditorPanel(document, theme, self.desk.preferences.editor_points, self.ways)
        LineHints(document, self.analyst, self.editor, self.desk, actions)
        self.names = Names(self, document, self.editor, self.desk, theme)
        self.problems = ProblemsPanel(document, theme)
        self.collisions = CollisionsPanel(document, self.analyst, theme)
        self.tables = TablesPanel(document, theme)
        self.console = ConsolePanel(document)
        self.plots = PlotsPanel(document, self.analyst, theme, self.desk.preferences.plots)
        self.workbench = WorkbenchPanel(self.bench, self.desk, theme)
        self.debugging = Debugging(self, document, self.editor, self.desk, actions, theme)
        self.signals = SignalsPanel(document, self.debugging.hand, actions, theme)
        self.study = StudyPanel(document, self.desk, self.view, theme)
        panels: dict[str, QWidget] = {
            "Cell": self.tree,
            "Outline": self.names.outline,
            "Jog": self.joints,
            "Solutions": self.solutions,
            "Properties": self.properties,
            "Import": self.import_page,
            "Debug": self.debugging.panel,
            "Program": self.editor,
            "Problems": self.problems,
            "Collisions": self.collisions,
            "References": self.names.uses,
            "Tables": self.tables,
            "Console": self.console,
            "Plots": self.plots,
            "Signals": self.signals,
            "Mechanism": self.workbench,
            "Study": self.study,
        }
        self.docks = Docks(self, panels)
        view_menu = actions.menu("View")
        self.contour_menu = ContourMenu(self.view.set_contour_spacing, self.desk.preferences, self)
        view_menu.addMenu(self.contour_menu)
        view_menu.addMenu("Panels").addActions([d.toggleViewAction() for d in self.docks.all()])

    def _make_bars(self) -> None:
        actions = self.actions_by_key
        add_tool_bar(self, actions)
        self.transport = TransportBar(self.document, actions, self.theme)
        actions.work_in(self.transport)
        add_time_line(self, self.transport, lambda found: show_finding(self.parts, found))
        self.status = Status(self.document, self.analyst, self.jog_check, actions, self.theme)
        self.setStatusBar(self.status)
        actions["recent"].setMenu(RecentMenu(self, self.desk, lambda p: open_file(self.parts, p)))

    def _welcome(self) -> Welcome:
        parts = (self.document, self.desk, self.host, self.editor, self.docks)
        return Welcome(Around(self, *parts, self.actions_by_key), self.store, self.theme)

    def _parts(self) -> WindowParts:
        """What menus and journal are given of this window."""
        return WindowParts(
            window=self,
            store=self.store,
            analyst=self.analyst,
            document=self.document,
            desk=self.desk,
            jog_settings=self.jog_settings,
            jog_check=self.jog_check,
            host=self.host,
            view=self.view,
            tree=self.tree,
            editor=self.editor,
            names=self.names,
            console=self.console,
            plots=self.plots,
            signals=self.signals,
            study=self.study,
            debugging=self.debugging,
            ways=self.ways,
            imports=self.imports,
            docks=self.docks,
            status=self.status,
            welcome=self.welcome,
            actions=self.actions_by_key,
            set_theme=self.set_theme,
            autosave=self.autosave,
            setting_names=tuple(setting.name for _, setting in all_settings()),
            open_settings=open_settings,
        )

    def _connect(self) -> None:
        document = self.document
        document.noticed.connect(self.host.messages.show_notice)
        document.sourcesChanged.connect(self._show_title)
        document.cellChanged.connect(self._show_title)
        document.positionChanged.connect(self._show_reason)
        document.cell_commands.cleanChanged.connect(self._show_title)
        self.desk.reading.begun.connect(self.status.showMessage)
        self.docks["Tables"].visibilityChanged.connect(lambda _: self.tables.refresh())
        self.problems.chosen.connect(partial(show_finding, self.parts))
        self.collisions.chosen.connect(self.show_collision)
        self.collisions.opened.connect(self.show_collision)
        self.tables.lineChosen.connect(self.show_line)
        self.tree.tree.focusAsked.connect(self._focus)
        self.tree.tree.contextAsked.connect(partial(show_thing_menu, self.parts))
        self.actions_by_key.work_on_things_in(self.tree.tree)
        self.actions_by_key.work_on_things_beside(self.properties)
        self.joints.teachAsked.connect(self.actions_by_key["teach"].trigger)
        self.properties.graspsAsked.connect(self.actions_by_key["show_grasps"].trigger)
        self.properties.robotAsked.connect(self.actions_by_key["change_robot"].trigger)
        of_the_arm = [row.key for row in TEACH.actions[1:] if row.key != "show_grasps"]
        self.joints.show_actions([self.actions_by_key[key] for key in of_the_arm])
        self.editor.closeAsked.connect(self.desk.close_program)
        self.editor.zoomed.connect(lambda points: self.desk.remember(editor_points=points))
        self.plots.chosen.connect(lambda plots: self.desk.remember(plots=plots))
        self.plots.exportAsked.connect(self.actions_by_key["export_plots"].trigger)
        self.editor.linePointed.connect(self.line_ghost.point)
        self.editor.cursorMoved.connect(self.status.show_place)
        self.editor.contextAsked.connect(partial(show_text_menu, self.parts))
        self.names.usesShown.connect(lambda: self.docks.bring("References"))
        self.imports.begun.connect(lambda _: self.docks.bring("Import"))
        self.imports.ended.connect(self.docks["Import"].hide)
        self.debugging.newsArrived.connect(lambda: self.docks.bring("Debug"))
        self.desk.studyAsked.connect(lambda _: self.docks.bring("Study"))
        self.view.modeChanged.connect(self._show_mode)
        self.view.spacingChanged.connect(self.contour_menu.show_choice)
        self.view.progressed.connect(self.status.showMessage)
        self.view.refused.connect(lambda text: self.status.showMessage(text, 6000))
        self.host.viewReady.connect(self._view_ready)
        self.jog_settings.changed.connect(self._show_jog_settings)
        self._show_jog_settings()

    def _show_preferences(self) -> None:
        preferences, actions = self.desk.preferences, self.actions_by_key
        self.document.set_speed(preferences.speed)
        self.document.set_loop(preferences.loop)
        for key in (GRID, TRAIL, FRAMES, CELL_FRAMES):
            actions[key].setChecked(True)
        actions["dark"].setChecked(self.theme.is_dark)
        self._show_mode()

    # The first show, and the close.

    def showEvent(self, event: object) -> None:
        """Restores the layout of the last session, or makes the first one."""
        if self._first_show:
            self._first_show = False
            self.docks.reopen(self.store)

    def _view_ready(self) -> None:
        viewport = self.viewport
        assert viewport is not None
        self.actions_by_key.work_in(viewport)
        self.view.begin(self.analyst, self.jog_check, self.elbow, self.bench)
        self.actions_by_key.work_on_things_in(viewport)
        ghost = self.view.import_ghost
        self.imports.changed.connect(lambda: ghost.show(self.imports.ghosts()))
        apply_at_start(self.parts)
        viewport.bodyHovered.connect(self.status.show_hovered)
        viewport.bodyHovered.connect(self.tree.tree.show_hovered)
        self.tree.tree.hovered.connect(viewport.scene.point_out)
        viewport.contextRequested.connect(partial(show_view_menu, self.parts))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Asks about unsaved work, remembers the layout, ends the worker and the view."""
        if not self.desk.may_quit():
            event.ignore()
            return
        self.docks.keep(self.store)
        self.document.stop_timers()
        for part in (self.welcome, self.keeping, self.imports, self.view, self.desk, self.analyst):
            part.close()
        self.debugging.close()
        self.console.close_process()
        self.study.close_study()
        self.host.close_view()
        self.document.blockSignals(True)  # widgets that are being deleted would follow it
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Shows the tip of an action beside the verdict, not in its place."""
        if isinstance(event, QStatusTipEvent):
            self.status.show_tip(event.tip())
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Looks for changed files on disk when the user comes back to the window."""
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.desk.check_disk()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        urls = event.mimeData().urls()
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        self.imports.take(paths, self.view.dropped_at(event.position().toPoint(), self))

    # Reactions to the widgets.

    def show_line(self, line: int, column: int = 1) -> None:
        """Goes to a line in the editor and shows the run there."""
        self.document.show_line(line)
        self.editor.go_to(line, column)

    def show_collision(self, hit: object) -> None:
        """Shows the moment of first contact, of least distance or of a gap, and its line."""
        show_hit(self.parts, hit)

    def _focus(self, kind: str, name: str) -> None:
        if kind == LOCATION:
            found = [s for s in self.document.program.definitions if s.location is not None]
            lines = [s.line for s in found if s.location and str(s.location.value) == name]
            if lines:
                self.editor.go_to(lines[-1])
        elif self.view.stage is not None:
            self.view.stage.go_to(kind, name)

    def set_theme(self, name: str) -> None:
        """Shows the whole window in the dark or the light colours, a few parts in each event."""
        self.theme = theme_named(name)
        apply_theme(self.theme)
        parts = (
            self.actions_by_key,
            self.restore_bar,
            self.signals,
            self.joints,
            self.solutions,
            self.import_page,
            self.editor,
            self.names,
            self.problems,
            self.collisions,
            self.tables,
            self.plots,
            self.workbench,
            self.study,
            self.debugging.panel,
            self.transport,
            self.status,
            self.welcome,
            self.tree,
            self.host,
        )
        self.dressing.begin(self.theme, parts)

    # Reactions to the document.

    def _show_title(self) -> None:
        self.setWindowTitle(title_of(self.document))
        self.setWindowModified(is_modified(self.document))

    def _show_reason(self) -> None:
        """Shows why a run stopped, unless the user stopped it."""
        control = self.document.control
        self.status.show_reason("" if control.is_moving else control.reason)

    def _show_mode(self) -> None:
        for mode in ViewMode:
            self.actions_by_key[f"view_{mode.value}"].setChecked(mode is self.view.mode)
        tick_colour(self.actions_by_key, self.view.path_colour)

    def _show_jog_settings(self) -> None:
        self.actions_by_key["handles"].setChecked(self.jog_settings.has_handles)
        self.actions_by_key["tool_axes"].setChecked(self.jog_settings.in_tool)
        self.actions_by_key["handles_at_middle"].setChecked(self.jog_settings.at_middle)
        self.actions_by_key["measure"].setChecked(self.jog_settings.is_measuring)
