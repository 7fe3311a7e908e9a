"""Renames a thing of the cell in the cell file and in the open programs, as one undo step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL
from app.desktop.modelling.edits.cell_edits import EditCell, KeptText
from app.desktop.modelling.edits.placing import section_of
from app.desktop.modelling.entries.location_names import location_fault, rename_location
from app.desktop.state.choices.things import Key, bodies_of_robot, location_names
from language import parse
from language.editing.names.references import Symbol, unfit
from language.expressions.trees import BODY as BODY_NAME
from language.expressions.trees import PART
from language.words.diagnostics import Edit
from scenes import Cell, SceneError
from scenes.files.text.documents import Document as CellFile

if TYPE_CHECKING:
    from app.desktop.state.document import Document
    from app.desktop.state.source import Source


class RenameThing(EditCell):
    """Renames in the cell file; what is selected, hidden or locked stays so under the new name.

    Raises SceneError where the new name would change which contacts are allowed.
    """

    def __init__(
        self, document: Document, edited: CellFile, old: str, new: str, names: Mapping[Key, Key]
    ) -> None:
        from scenes.files.cells.renamed_entries import renamed_body, star_in_the_way

        before, file = document.cell, document.cell_file
        assert before is not None and file is not None
        super().__init__(document, file, edited, f"Rename {old} to {new}")
        self._document, self._names = document, dict(names)
        is_frame = (FRAME, old) in self._names
        if not is_frame and self._new is not None:
            renamed = _contacts(before, lambda name: renamed_body(name, old, new))
            if renamed != _contacts(self._new, str):
                reason = star_in_the_way(file, old, new)
                raise SceneError(reason or "other contacts would be allowed under this name")

    def _show(self, kept: CellFile | KeptText, made: Cell | None = None) -> None:
        """Shows the cell with the new name, or with the old one again."""
        self._document.take_names(
            self._names if kept is self._after else {new: old for old, new in self._names.items()}
        )
        super()._show(kept, made)


def can_rename(document: Document, kind: str, name: str) -> bool:
    """Whether the cell file gives a thing its name, or a program defines it as a location."""
    file = document.cell_file
    if kind == LOCATION:
        return name.upper() in location_names(document.program)
    return file is not None and section_of(file, name, kind) is not None


def new_name_fault(document: Document, kind: str, old: str, new: str) -> str:
    """The sentence that says why a thing cannot have this name; "" if it can."""
    from scenes.files.cells.renamed_entries import name_fault, star_in_the_way

    file = document.cell_file
    if kind == LOCATION:
        return location_fault(document, old, new)
    section = section_of(file, old, kind) if file is not None else None
    if file is None or section is None:
        return f"the cell file does not name {old}"
    fault = name_fault(file, section, old, new)
    if fault or kind == FRAME or new == old:
        return fault
    return _fault_in_programs(document, old, new) or star_in_the_way(file, old, new)


def rename(document: Document, kind: str, old: str, new: str) -> None:
    """Gives a frame, robot, fixture or part another name, in the cell and in all open programs.

    A location gets it in the programs alone. Raises SceneError with the reason where the thing
    cannot have that name; nothing has then changed.
    """
    from scenes.files.cells.renamed_entries import rename_entry, renamed_body

    file, cell = document.cell_file, document.cell
    if kind == LOCATION and new != old:
        rename_location(document, old, new)
        return
    if file is None or cell is None or new == old:
        return
    fault = new_name_fault(document, kind, old, new)
    if fault:
        raise SceneError(fault)
    section = section_of(file, old, kind)
    assert section is not None
    edited = rename_entry(file, section, old, new)
    names = {(kind, old): (kind, new)}
    if kind == ROBOT:
        bodies = bodies_of_robot(cell.robot)
        names |= {(BODY, n): (BODY, renamed_body(n, old, new)) for n in bodies}
        names[TOOL, old] = (TOOL, new)
    command = RenameThing(document, edited, old, new, names)
    changes = {} if kind == FRAME else _changes(document, old, new)
    with document.history.together(command.text(), in_cell=True):
        document.cell_commands.push(command)
        for source, edits in changes.items():
            source.apply(edits)
    document.check_syntax(at_once=True)


def _contacts(
    cell: Cell, name_of: Callable[[str], str]
) -> tuple[frozenset[object], frozenset[object]]:
    """The allowed pairs and exemptions of a cell, its bodies named by a function."""
    allowed = frozenset(frozenset({name_of(a), name_of(b)}) for a, b in cell.allowed)
    exempt = frozenset(
        (frozenset({(name_of(e.body_a), e.sub_a), (name_of(e.body_b), e.sub_b)}), e.phase)
        for e in cell.exemptions
    )
    return allowed, exempt


def _changes(document: Document, old: str, new: str) -> dict[Source, list[Edit]]:
    """The edits of each open program that names a body of the cell."""
    return {s: edits for s in document.sources if (edits := _edits(s.text, old, new))}


def _edits(text: str, old: str, new: str) -> list[Edit]:
    """The edits that rename a body, its pieces and copies (`PEG.LID`, `PEG.2`) in a program."""
    found = set()
    for line, use in parse(text).names:
        head = use.written.partition(".")[0]
        if use.kind in (PART, BODY_NAME) and head.upper() == old.upper():
            end = use.column + len(head)
            found.add(Edit(line, use.column, line, end, _spelled(head, old, new)))
    return sorted(found, key=lambda edit: (edit.line, edit.column))


def _spelled(written: str, old: str, new: str) -> str:
    """The new name in small or capital letters, where the program writes the old one so."""
    if written == old:
        return new
    return new.lower() if written == written.lower() else new.upper()


def _fault_in_programs(document: Document, old: str, new: str) -> str:
    """Why no program may write the new name; "" where no open program names the body."""
    for source in _changes(document, old, new):
        program = parse(source.text)
        word = unfit(program, Symbol(PART, new.upper()), new)
        if word:
            return word
        for line, use in program.names:
            same = use.name.partition(".")[0] == new.upper() != old.upper()
            if use.kind in (PART, BODY_NAME) and same:
                return f'{source.title} names a "{new}" in line {line} already'
    return ""
