"""Which things the user has locked: mouse and keys then leave them where and as they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.desktop.looks.notice import BODY, ROBOT
from app.desktop.state.choices.things import Key, bodies_of_robot
from scenes import SceneError

if TYPE_CHECKING:
    from app.desktop.state.document import Document


def is_locked(document: Document, kind: str, name: str) -> bool:
    """Whether a thing may not be moved, resized or removed; bodies of a locked robot neither."""
    locked, cell = document.looks.locked, document.cell
    if (kind, name) in locked:
        return True
    if kind != BODY or cell is None or (ROBOT, cell.robot.name) not in locked:
        return False
    return name in bodies_of_robot(cell.robot)


def refuse_locked(document: Document, kind: str, name: str, verb: str) -> None:
    """Raises SceneError where a thing is locked. verb: What it is kept from: "move", "remove"."""
    if is_locked(document, kind, name):
        raise SceneError(f"{name} is locked: unlock it to {verb} it.")


def unlocked(document: Document, keys: Iterable[Key], verb: str) -> tuple[Key, ...]:
    """The things that are not locked; a message names those that are.

    verb: What cannot be done with a locked thing: "move", "remove".
    """
    given = tuple(keys)
    held = [name for kind, name in given if is_locked(document, kind, name)]
    if held:
        names = " and ".join(held[:2]) if len(held) <= 2 else f"{len(held)} things"
        words = "is locked: unlock it" if len(held) == 1 else "are locked: unlock them"
        document.notify(f"{names} {words} to {verb} {'it' if len(held) == 1 else 'them'}.")
    return tuple(key for key in given if not is_locked(document, *key))
