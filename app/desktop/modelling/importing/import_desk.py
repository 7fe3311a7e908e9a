"""What becomes of files that the user drops or chooses: opened, imported, or refused in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.looks.notice import BODY, Notice, Offer
from app.desktop.modelling.importing.file_kinds import IMPORT_FILTER, FileKind, sniffed
from app.desktop.modelling.importing.import_edits import (
    can_copy,
    cell_with_robot,
    free_name,
    import_bodies,
    names_in,
    plain_name,
    use_robot,
)
from app.desktop.modelling.importing.import_item import ImportItem, Where, side_by_side
from app.desktop.modelling.importing.import_jobs import (
    MadeRobot,
    convert_urdf,
    read_body,
    read_part,
)
from app.desktop.modelling.importing.import_reading import ImportReading
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.programs.text_files import FileError, save_bytes
from geometry.meshes.mesh import Mesh
from scenes import SceneError
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from collections.abc import Iterator

ROBOT_FILTER = "Robot files (*.robot.yaml)"
_BODIES = (FileKind.MESH, FileKind.PART)


class ImportDesk(QObject):
    """The files that are being imported, with the choices of the user.

    open_file: Opens a program, a cell or a study.
    """

    changed = Signal()  # the items, their choices, or what is known of them
    begun = Signal(int)  # number of the first new item: the page Import is wanted
    ended = Signal()  # nothing is left to import

    def __init__(
        self, document: Document, desk: FileDesk, open_file: Callable[[Path], object]
    ) -> None:
        super().__init__(document)
        self._document, self._desk, self._open_file = document, desk, open_file
        self.items: tuple[ImportItem, ...] = ()
        self._numbers = count(1)
        self.reading = ImportReading(self)
        self.reading.progressed.connect(self._progress)
        self.reading.done.connect(self._take)
        self.reading.failed.connect(lambda key, text: self.choose(key, fault=text, doing=""))
        document.cellChanged.connect(self.changed)

    # Files come.

    def ask(self) -> None:
        """Asks for a file and imports it, or opens it where it is a program or a cell."""
        folder = self._desk.preferences.last_folder
        path = self._desk.dialogs.open_path("Import", folder, IMPORT_FILTER)
        if path is not None:
            self.take([path])

    def take(self, paths: Sequence[Path], point: tuple[float, float, float] | None = None) -> None:
        """Opens or imports files. point: Where they were dropped in the cell, world, mm."""
        refused, new = [], []
        for path in paths:
            found = sniffed(path)
            if found.kind is FileKind.UNKNOWN:
                refused.append(found.reason)
            elif found.kind in (FileKind.PROGRAM, FileKind.CELL, FileKind.STUDY):
                self._open_file(path)
            elif found.kind is FileKind.ROBOT:
                self._offer_robot(path)
            else:
                new.append((path, found.kind))
        if self._document.cell_file is None and any(kind in _BODIES for _, kind in new):
            refused.append("There is no cell to import into: open a cell or make a new one first.")
            new = [(path, kind) for path, kind in new if kind not in _BODIES]
        for path, kind in new:
            self._add(path, kind, point)
        if refused:
            more = f" {len(refused) - 1} more files were not taken." if len(refused) > 1 else ""
            self._document.notify(refused[0] + more, "error")
        if new:
            self.changed.emit()
            self.begun.emit(self.items[-len(new)].number)

    def _add(self, path: Path, kind: FileKind, point: tuple[float, float, float] | None) -> None:
        file = self._document.cell_file
        taken = [*(names_in(file) if file is not None else ()), *(i.name for i in self.items)]
        where = Where.GROUND if point is None else Where.DROPPED
        name = free_name(plain_name(path), taken)
        item = ImportItem(next(self._numbers), path, kind, name, where=where, point=point)
        self.items = (*self.items, item)
        if kind is FileKind.MESH:
            self.reading.read(item.number, read_body, path, None)
        elif kind is FileKind.PART:
            self.reading.read(item.number, read_part, path)

    # Choices.

    def item(self, number: Hashable) -> ImportItem | None:
        """The item of a number; None where it has gone."""
        return next((item for item in self.items if item.number == number), None)

    def choose(self, number: Hashable, **choices: Any) -> None:
        """Changes choices of an item; another unit has its file read in that unit."""
        before = self.item(number)
        if before is None:
            return
        after = before.with_choice(**choices)
        replaced = tuple(after if item is before else item for item in self.items)
        self.items = side_by_side(replaced)
        if after.unit != before.unit and after.unit is not None and not after.is_ready:
            self.reading.read(after.number, read_body, after.path, after.unit)
        self.changed.emit()

    def remove(self, number: Hashable) -> None:
        """Forgets an item, and ends its reading."""
        self.reading.give_up(number)
        self.items = tuple(item for item in self.items if item.number != number)
        self.changed.emit()
        if not self.items:
            self.ended.emit()

    def cancel(self) -> None:
        """Forgets all items, and ends all reading; the cell stays as it is."""
        self.reading.close()
        self.items = ()
        self.changed.emit()
        self.ended.emit()

    def close(self) -> None:
        """Ends all reading, before the window goes."""
        self.reading.close()

    def _progress(self, key: Hashable, share: float, text: str) -> None:
        self.choose(key, share=share, doing=text)

    def _take(self, key: Hashable, found: object) -> None:
        item = self.item(key)
        if item is None:
            return
        self.choose(key, found=found, fault="", share=1.0, doing="")
        if isinstance(found, MadeRobot):
            self.remove(key)
            notes = f" {' '.join(_sentences(found.notes))}" if found.notes else ""
            self._offer_robot(found.path, f"Wrote {found.path.name}: {found.title}.{notes}")

    # Import.

    @property
    def ready(self) -> tuple[ImportItem, ...]:
        """The bodies that can be imported now."""
        return tuple(item for item in self.items if item.is_ready)

    @property
    def can_import(self) -> bool:
        """Whether there are bodies, and none is still being read."""
        waits = any(i.kind in _BODIES and not i.is_ready and not i.fault for i in self.items)
        return bool(self.ready) and not waits and self._document.cell_file is not None

    @property
    def can_copy(self) -> bool:
        """Whether a copy of a file can be kept beside the cell."""
        return can_copy(self._document.cell_file)

    def ghosts(self) -> Iterator[tuple[Mesh, Array]]:
        """The surfaces that were read, each with its matrix into the world, (4, 4)."""
        for item in self.items:
            if item.body is not None:
                yield item.body.surface, item.T_world_read

    def bring_in(self) -> tuple[str, ...]:
        """Adds all bodies that are ready to the cell, as one undo step; gives their names."""
        ready = self.ready
        if not ready:
            return ()
        self.blockSignals(True)  # else the page would show the cell anew, and then that it is done
        try:
            names = import_bodies(self._document, ready)
        except SceneError as fault:
            self._document.notify(f"Not imported. {str(fault).splitlines()[0]}", "error")
            return ()
        finally:
            self.blockSignals(False)
        self.items = tuple(item for item in self.items if item not in ready)
        self._document.select(BODY, names[0])
        # In an event of their own, as the edit fills this one: page and message.
        QTimer.singleShot(0, self, partial(self._tell_imported, names))
        return names

    def _tell_imported(self, names: Sequence[str]) -> None:
        self.changed.emit()
        if not self.items:
            self.ended.emit()
        self._document.notify(f"Imported {', '.join(names)}. Ctrl+Z takes it back.")

    # Robots.

    def ask_robot_file(self, number: Hashable) -> None:
        """Asks where the robot file of a robot description is to be, and writes it there."""
        item = self.item(number)
        if item is None:
            return
        start = str(item.path.with_name(f"{item.name}.robot.yaml"))
        target = self._desk.dialogs.save_path("Robot file", start, ROBOT_FILTER, ".robot.yaml")
        if target is not None:
            self.convert(number, target)

    def convert(self, number: Hashable, target: Path | None = None) -> None:
        """Writes a robot description as a robot file. target: Beside it where it is not given."""
        item = self.item(number)
        if item is not None:
            beside = item.path.with_name(f"{item.name}.robot.yaml")
            self.choose(number, fault="", doing="reading links")
            self.reading.read(number, convert_urdf, item.path, target or beside)

    def _offer_robot(self, path: Path, text: str = "") -> None:
        """Offers to use a robot file in the open cell, or in a new one."""
        said = text or f"{path.name} is a robot file."
        offers = [Offer("New cell with it", lambda: self.new_cell_with(path))]
        if self._document.cell_file is not None:
            offers.insert(0, Offer("Use in this cell", lambda: self.use_here(path)))
        self._document.noticed.emit(Notice(said, "note", tuple(offers)))

    def use_here(self, path: Path) -> None:
        """Gives the open cell the robot of a file, as one undo step."""
        try:
            name = use_robot(self._document, path)
        except SceneError as fault:
            self._document.notify(f"Not used. {str(fault).splitlines()[0]}", "error")
        else:
            self._document.notify(f"{name} is now the robot of {path.name}. Ctrl+Z takes it back.")

    def new_cell_with(self, path: Path) -> None:
        """Writes a cell with this robot alone beside the robot file, and opens the cell."""
        if not self._desk.may_leave_cell():
            return
        target, text = cell_with_robot(path, path.name.partition(".")[0])
        try:
            save_bytes(target, text.encode("utf-8"))
        except FileError as fault:
            self._document.notify(str(fault), "error")
            return
        self._desk.bring_cell(target, f"Made {target.name} with the robot of {path.name}.")


def _sentences(notes: Sequence[str]) -> Iterator[str]:
    for note in notes:
        text = note.strip().rstrip(".")
        yield f"{text[:1].upper()}{text[1:]}."
