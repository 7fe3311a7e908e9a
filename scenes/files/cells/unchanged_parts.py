"""Finds what an edit of a cell file does not change: an edit of one body keeps all others.

A body is kept only if its entries are the same and no note concerns it; so the cell is the same
value as one that is built anew. Changes on disk of part files, meshes, robot files and hand files
are seen by the next full reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenes.files.text.documents import Document, dotted
from scenes.world.cell import Body, Cell, Part
from scenes.world.robot import Hand, Robot

if TYPE_CHECKING:
    from scenes.files.solids.solid_builder import Built

# The last words of a warning about units, also for mesh files. Only the first such body gets the
# warning, so that after an edit another body may have to get it.
UNIT_DOUBTED = "is the unit right?"


@dataclass(frozen=True)
class Kept:
    """What is still right: solids and whole bodies by section and name, and the cell's robot."""

    solids: Mapping[tuple[str, str], Built] = field(default_factory=dict)
    robot: Robot | None = None
    fixtures: Mapping[str, Body] = field(default_factory=dict)
    parts: Mapping[str, Part] = field(default_factory=dict)


NOTHING_KEPT = Kept()


def kept_of(cell: Cell, before: Document, after: Document) -> Kept:
    """Parts of a cell, made from document `before`, that are still right in document `after`."""
    from scenes.files.solids.solid_builder import Built

    then, now = before.data, after.data
    has_doubt = any(UNIT_DOUBTED in note.message for note in cell.notes)
    if before.path != after.path or _entry(then, "include") != _entry(now, "include") or has_doubt:
        return NOTHING_KEPT
    own = [note for note in cell.notes if note not in cell.robot.notes]
    has_note_of_file = any(note.chain for note in own)
    robot = None
    same_robot = all(_entry(then, key) == _entry(now, key) for key in ("robots", "frames"))
    if same_robot and not any(note.path.startswith("robots") for note in own):
        robot = cell.robot
    if has_note_of_file:
        return Kept(robot=robot)
    built = {("fixtures", body.name): Built(body.solid, body.colours) for body in cell.fixtures}
    built |= {("parts", part.name): Built(part.solid, part.colours) for part in cell.parts}
    solids = {
        place: solid
        for place, solid in built.items()
        if _solid_at(then, place) == _solid_at(now, place)
        and not any(f"{note.path}.".startswith(f"{dotted(place)}.") for note in own)
    }
    if _entry(then, "frames") != _entry(now, "frames"):
        return Kept(solids, robot)  # the bodies may stand elsewhere
    same = {place for place in solids if _at(then, place) == _at(now, place)}
    fixtures = {body.name: body for body in cell.fixtures if ("fixtures", body.name) in same}
    parts = {part.name: part for part in cell.parts if ("parts", part.name) in same}
    return Kept(solids, robot, fixtures, parts)


def _entry(data: Mapping[str, Any], key: str) -> Any:
    return data.get(key) or {}


def _at(data: Mapping[str, Any], place: tuple[str, str]) -> Any:
    return _entry(data, place[0]).get(place[1])


def _solid_at(data: Mapping[str, Any], place: tuple[str, str]) -> Any:
    entry = _at(data, place)
    return entry.get("solid") if isinstance(entry, dict) else None


def content_of(cell: Cell) -> tuple[object, ...]:
    """Everything that a cell file and its files say, without the arm's numbers; for comparison."""
    fixtures = tuple(
        (body.name, body.solid.key, body.T_world_body.tobytes()) for body in cell.fixtures
    )
    parts = tuple((part.name, part.solid.key, part.T_world_feed.tobytes()) for part in cell.parts)
    robot = cell.robot
    links = tuple((body.name, body.solid.key, body.T_link_body.tobytes()) for body in robot.bodies)
    poses = (robot.T_world_base.tobytes(), robot.T_flange_tool.tobytes(), robot.ready.tobytes())
    arm = (robot.title, poses, _content_of_hand(robot.hand))
    return (cell.title, fixtures, parts, links, arm, cell.allowed, cell.exemptions, cell.notes)


def _content_of_hand(hand: Hand | None) -> tuple[object, ...]:
    """Everything of a hand that a file says; its bodies are among those of the robot."""
    if hand is None:
        return ()
    fingers = tuple(
        (f.name, f.solid.key, f.share, f.direction.tobytes(), f.T_flange_finger.tobytes())
        for f in hand.fingers
    )
    openings = (hand.opening_min, hand.opening_max, hand.opening_start, hand.gap)
    cups = hand.suction and (hand.suction.cups.tobytes(), hand.suction.radius)
    return (hand.name, fingers, openings, hand.rule, cups, hand.T_flange_grip.tobytes())
