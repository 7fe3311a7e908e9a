"""The motion table and the location table of the paper; the row of the current step is marked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.desktop.looks.fonts import code_font
from app.desktop.looks.list_view import LazyRows, ListView, Row
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from language import LocationRow, MotionRow, Program, Tables, compile_program

LONG_PROGRAM = 20_000  # letters from which compiling slows the typing
MOTION_TITLES = ("MC", "AC", "HC", "LC", "HO,JN,DX,DI", "DY", "DZ", "H,D", "Branch", "Statement")
LOCATION_TITLES = ("LN", "ISF", "RNM", "PC", "RNO", "X", "Y", "Z", "O", "A", "T")


class TablesPanel(QWidget):
    """Both tables of figure 6; a click goes to the line that made the row."""

    lineChosen = Signal(int)

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self._tables: Tables | None = None
        self._made_of: Program | None = None
        self._marked: tuple[int | None, int | None] = (None, None)
        self._rows_of: dict[int, tuple[int | None, int | None]] = {}
        self.motion = ListView(MOTION_TITLES, 9, (58, 44, 44, 44, 112, 92, 92, 92, 96))
        self.motion.setAccessibleName("Motion table")
        self.locations = ListView(LOCATION_TITLES, -1, (96, 48, 48, 44, 48, *(88,) * 6))
        self.locations.setAccessibleName("Location table")
        self.tabs = QTabWidget(documentMode=True)
        for view, title in ((self.motion, "Motion table"), (self.locations, "Location table")):
            view.setFont(code_font(10))
            view.chosen.connect(self._chosen)
            self.tabs.addTab(view, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        document.findingsChanged.connect(self.refresh)
        document.positionChanged.connect(self._mark)

    def set_theme(self, theme: Theme) -> None:
        """Draws both tables in the colours of a theme."""
        self._theme = theme
        self._show()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Compiles the program in front if its tables are not shown yet."""
        program = self._document.program
        if self.visibleRegion().isEmpty() or program is self._made_of:
            return
        tables = self._tables_of(program)
        if tables is None:
            return
        self._made_of, self._tables = program, tables
        self._rows_of = {
            step.statement.line: (step.row_index, step.location_index)
            for step in reversed(tables.steps)
        }
        self._marked = self._current_rows()
        self._show()

    def _tables_of(self, program: Program) -> Tables | None:
        """The tables from the worker; those of a short program are compiled here at once."""
        run = self._document.run
        if run is not None and run.program.text == program.text:
            return run.tables
        waits = self._document.cell is not None and not self._document.has_fresh_run
        return None if waits and len(program.text) > LONG_PROGRAM else compile_program(program)

    def _mark(self) -> None:
        if not self.visibleRegion().isEmpty() and self._marked != self._current_rows():
            self._marked = self._current_rows()
            self._show_marks()

    def _current_rows(self) -> tuple[int | None, int | None]:
        """The row of the current step in each table; rows are found by their source line."""
        control = self._document.control
        line = None if control.file else control.line
        if self._tables is None or line is None or self._document.is_ended:
            return None, None
        return self._rows_of.get(line, (None, None))

    def _show(self) -> None:
        if self._tables is None:
            return
        motion, locations = self._tables.motion, self._tables.locations
        made_by = {s.row_index: s.statement for s in self._tables.steps}

        def motion_row(index: int) -> Row:
            statement = made_by.get(index)
            return self._motion_row(motion[index], statement.shown if statement else "")

        self.motion.show_rows(LazyRows(len(motion), motion_row))
        self.locations.show_rows(
            LazyRows(len(locations), lambda index: self._location_row(locations[index]))
        )
        self._show_marks()

    def _show_marks(self) -> None:
        for view, index in zip((self.motion, self.locations), self._marked, strict=True):
            view.rows.mark(index, self._theme.accent)
            if index is not None:
                view.scrollTo(view.rows.index(index, 0))

    def _motion_row(self, row: MotionRow, shown: str) -> Row:
        numbers = (f"{n:d}" for n in (row.mc, row.ac, row.hc, row.lc))
        shown_run = self._document.shown_run
        branch = shown_run.branches.get(row.line, "") if shown_run is not None else ""
        cells = (*numbers, *(printed(value) for value in row.reals), branch, shown)
        tip = f"line {row.line}" + (f", ends in branch {branch}" if branch else "")
        return Row(cells, row.line, tip=tip, right=frozenset(range(8)))

    def _location_row(self, row: LocationRow) -> Row:
        numbers = (f"{n:d}" for n in (row.isf, row.rnm, row.pc, row.rno))
        cells = (row.name, *numbers, *(printed(value) for value in row.xyzoat))
        return Row(cells, row.line, tip=f"line {row.line}", right=frozenset(range(1, 11)))

    def _chosen(self, line: object) -> None:
        if isinstance(line, int):
            self.lineChosen.emit(line)


def printed(value: float) -> str:
    """A number of the tables as the paper prints it."""
    return "0.0" if value == 0 else f"{value:.3f}"
