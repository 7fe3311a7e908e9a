"""Puts another robot into the cell, as one undo step; the robot is read in the worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.desktop.modelling.edits.cell_edits import EditCell
from app.desktop.state.full_reading import Made, made_cell
from scenes import Cell
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import remove_item

if TYPE_CHECKING:
    from app.desktop.state.document import Document


class ChangeRobot(EditCell):
    """Keeps the cells of both robots: to read a robot anew takes a quarter of a second."""

    def __init__(
        self, document: Document, files: tuple[CellFile, CellFile], cells: tuple[Cell, Cell]
    ) -> None:
        """files, cells: The cell file and the cell before the change, and after it."""
        self._robots = dict(zip(map(id, files), cells, strict=True))
        name = f"Change robot to {cells[1].robot.title}"
        super().__init__(document, *files, name)

    def _read(self, file: CellFile) -> Cell:
        """One of the two cells; where the file has moved since, its text is read again."""
        return self._robots.get(id(file)) or super()._read(file)


def change_robot(document: Document, use: str) -> None:
    """Lets another robot stand where the robot of the cell stands.

    use: The robot as the cell file names it. Joint values that the cell gave the robot before for
    its ready pose go, as they are of the other arm.
    """
    before, cell = document.cell_file, document.cell
    if before is None or cell is None:
        return
    name = next(iter(before.data["robots"]))
    if before.data["robots"][name]["use"] == use:
        document.notify(f"{cell.robot.title} is the robot of this cell already.")
        return
    after = with_robot(before, use)

    def take(made: Made) -> None:
        if isinstance(made, str):
            document.notify(f"The robot was not changed: {made}", "error")
        elif document.cell_file is not before:
            document.notify("The cell was changed meanwhile: choose the robot again.", "warning")
        else:
            step = ChangeRobot(document, (before, made[1]), (cell, made[0]))
            document.cell_commands.push(step)

    document.ask_instead("robot", made_cell, before.path, after.text, then=take)


def with_robot(file: CellFile, use: str) -> CellFile:
    """The cell file with another robot in the place of its first one."""
    name = next(iter(file.data["robots"]))
    edited = set_value(file, ("robots", name, "use"), use)
    if "ready" in edited.data["robots"][name]:
        edited = remove_item(edited, ("robots", name, "ready"))
    return edited
