"""The menu Teach: the pose of the arm and the work of its hand, written into the program."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.desktop.jogging.taught_pick import pick
from app.desktop.jogging.teach import (
    Motions,
    Taught,
    departure,
    hand_goes,
    hand_takes,
    motion_here,
)
from app.desktop.looks.notice import BODY
from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.menus.editing.undoing import place_in_focus
from app.desktop.window_parts import WindowParts
from scenes import Cell, CellState

if TYPE_CHECKING:
    from scenes.connecting.grasp_verdicts import JudgedGrasp


def teach(motions: Motions, parts: WindowParts) -> None:
    """Writes the pose of the arm into the program, with motions to it."""
    given = _given(parts)
    if given is not None:
        _write(parts, motion_here(*given, parts.document.program, _cursor(parts), motions))


def teach_departure(parts: WindowParts) -> None:
    """Writes a motion straight back along the tool."""
    if _given(parts) is not None:
        _write(parts, departure(parts.document.program, _cursor(parts)))


def teach_opening(opens: bool, parts: WindowParts) -> None:
    """Writes that the hand opens or closes."""
    given, in_run = _given(parts), parts.document.state_in_run
    if given is None or in_run is None:
        return
    cell, state = given
    taught = hand_goes(cell, state, in_run, parts.document.program, _cursor(parts), opens)
    if taught is None:
        parts.document.notify(f"{cell.robot.name} has no hand to open or close.", "warning")
        return
    _write(parts, taught)


def teach_holding(takes: bool, parts: WindowParts) -> None:
    """Writes that the hand takes the part along, or lets go of it."""
    given = _given(parts)
    if given is not None:
        _write(parts, hand_takes(*given, parts.document.program, _cursor(parts), takes))


def show_grasps(parts: WindowParts) -> None:
    """Shows the grasps of the selected part, or of the only part, as ghosts to be clicked."""
    given = _given(parts)
    if given is None or parts.view.grasps is None:
        return
    cell, state = given
    chosen, present = parts.document.selection, [n for n, T in state.parts.items() if T is not None]
    selected = [chosen.name] if chosen.kind == BODY and cell.part_called(chosen.name) else []
    named = selected or (present if len(present) == 1 else [])
    if not named:
        parts.document.notify("Select the part that the hand is to take.", "warning")
        return
    parts.view.grasps.look_for(named[0], partial(_write_pick, parts, named[0]))


def _write_pick(parts: WindowParts, part: str, judged: JudgedGrasp, state: CellState) -> None:
    """Writes the pick of a part with a chosen grasp. state: The one in which the part lies."""
    cell = parts.document.cell
    if cell is not None and parts.editor.current is not None:
        program = parts.document.program
        _write(parts, pick(cell, state, program, _cursor(parts), judged, part), is_posed=False)


def _given(parts: WindowParts) -> tuple[Cell, CellState] | None:
    """The cell and its shown state; None, with a word to the user, where there is no program."""
    document = parts.document
    if document.cell is None or document.state is None or parts.editor.current is None:
        document.notify("Teaching needs a cell and a program.", "warning")
        return None
    document.check_syntax(at_once=True)  # lines typed a moment ago count
    return document.cell, document.state


def _cursor(parts: WindowParts) -> int:
    """The line of the cursor, from 1."""
    editor = parts.editor.current
    assert editor is not None
    return editor.line


def _write(parts: WindowParts, taught: Taught, is_posed: bool = True) -> None:
    """Inserts what was taught as one undo step, and goes to its last line.

    is_posed: Whether the arm stands in the taught pose, so that the faults of the pose count.
    """
    document, editor = parts.document, parts.editor.current
    assert editor is not None
    faults = parts.jog_check.faults if is_posed else ""
    from_panel = place_in_focus(parts) is None
    with document.history.together(f"Teach {taught.what}", in_cell=from_panel):
        editor.source.insert_lines(taught.lines)
    editor.go_to(taught.line)
    message = f"{taught.what} is taught in line {taught.line}."
    if taught.hint:
        message += f" Mind: {taught.hint}."
    if faults:
        message += f" Mind that in this pose: {faults}."
    document.notify(message, "warning" if faults or taught.hint else "note")


TEACH = Menu(
    "Teach",
    (
        Action(
            "teach",
            "Teach here",
            "Ctrl+T",
            "Insert a POINT with the pose of the arm, without a motion",
            "mdi6.map-marker-plus-outline",
            partial(teach, Motions.POINT),
        ),
        LINE,
        Action(
            "teach_move",
            "Move here",
            "Ctrl+Shift+M",
            "Write a motion of all joints to this pose, MOVE, with its POINT",
            "mdi6.vector-curve",
            partial(teach, Motions.MOVE),
        ),
        Action(
            "teach_straight",
            "Straight here",
            "Ctrl+Shift+L",
            "Write a straight line of the tool to this pose, MOVES, with its POINT",
            "mdi6.vector-line",
            partial(teach, Motions.STRAIGHT),
        ),
        Action(
            "teach_approach",
            "Approach and go here",
            "Ctrl+Shift+A",
            "Write APPRO, 50 mm before this pose, and MOVES to it, with its POINT",
            "mdi6.arrow-collapse-down",
            partial(teach, Motions.APPROACH),
        ),
        Action(
            "teach_departure",
            "Depart",
            "Ctrl+Shift+D",
            "Write DEPARTS: 50 mm straight back along the tool",
            "mdi6.arrow-expand-up",
            teach_departure,
        ),
        LINE,
        Action(
            "teach_open",
            "Open the hand",
            "Ctrl+Alt+O",
            "Write OPENI, to the shown opening if it was jogged wider",
            "mdi6.arrow-expand-horizontal",
            partial(teach_opening, True),
        ),
        Action(
            "teach_close",
            "Close the hand",
            "Ctrl+Alt+C",
            "Write CLOSEI, to the shown opening if it was jogged narrower, else onto the part",
            "mdi6.arrow-collapse-horizontal",
            partial(teach_opening, False),
        ),
        Action(
            "teach_hand",
            "Take the part",
            "Ctrl+Alt+P",
            "Write HAND: the part between the fingers goes along",
            "mdi6.hand-back-right-outline",
            partial(teach_holding, True),
        ),
        Action(
            "teach_release",
            "Release the part",
            "Ctrl+Alt+R",
            "Write RELEAS: the part stays where it is",
            "mdi6.hand-wave-outline",
            partial(teach_holding, False),
        ),
        LINE,
        Action(
            "show_grasps",
            "Show grasps",
            "Ctrl+Alt+K",
            "Show where the hand can take the selected part; a click on a ghost writes the pick",
            "mdi6.hand-extended-outline",
            show_grasps,
        ),
    ),
)
