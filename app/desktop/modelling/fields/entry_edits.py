"""Edits of one entry of the cell file that change as few characters as possible, and their faults.

A list keeps the text of its items: one more item is inserted, one less is removed, two neighbours
that change places are moved. Comments and digits of the other items stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.cell_edits import EditCell
from app.desktop.modelling.edits.locking import refuse_locked
from scenes import SceneError, SceneFileError
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import dotted
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import insert_item, move_item, remove_item

if TYPE_CHECKING:
    from app.desktop.state.document import Document

Way = tuple[str | int, ...]


KINDS = {"fixtures": BODY, "parts": BODY, "frames": FRAME, "robots": ROBOT}
SHARED = (
    "The file shares this value with other entries (by an alias, *name), and they would change "
    "too: write it out in the file first."
)


def value_in(data: Any, way: Sequence[str | int]) -> Any:
    """The plain value at a place of the file's data; None where there is none."""
    for step in way:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def changed_entry(file: CellFile, way: Way, value: Any) -> CellFile:
    """The file with another value of an entry; None takes the entry out, with mappings that it
    leaves empty.

    Raises SceneError where the text cannot take the value.
    """
    present = value_in(file.data, way)
    if value is None:
        while len(way) > 1 and len(value_in(file.data, way[:-1]) or ()) == 1:
            way = way[:-1]
        return remove_item(file, way)
    for known in range(1, len(way)):
        if value_in(file.data, way[:known]) is None:  # the mapping around it is new too
            inner = value
            for step in reversed(way[known:]):
                inner = {step: inner}
            return set_value(file, way[:known], inner)
    if isinstance(value, list) and isinstance(present, list) and present:
        return _changed_list(file, way, present, value)
    return set_value(file, way, value)


def _changed_list(file: CellFile, way: Way, old: list[Any], new: list[Any]) -> CellFile:
    """The file with another list: by the one item that differs, where it is one."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    if len(new) == len(old) + 1 and new[same + 1 :] == old[same:]:
        return insert_item(file, way, same, new[same])
    if len(new) == len(old) - 1 and new[same:] == old[same + 1 :] and new:
        return remove_item(file, (*way, same))
    if len(new) == len(old) and old[same : same + 2] == new[same : same + 2][::-1]:
        return move_item(file, (*way, same), 1)
    if len(new) == len(old):
        for i in range(same, len(old)):
            if old[i] != new[i]:
                file = changed_entry(file, (*way, i), new[i])
        return file
    return set_value(file, way, new)


def others_stay(before: Any, after: Any, way: Way) -> bool:
    """Whether two states of a file's data are the same but for the value at a place."""
    if not way or type(before) is not type(after) or not isinstance(before, dict | list):
        return True
    if isinstance(before, list) and len(before) != len(after):
        return True
    here = way[0]
    places = range(len(before)) if isinstance(before, list) else before.keys() | after.keys()
    rest = ((value_in(before, (p,)), value_in(after, (p,))) for p in places if p != here)
    inner = value_in(before, (here,)), value_in(after, (here,))
    return all(a == b for a, b in rest) and others_stay(*inner, way[1:])


def take_entry(document: Document, way: Way, value: Any, title: str) -> str:
    """Sets an entry as one undo step; gives the sentence about its fault, and changes nothing then.

    way: Keys and indices from the top of the cell file. value: None takes the entry out.
    """
    file = document.cell_file
    if file is None or value == value_in(file.data, way):
        return ""
    try:
        if way[0] in KINDS and way[2:] != ("colour",):
            refuse_locked(document, KINDS[str(way[0])], str(way[1]), "change")
        edited = changed_entry(file, way, value)
        if "*" in file.text and not others_stay(file.data, edited.data, way):
            return SHARED
        document.cell_commands.push(EditCell(document, file, edited, title))
    except SceneError as fault:
        return sentence_of(fault, way)
    return ""


def sentence_of(fault: SceneError, way: Way) -> str:
    """One sentence for the field at a place of the file: what is wrong, and where if elsewhere."""
    if not isinstance(fault, SceneFileError):
        return str(fault).splitlines()[0]
    problem = fault.problems[0]
    owner = dotted(way[:2])
    is_near = not problem.chain and (problem.path == owner or problem.path.startswith(f"{owner}."))
    where = "" if is_near or not problem.path else f"Line {problem.line}, {problem.path}: "
    more = len(fault.problems) - 1
    others = f" ({more} more fault{'s' if more > 1 else ''} elsewhere)" if more else ""
    return where + _sentence(problem.sentence) + others


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
