"""Edits of a robot's hand and of its tool frame in the cell file; each is one undo step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.desktop.looks.notice import ROBOT
from app.desktop.modelling.edits.placing import section_of
from app.desktop.modelling.edits.solid_edits import push
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import remove_item

if TYPE_CHECKING:
    from app.desktop.state.document import Document

NO_HAND = "none"


def hand_in_file(file: CellFile, robot_name: str) -> str | None:
    """The hand that the cell file gives a robot: a name, a path or "none"; None for no entry."""
    entry = _entry_of(file, robot_name)
    return None if entry is None else entry.get("hand")


def has_own_tool(file: CellFile, robot_name: str) -> bool:
    """Whether the cell file gives the robot a tool frame of its own."""
    return "tool" in (_entry_of(file, robot_name) or {})


def set_hand(document: Document, robot_name: str, hand: str | None) -> None:
    """Gives a robot another hand.

    hand: The name of a shipped hand, a path from the cell, "none" for no hand, or None for the one
        of the robot file. A tool frame that the cell gave belonged to the old hand: it goes too.
    Raises SceneError where the cell cannot have this hand; nothing has then changed.
    """
    file = document.cell_file
    entry = None if file is None else _entry_of(file, robot_name)
    if file is None or entry is None or entry.get("hand") == hand:
        return
    edited = _without(file, robot_name, "tool" if hand is not None else "hand")
    if hand is None:
        edited = _without(edited, robot_name, "tool")
    else:
        edited = set_value(edited, ("robots", robot_name, "hand"), hand)
    off = f"Take the hand off {robot_name}"
    push(document, edited, off if hand == NO_HAND else f"Give {robot_name} another hand")


def set_tool(
    document: Document,
    robot_name: str,
    at: Sequence[float] | None,
    rpy_deg: Sequence[float] = (0.0, 0.0, 0.0),
) -> None:
    """Gives a robot another tool frame in its flange.

    at: Position, mm; None for the tool frame of the hand, or of the robot file. rpy_deg: Roll,
    pitch and yaw, degrees.
    """
    file = document.cell_file
    if file is None or _entry_of(file, robot_name) is None:
        return
    if at is None:
        edited = _without(file, robot_name, "tool")
    else:
        pose: dict[str, Any] = {"at": list(at)}
        pose |= {"rpy": list(rpy_deg)} if any(rpy_deg) else {}
        edited = set_value(file, ("robots", robot_name, "tool"), pose)
    if edited is not file and edited.text != file.text:
        push(document, edited, f"Change the tool of {robot_name}")


def _entry_of(file: CellFile, robot_name: str) -> dict[str, Any] | None:
    if section_of(file, robot_name, ROBOT) is None:
        return None
    entry = file.data["robots"][robot_name]
    return entry if isinstance(entry, dict) else None


def _without(file: CellFile, robot_name: str, key: str) -> CellFile:
    """The file without a key of a robot's entry; the file itself where it has no such key."""
    entry = _entry_of(file, robot_name)
    known = entry is not None and key in entry
    return remove_item(file, ("robots", robot_name, key)) if known else file
