"""Renames and removes locations: lines of the program in front and of the open files it calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.desktop.looks.notice import LOCATION
from language import Program, parse
from language.editing.names.shared_names import rename_across
from language.expressions.trees import ANY
from language.expressions.trees import LOCATION as LOCATION_NAME
from language.words.diagnostics import Fix
from scenes import SceneError

if TYPE_CHECKING:
    from app.desktop.state.document import Document
    from app.desktop.state.source import Source

Found = tuple["Source", int]  # a program, and a line of it


def location_fault(document: Document, old: str, new: str) -> str:
    """The sentence that says why a location cannot have this name; "" if it can."""
    if new == old:
        return ""
    if not new:
        return "a name is needed"
    fixes = _renamed(document, old, new)
    return fixes if isinstance(fixes, str) else _closed_file(document, old)


def rename_location(document: Document, old: str, new: str) -> None:
    """Gives a location another name, as one undo step of all programs that name it.

    Raises SceneError with the reason where it cannot have that name.
    """
    fault = location_fault(document, old, new)
    fixes = _renamed(document, old, new)
    if fault or isinstance(fixes, str):
        raise SceneError(fault or str(fixes))
    files = _files(document)
    with document.history.together(f"Rename {old} to {new}", in_cell=True):
        for name, fix in fixes.items():
            files[name][0].apply(fix.edits)
    document.check_syntax(at_once=True)
    document.select_all([(LOCATION, new), (LOCATION, old)])  # the old one comes back by undo


def remove_locations(document: Document, names: Iterable[str]) -> None:
    """Removes the lines that define locations, as one undo step.

    Raises SceneError where a location is used; nothing has then changed.
    """
    document.check_syntax(at_once=True)  # lines typed or taken back a moment ago count
    gone = [name.upper() for name in names]
    source = document.active
    lines = [s.line for s in document.program.definitions if _name_of(s.location) in gone]
    if source is None or not lines:
        return
    for program_source, program in _files(document).values():
        for line, use in program.names:
            is_defined_here = program_source is source and line in lines
            if use.name in gone and use.kind in (LOCATION_NAME, ANY) and not is_defined_here:
                where = f"line {line} of {program_source.title}"
                raise SceneError(f"{use.written} is used in {where}: change that line first.")
    kept = [
        text for number, text in enumerate(source.text.split("\n"), start=1) if number not in lines
    ]
    title = f"Remove {gone[0] if len(gone) == 1 else f'{len(gone)} locations'}"
    with document.history.together(title, in_cell=True):
        source.replace_text("\n".join(kept))
    document.check_syntax(at_once=True)


def _name_of(location: object) -> str:
    value = getattr(location, "value", None)
    return "" if value is None else str(value).upper()


def _files(document: Document) -> dict[str, tuple[Source, Program]]:
    """The program in front and the open files that it calls, by their titles."""
    if document.active is None:
        return {}
    others = (s for s in document.sources if s is not document.active)
    called = [s for s in others if document.inputs.calls(s.title)]
    return {s.title: (s, parse(s.text)) for s in (document.active, *called)}


def _renamed(document: Document, old: str, new: str) -> dict[str, Fix] | str:
    """The edits of each open file, or the sentence that says why there are none."""
    files = _files(document)
    programs = {title: program for title, (_, program) in files.items()}
    for title, program in programs.items():
        for line, use in program.names:
            if use.kind == LOCATION_NAME and use.name == old.upper():
                return rename_across(programs, title, line, use.column, new)
    return f"no program in front defines {old}"


def _closed_file(document: Document, old: str) -> str:
    """Why a file that is called but not open keeps the name; "" where none has it."""
    files = _files(document)
    for other in document.inputs.others:
        uses = parse(other.text).names if other.name not in files else ()
        if any(use.name == old.upper() and use.kind in (LOCATION_NAME, ANY) for _, use in uses):
            return f"{other.name} names it too: open that file first"
    return ""
