"""Leads from the welcome page to work: opens what is chosen there, and leaves the page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.desktop.looks.dialogs import ROBOT_FILTER
from app.desktop.looks.notice import ROBOT
from app.desktop.looks.settings import SettingsStore
from app.desktop.looks.theme import Theme
from app.desktop.modelling.edits.robot_choice import change_robot
from app.desktop.state.files.open_files import NEW_PROGRAM
from app.desktop.state.files.yaml_files import is_cell
from app.desktop.welcome.around import Around
from app.desktop.welcome.pictures import Pictures
from app.desktop.welcome.quick_open import QuickOpen
from app.desktop.welcome.robot_gallery import RobotGallery
from app.desktop.welcome.tour import Tour
from app.desktop.welcome.tour_steps import STEPS
from app.desktop.welcome.welcome_page import Start, WelcomePage
from scenes.files.cells.cell_cards import CellCard, card_of_cell
from scenes.files.resource_files import PROGRAMS
from scenes.library import cell_path, is_shipped

TOUR_CELL = "kakazu1985"
TOUR_BUTTON = 2  # its place among the buttons of the page


class Welcome(QObject):
    """Owns the pages that may lie over the 3D view, and their pictures."""

    def __init__(self, around: Around, store: SettingsStore, theme: Theme) -> None:
        super().__init__(around.window)
        self._around, self._theme = around, theme
        self._document, self._desk, self._host = around.document, around.desk, around.host
        self._actions = around.actions
        self.tour = Tour(around, theme)
        self.tour.bar.againAsked.connect(self.take_tour)
        self.pictures = Pictures(store.pictures, theme.name, parent=self)
        self._page: WelcomePage | None = None
        self._robots: RobotGallery | None = None
        self._changes_robot = False
        self._came_from: QWidget | None = None
        self._shown: QWidget | None = None
        self._front = around.document.active  # the program in front when the page was shown
        around.desk.recentChanged.connect(self._opened)
        around.document.cellChanged.connect(self._opened)
        around.document.sourcesChanged.connect(self._follow_front)

    @property
    def page(self) -> WelcomePage:
        """The welcome page; made when it is first shown."""
        if self._page is None:
            starts = (
                Start("New cell …", "mdi6.plus-box-outline", self._actions["new_cell"]),
                Start("Open …", "mdi6.folder-open-outline", self._actions["quick_open"]),
                Start("Tour", "mdi6.sign-direction", self._actions["tour"]),
                Start("Documentation", "mdi6.book-open-variant", self._actions["documentation"]),
            )
            self._page = WelcomePage(self.pictures, self._theme, starts)
            self._page.leaveAsked.connect(self.leave)
            self._page.cellChosen.connect(self.open_card)
            self._page.fileChosen.connect(self.open_path)
        return self._page

    @property
    def is_shown(self) -> bool:
        """Whether a page lies over the 3D view."""
        return self._shown is not None

    def show_page(self) -> None:
        """Shows the welcome page over the 3D view."""
        self._name_tour()
        self.page.show_recent(self._desk.preferences.recent)
        self._cover(self.page)
        self.page.take_focus()

    def leave(self) -> None:
        """Shows the 3D view again."""
        if self._shown is not None:
            self._cover(None)
            self.pictures.rest()

    def open_card(self, card: CellCard) -> bool:
        """Opens a shipped cell with its program; whether the cell before may be left."""
        if not self._desk.may_leave_cell():
            return False
        self._desk.bring_cell(card.path)
        if card.program is not None and self._desk.open_program(card.program):
            self._close_empty_programs()
        return True

    def open_path(self, path: Path) -> None:
        """Opens a program, a cell or a study; a program gets the cursor."""
        if self._desk.open_any(path) and not is_cell(path):
            self.leave()
            self._close_empty_programs()
            self._around.editor.take_focus()

    # New cells, and other robots.

    @property
    def robots(self) -> RobotGallery:
        """The gallery of robots; made when it is first shown."""
        if self._robots is None:
            self._robots = RobotGallery(self.pictures, self._theme)
            self._robots.leaveAsked.connect(self._leave_robots)
            self._robots.chosen.connect(lambda robot: self.take_robot(robot.card.name))
            self._robots.fileAsked.connect(self._ask_robot_file)
        return self._robots

    def ask_new_cell(self) -> None:
        """Asks for the robot of a new cell."""
        self._show_robots("New cell: choose its robot", is_change=False)

    def ask_other_robot(self) -> None:
        """Asks for a robot in the place of the one in the cell."""
        cell = self._document.cell
        if cell is None:
            self._document.notify("There is no cell: File > New cell makes one.", "warning")
            return
        question = f"Choose a robot in place of {cell.robot.title}"
        self._show_robots(question, is_change=True)

    def take_robot(self, use: str) -> None:
        """Makes a new cell with a robot, or changes the robot of the cell, as was asked for.

        use: The robot as a cell file names it.
        """
        if self._changes_robot:
            self.leave()
            change_robot(self._document, use)
        elif self._desk.may_leave_cell():
            self._desk.bring_new_cell(use, then=self._begin_cell)

    def _show_robots(self, question: str, is_change: bool) -> None:
        if self._shown is not self._robots or self._shown is None:
            self._came_from = self._shown
        self._changes_robot = is_change
        self._cover(self.robots)
        self.robots.ask(question)

    def _leave_robots(self) -> None:
        """Goes back to the welcome page if the gallery was opened from there."""
        if self._came_from is not None and self._came_from is self._page:
            self.show_page()
        else:
            self.leave()

    def _ask_robot_file(self) -> None:
        folder = self._desk.folder
        path = self._desk.dialogs.open_path("Choose a robot file", str(folder), ROBOT_FILTER)
        if path is not None:
            self.take_robot(self._named_from_cell(path.absolute()))

    def _named_from_cell(self, path: Path) -> str:
        """A robot file as the cell names it: relative where it lies below the cell's folder."""
        file = self._document.cell_file
        is_own = self._changes_robot and file is not None and not is_shipped(file.path)
        folder = file.path.parent if file is not None and is_own else self._desk.folder
        is_below = path.is_relative_to(folder.absolute())
        return (path.relative_to(folder.absolute()) if is_below else path).as_posix()

    def _begin_cell(self) -> None:
        """Puts an empty program beside the new cell, and selects the robot to be placed."""
        cell, front = self._document.cell, self._document.active
        if front is None or front.path is not None or front.text != NEW_PROGRAM:
            self._desk.new_program()
        if cell is not None:
            self._document.select(ROBOT, cell.robot.name)
        # Afterwards: a bar that appears lays out at once whatever waits for it, with its picture.
        QTimer.singleShot(0, self, self._tell_of_new_cell)

    def _tell_of_new_cell(self) -> None:
        """Shows the base of the new robot, and says what comes next."""
        self._around.docks.bring("Properties")
        self._document.notify(
            "The robot is selected: place its base in Properties. "
            "Next: Tools > Change hand… gives it a gripper, Cell > Add fixture… a table.",
        )

    # The tour.

    def take_tour(self) -> None:
        """Begins the tour on the example, or goes on with it."""
        card, cell = card_of_cell(cell_path(TOUR_CELL)), self._document.cell
        if (cell is None or cell.path != card.path) and not self.open_card(card):
            return
        self.tour.begin()
        step = self.tour.bar.step
        program = PROGRAMS.find(step.program) if step is not None else card.program
        if program is not None and self._desk.open_program(program):
            self._close_empty_programs()
        self.leave()

    def _name_tour(self) -> None:
        """Says on the page how far the tour has come."""
        done, total = len(self.tour.done), len(STEPS)
        is_begun = 0 < done < total
        self.page.name_start(TOUR_BUTTON, f"Tour, {done} of {total}" if is_begun else "Tour")

    # Opening by name.

    def open_quickly(self) -> None:
        """Shows the list of everything that can be opened by its name."""
        window, recent = self._around.window, self._desk.preferences.recent
        browsing = [self._actions[key] for key in ("open", "open_cell")]
        QuickOpen(window, recent, self._theme, self._open_by_name, browsing).open_above(window)

    def _open_by_name(self, path: Path) -> None:
        """Opens a file; a shipped cell brings its program where no other one is being worked on."""
        front = self._document.active
        is_free = front is None or (front.path is None and front.text == NEW_PROGRAM)
        if is_cell(path) and is_shipped(path) and is_free:
            self.open_card(card_of_cell(path))
        else:
            self.open_path(path)

    def set_theme(self, theme: Theme) -> None:
        """Draws pages, pictures and tour in the colours of a theme."""
        self._theme = theme
        self.tour.set_theme(theme)
        self.pictures.set_theme(theme.name)
        if self._page is not None:
            self._page.set_theme(theme)
        if self._robots is not None:
            self._robots.set_theme(theme)

    def close(self) -> None:
        """Ends the drawing of pictures."""
        self.pictures.close()

    def _cover(self, page: QWidget | None) -> None:
        self._shown, self._front = page, self._document.active
        self._host.cover(page)

    def _opened(self) -> None:
        """Leaves the page, because something was opened."""
        if self._shown is None:
            return
        self.leave()
        viewport = self._host.viewport
        if viewport is not None:
            viewport.setFocus(Qt.FocusReason.OtherFocusReason)  # Space runs the program at once

    def _follow_front(self) -> None:
        """Leaves the page when another program with a file comes to the front."""
        front = self._document.active
        if front is not None and front is not self._front and front.path is not None:
            self._opened()

    def _close_empty_programs(self) -> None:
        """Closes programs without a file into which nothing was typed, behind the one in front."""
        for source in self._document.sources:
            is_empty = source.path is None and source.text == NEW_PROGRAM
            if is_empty and source is not self._document.active:
                self._document.remove_source(source)
