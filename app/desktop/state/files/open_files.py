"""The files of the window: open, save, close, recent ones, and changes on disk by others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.looks.dialogs import CELL_FILTER, PROGRAM_FILTER, Dialogs, Unsaved
from app.desktop.looks.notice import Notice, Offer
from app.desktop.looks.settings import Preferences, SettingsStore, documents_folder
from app.desktop.state.chosen_scenario import ChosenScenario, remembered
from app.desktop.state.document import Document
from app.desktop.state.files.bookmarks import keep_bookmarks
from app.desktop.state.files.cell_reading import CellReading
from app.desktop.state.files.companions import carry_along, offer_scenario, with_choices
from app.desktop.state.files.disk_watch import DiskWatch
from app.desktop.state.files.mesh_reading import MeshReading
from app.desktop.state.files.yaml_files import is_cell, is_study
from app.desktop.state.full_reading import Found, Made, whole_cell
from app.desktop.state.source import Source
from app.programs.text_files import FileError, Stamp, TextFile, read_text_file, save_bytes, stamp_of
from kinematics import KinematicsError
from scenes import Cell, SceneError, SceneFileError
from scenes.files.cells.carried_files import Carried, carried
from scenes.files.cells.new_cell import new_cell_text
from scenes.files.solids.mesh_requests import unread_meshes
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import read_document
from scenes.files.text.edits import saved_bytes
from scenes.library import cell_path, is_shipped, program_path

# Without step numbers, which would leave room for nine taught lines between 10 and 20.
NEW_PROGRAM = ";! language 2\nREADY\n\nEND\n"
NEW_CELL = "new cell"  # the name of its file until it is saved
NEW_PROGRAM_LINE = 3  # the empty line below the header, where the cursor begins


class FileDesk(QObject):
    """Reads and writes files for the document; a fault becomes a message, never an exception."""

    recentChanged = Signal()
    studyAsked = Signal(object)  # the path of a study file that was opened
    remembered = Signal()  # a choice of the user has changed

    def __init__(self, document: Document, store: SettingsStore, dialogs: Dialogs) -> None:
        super().__init__(document)
        self._document, self._store, self.dialogs = document, store, dialogs
        self.preferences: Preferences = store.load()
        self._disk = DiskWatch(document, self.bring_cell)
        self._meshes = MeshReading(document)
        self.reading = CellReading(document)
        self.cell_is_new = False  # whether the shown cell was made here and never saved

    def remember(self, **choices: object) -> None:
        """Keeps a choice of the user for the next start."""
        self.preferences = replace(self.preferences, **choices)  # type: ignore[arg-type]
        self._store.save(self.preferences)
        self.remembered.emit()

    def check_disk(self) -> None:
        """Looks for open files that others have changed on disk."""
        self._disk.check()

    def close(self) -> None:
        """Cancels all reading."""
        self._meshes.close()

    # Cells.

    @property
    def cell_stamp(self) -> Stamp | None:
        """The stamp of the cell file when it was last read or written."""
        return self._disk.cell_stamp

    @property
    def contested(self) -> set[Path]:
        """Files of which the user has to say which text to keep: others have changed them."""
        return self._disk.contested

    def open_cell(self, name: str | Path, *, waits: bool = True, shows_next: bool = False) -> bool:
        """Opens a cell by its name or path; reports why where it cannot.

        waits: Whether another process first reads large meshes; the cell is then opened later.
        shows_next: Whether the cell that was read is shown in the next event.
        """
        try:
            path = cell_path(name)
            file = read_document(path, "cell file")
            unread = unread_meshes(file) if waits else ()
            if unread:
                before = self._document.cell_file
                self._meshes.read(unread, then=lambda: self._open_when_read(path, before))
                return True
            cell = whole_cell(file)
        except (SceneError, KinematicsError, OSError, ValueError) as fault:
            self._document.refuse_cell(str(name), as_file_fault(fault))
            return False
        show = partial(self._show_read, path, cell, file)
        QTimer.singleShot(0, self, show) if shows_next else show()
        return True

    def _show_read(self, path: Path, cell: Cell, file: CellFile) -> None:
        self.show_cell(cell, file)
        self._opened(path)

    def _open_when_read(self, path: Path, before: CellFile | None) -> None:
        """Opens a cell whose meshes are read; asks first if the shown cell was edited since."""
        if self._document.cell_file is before or self.may_leave_cell():
            self.open_cell(path, waits=False, shows_next=True)

    def bring_cell(self, path: Path, message: str = "") -> None:
        """Opens a cell as `open_cell` does, but reads it in the worker.

        message: Shown when it is open.
        """
        document, before, stamp = self._document, self._document.cell_file, stamp_of(path)

        def take(found: Found) -> None:
            if document.cell_file is not before and not self.may_leave_cell():
                return  # the shown cell was edited meanwhile
            if found is not None:
                self._show_read(path, *found)
                self._disk.cell_stamp = stamp
            elif not self.open_cell(path):  # `open_cell` reports the fault
                document.check_again()
                return
            if message:
                document.notify(message)

        self._meshes.close()  # meshes of a cell requested before
        self.reading.read(path, then=take)

    def show_cell(self, cell: Cell, file: CellFile, is_new: bool = False) -> None:
        """Shows a cell in place of the open one, whose edits are lost.

        is_new: Whether it has no file yet, so that all of it is unsaved work.
        """
        self._document.history.forget_cell()
        self.cell_is_new, self._document.saved_cell = is_new, None if is_new else file.text
        self._disk.cell_stamp = stamp_of(file.path)
        self._document.show_cell(cell, file)

    def bring_new_cell(self, use: str, then: Callable[[], object]) -> None:
        """Makes a cell with one robot in the worker, and shows it; it has no file yet.

        use: The robot as the cell file names it. then: Called in the event after.
        """
        before = self._document.cell_file

        def take(made: Made) -> None:
            if isinstance(made, str):
                self._document.notify(f"There is no new cell: {made}", "error")
            elif self._document.cell_file is before or self.may_leave_cell():
                self.show_cell(*made, is_new=True)
                QTimer.singleShot(0, self, then)

        self._meshes.close()
        self.reading.make(self.free_cell_path(), new_cell_text(use), then=take)

    def free_cell_path(self) -> Path:
        """A path for a new cell in the user's folder, where its relative paths lead from."""
        numbered = (f"{NEW_CELL} {number}" for number in count(2))
        names = (f"{name}.cell.yaml" for name in chain([NEW_CELL], numbered))
        return next(self.folder / name for name in names if not (self.folder / name).exists())

    def ask_cell(self) -> None:
        """Asks for a cell file and opens it."""
        path = self.dialogs.open_path("Open cell", str(self.folder), CELL_FILTER)
        if path is not None and self.may_leave_cell():
            self.bring_cell(path)

    def may_leave_cell(self) -> bool:
        """Whether the edits of the cell are saved, or the user gives them up."""
        if not self._document.cell_is_modified:
            return True
        answer = self.dialogs.unsaved([self._cell_name()])
        return answer is Unsaved.DISCARD or (answer is Unsaved.SAVE and self.save_cell())

    def save_cell(self) -> bool:
        """Writes the cell to its file; for a shipped cell asks for another file."""
        file = self._document.cell_file
        if file is None:
            return False
        if is_shipped(file.path) or self.cell_is_new:
            return self.save_cell_as()
        return self._write_cell(file.path)

    def save_cell_as(self) -> bool:
        """Asks for a file and writes the cell to it; whether it was written."""
        start = str(self.folder / self._cell_name())
        path = self.dialogs.save_path("Save cell as", start, CELL_FILTER, ".cell.yaml")
        return path is not None and self._write_cell(path)

    def _write_cell(self, path: Path) -> bool:
        file = self._document.cell_file
        assert file is not None
        try:
            taken = carried(file, path) if path.parent != file.path.parent else Carried(file, {})
            for place, content in taken.files.items():
                place.parent.mkdir(parents=True, exist_ok=True)
                save_bytes(place, content)
            self._disk.cell_stamp = save_bytes(path, saved_bytes(taken.document))
        except (SceneError, OSError) as fault:
            self._document.notify(f"The cell was not saved. {fault}", "error")
            return False
        self._disk.settle(path)
        if path != file.path:
            self._store.keep_cell_looks(path, self._store.cell_looks(file.path))
        self.cell_is_new, self._document.saved_cell = False, file.text
        self._document.cell_commands.setClean()
        if taken.document is not file:
            self.open_cell(path)  # its text names files in another way now
        elif path != file.path and self._document.cell is not None:
            cell = replace(self._document.cell, path=path)
            self._document.show_cell(cell, replace(file, path=path))
            self._opened(path)
        others = ", ".join(place.name for place in taken.files)
        self._document.notify(f"Saved {path.name}{f', with {others}' if others else ''}.")
        return True

    def _cell_name(self) -> str:
        file = self._document.cell_file
        return file.path.name if file is not None else "cell.cell.yaml"

    # Programs.

    def new_program(self) -> None:
        """Opens a new program without a file."""
        title = self.free_title("new program")
        source = Source(TextFile(NEW_PROGRAM), None, title, self._document)
        source.first_line = NEW_PROGRAM_LINE
        self._document.add_source(source)

    def free_title(self, title: str) -> str:
        """The title, or where another tab has it, the title with a free number."""
        taken = {source.title for source in self._document.sources}
        words, _, last = title.rpartition(" ")
        stem = words if words and last.isdigit() else title
        numbered = (f"{stem} {number}" for number in count(2))
        return title if title not in taken else next(t for t in numbered if t not in taken)

    def open_program(self, name: str | Path) -> bool:
        """Opens a program by its name or path, or brings it to the front if it is open."""
        try:
            path = Path(program_path(name)).absolute()
            already = self.program_on(path)
            if already is not None:
                self._document.activate(already)
                return True
            file = read_text_file(path)
        except (SceneError, FileError) as fault:
            self._document.notify(f"The program was not opened. {fault}", "error")
            return False
        source = Source(file, path, path.name, self._document)
        source.scenario = ChosenScenario(remembered(self.preferences.scenarios, path))
        keep_bookmarks(source, self)
        self._document.add_source(source)
        self._opened(path)
        offer_scenario(self._document, self, source)
        return True

    def open_called(self, path: Path) -> Source | None:
        """Opens a file that the program in front calls, behind that program."""
        try:
            source = Source(read_text_file(path), path, path.name, self._document)
        except FileError as fault:
            self._document.notify(f"The called program was not opened. {fault}", "error")
            return None
        self._document.add_source(source, in_front=False)
        return source

    def ask_program(self) -> None:
        """Asks for a program file and opens it."""
        path = self.dialogs.open_path("Open program", str(self.folder), PROGRAM_FILTER)
        if path is not None:
            self.open_program(path)

    def open_any(self, path: Path) -> bool:
        """Opens a program, a cell or a study, by its suffix and keys; whether that was possible."""
        if is_study(path):
            self.studyAsked.emit(path)
            self._opened(path)
            return True
        if is_cell(path):
            is_left = self.may_leave_cell()
            if is_left:
                self.bring_cell(path)
            return is_left
        return self.open_program(path)

    def save(self, source: Source) -> bool:
        """Writes a program to its file; without a file of the user's own asks for one."""
        if source.path is None or source.has_no_file or is_shipped(source.path):
            return self.save_as(source)
        return self._write(source, source.path)

    def save_as(self, source: Source) -> bool:
        """Asks for a file and writes a program to it; whether it was written."""
        start = str(self.folder / source.title)
        kind = source.saved_as
        path = self.dialogs.save_path(f"Save {kind.word} as", start, kind.kinds, kind.suffix)
        if path is None:
            return False
        path = path.absolute()
        other = self._text_on(path)
        if other is not None and other is not source:
            self._refuse_taken(path, other)
            return False
        return self._write(source, path)

    def program_on(self, path: Path) -> Source | None:
        """The open program of a file; None where that file is not open."""
        real = path.resolve()
        known = (s for s in self._document.sources if s.path is not None)
        return next((s for s in known if s.path is not None and s.path.resolve() == real), None)

    def _text_on(self, path: Path) -> Source | None:
        """The open program or scenario of a file; None where that file is not open."""
        real, others = path.resolve(), self._document.scenarios.all
        open_ = (s for s in others if s.path is not None and s.path.resolve() == real)
        return self.program_on(path) or next(open_, None)

    def _refuse_taken(self, path: Path, other: Source) -> None:
        """Reports that the file is open in another tab: both would overwrite each other."""
        text = (
            f"Not saved: {path.name} is open in another tab. Choose another name, or close that "
            "tab first."
        )
        show = Offer(f"Go to {path.name}", lambda: self._document.activate(other))
        offers = (show,) if other in self._document.sources else ()
        self._document.noticed.emit(Notice(text, "warning", offers))

    def _write(self, source: Source, path: Path) -> bool:
        before, remark = source.path, ""
        try:
            source.save(path)
            is_program = source in self._document.sources
            if is_program and before is not None and before.parent != path.parent:
                remark = carry_along(source, before.parent)
        except OSError as fault:
            self._document.notify(str(fault), "error")
            return False
        self._disk.settle(path)
        if is_program:
            self._opened(path)
        pairs = with_choices(self.preferences.scenarios, self._document.sources)
        self.remember(scenarios=pairs)
        self._document.notify(f"Saved {path.name}{remark}.")
        return True

    def close_program(self, source: Source) -> bool:
        """Closes a program, after a question about unsaved work; whether it was closed."""
        if source.is_modified and not self._settled([source]):
            return False
        self._document.remove_source(source)
        if not self._document.sources:
            self.new_program()
        return True

    def may_quit(self) -> bool:
        """Whether no work would be lost, or the user gives it up."""
        texts = (*self._document.sources, *self._document.scenarios.all)
        changed = [source for source in texts if source.is_modified]
        return (not changed or self._settled(changed)) and self.may_leave_cell()

    def _settled(self, changed: list[Source]) -> bool:
        answer = self.dialogs.unsaved([source.title for source in changed])
        if answer is Unsaved.SAVE:
            return all(self.save(source) for source in changed)
        return answer is Unsaved.DISCARD

    def _opened(self, path: Path) -> None:
        self.preferences = self.preferences.opened(path.absolute(), is_own=not is_shipped(path))
        self._store.save(self.preferences)
        self._disk.follow()
        self.recentChanged.emit()

    @property
    def folder(self) -> Path:
        """The folder in which dialogs start: the one chosen in the settings, else that of the
        program in front, else the last one used; never one of shipped files."""
        source, last = self._document.active, self.preferences.last_folder
        chosen = self.preferences.start_folder
        candidates = [Path(chosen)] if chosen else []
        candidates += [source.path.parent] if source is not None and source.path else []
        candidates += [Path(last)] if last else []
        own = (f for f in candidates if f.is_dir() and not is_shipped(f))
        return next(own, documents_folder())


def as_file_fault(fault: Exception) -> Exception:
    """The fault; one of the operating system in that system's words."""
    if isinstance(fault, SceneFileError) or not isinstance(fault, OSError):
        return fault
    return FileError(f"{fault.filename}: {fault.strerror or fault}")
