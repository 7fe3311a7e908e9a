"""Handles in the 3D view that drag the tool, or the frame of the selected location."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal

from app.desktop.looks.notice import LOCATION
from app.desktop.modelling.edits.movable import selected_thing
from app.desktop.runs.posing.jog_axes import T_base_of
from app.desktop.runs.run_control import Command, RunState
from app.desktop.runs.tool_pose import reach, tool_pose
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.staging import frames_of
from app.desktop.view3d.tools.gizmo import Handle
from app.desktop.view3d.tools.pulling import Pulling
from app.programs.located import location_pose, with_location_at
from kinematics import invert
from scenes import CellState, Robot
from scenes.world.frozen import Array
from scenes.world.tool_frame import equipped, in_axes, in_base

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

LABEL_WIDTH = 44  # letters


@dataclass(frozen=True, eq=False)
class Grip:
    """A drag in progress.

    Attributes:
        T_base_target: The pose of the dragged tool or location at the start.
        state: The state at the start; was_jogged: whether it was a jogged one.
        location: The name of the dragged location, "" for the tool.
    """

    T_base_target: Array
    state: CellState
    was_jogged: bool
    location: str


class ToolHandles(Pulling):
    """A MouseTool: the tool follows at once by jogging, a location when the button goes up.

    While a thing is selected that can be placed, the handles stand on that instead.
    """

    refused = Signal(str)

    def __init__(self, document: Document, viewport: Viewport, jog_settings: JogSettings) -> None:
        super().__init__(viewport)
        self._document, self._jog_settings = document, jog_settings
        self._grip: Grip | None = None
        self._moved: Array | None = None  # T_base_tool of the location that is dragged
        self._awaited: dict[str, Array] = {}  # T_axes_tool of moved locations until a run has them
        for signal in (document.positionChanged, jog_settings.changed, document.findingsChanged):
            signal.connect(self.refresh)
        document.selectionChanged.connect(self._select)
        document.cellChanged.connect(self._let_go)
        document.runChanged.connect(self._take_run)
        self.refresh()

    # The place of the handles.

    def refresh(self) -> None:
        """Puts the handles on the tool or the selected location; hides them in motion."""
        self._show_awaited()
        super().refresh()

    def _frame(self) -> Array | None:
        target = self._target()
        if target is None:
            return None
        robot, T_base_target = target
        if self._moved is not None:
            T_base_target = self._moved
        frame = np.array(robot.T_world_base @ T_base_target)
        cell, state = self._document.cell, self._document.state
        if not self._jog_settings.in_tool and cell is not None and state is not None:
            T_base_axes = T_base_of(self._jog_settings.axes, cell, state)
            frame[:3, :3] = robot.T_world_base[:3, :3] @ T_base_axes[:3, :3]
        return frame

    def _target(self) -> tuple[Robot, Array] | None:
        """The robot and the pose in its base that the handles move; None if nothing may move."""
        document = self._document
        state, cell = document.state, document.cell
        if state is None or cell is None or not self._jog_settings.shows_handles:
            return None
        if not document.control.may(Command.JOG) or selected_thing(document) is not None:
            return None
        name, robot = self._location(), equipped(cell.robot, state.tool)
        if not name:
            return robot, tool_pose(robot, state.q)
        pose = self._awaited.get(name)
        pose = location_pose(document.program, name) if pose is None else pose
        return None if pose is None else (robot, in_base(state.base, pose))

    def _location(self) -> str:
        chosen = self._document.selection
        return chosen.name if chosen.kind == LOCATION else ""

    def _select(self) -> None:
        self.disarm()
        self.refresh()

    # A pull.

    def _begin(self, handle: Handle) -> bool:
        target, state = self._target(), self._document.state
        if target is None or state is None:
            return False
        was_jogged = self._document.control.state is RunState.JOG
        self._grip = Grip(target[1], state, was_jogged, self._location())
        return True

    def _follow(self, motion: Array, words: str) -> None:
        """Moves the tool, or the frame of the location."""
        held, cell = self._grip, self._document.cell
        if held is None or cell is None:
            return
        T_world_base = cell.robot.T_world_base
        T_base_target = invert(T_world_base) @ motion @ T_world_base @ held.T_base_target
        if held.location:
            self._show_location(held, T_base_target, words)
        else:
            self._bring_tool(equipped(cell.robot, held.state.tool), T_base_target, words)

    def _finish(self) -> None:
        """Leaves the tool jogged where it is; writes a location into the program."""
        held, moved = self._grip, self._moved
        self.end()
        if held is not None and held.location and moved is not None:
            self._write_location(held.location, in_axes(held.state.base, moved))
        self.refresh()

    def _restore(self) -> None:
        """Moves tool or location back to the start of the drag."""
        held = self._grip
        assert held is not None
        self.end()
        if held.location:
            self._show_frames({})
        elif held.was_jogged:
            self._document.jog(held.state.q)
        else:
            self._document.end_jog()

    def _let_go(self) -> None:
        """Ends a drag that began in another cell; the tool stays, a location keeps its figures."""
        if self._grip is not None:
            self.end()
        self.refresh()

    def end(self) -> None:
        """Lets go of the handle, whatever has become of the pull."""
        self._grip = self._moved = None
        self._document.preview.clear()
        super().end()

    # The tool.

    def _bring_tool(self, robot: Robot, T_base_tool: Array, words: str) -> None:
        state = self._document.state
        if state is None:
            return
        answer = reach(robot, T_base_tool, state.q)
        if answer.q is None:
            self._refuse(answer.reason)
        else:
            self.actors.say(words)
            self._document.jog(answer.q)

    def _refuse(self, reason: str) -> None:
        """Shows beside the tool why it cannot follow, and in the status bar."""
        self.actors.say(fill(f"× {reason}", LABEL_WIDTH), is_fault=True)
        self.refused.emit(f"✖ {reason}")
        self._viewport.update()

    # A location.

    def _show_location(self, held: Grip, T_base_tool: Array, words: str) -> None:
        """Shows the frame at the pointer, and the ghost of the arm where it reaches that frame."""
        cell = self._document.cell
        assert cell is not None
        self._moved = T_base_tool
        robot = equipped(cell.robot, held.state.tool)
        answer = reach(robot, T_base_tool, held.state.q, any_turn=True)
        if answer.q is None:
            self._refuse(answer.reason)
            self._document.preview.clear()
        else:
            self.actors.say(f"{held.location}  {words}")
            self._document.preview.show(replace(held.state, q=answer.q))
        self._show_frames({held.location: in_axes(held.state.base, T_base_tool)})
        self.refresh()

    def _write_location(self, name: str, T_axes_tool: Array) -> None:
        """Changes the figures of the location's POINT as one undo step."""
        document, source = self._document, self._document.active
        if source is None:
            return
        document.check_syntax(at_once=True)
        text = with_location_at(source.text, document.program, name, T_axes_tool)
        if text is None:
            document.notify(f"{name} has no POINT with six figures to change.", "warning")
            return
        self._awaited[name] = T_axes_tool
        with document.history.together(f"Move {name}", in_cell=True):
            source.replace_text(text)
        document.check_syntax(at_once=True)
        document.notify(f"{name} is moved; Ctrl+Z takes it back.")

    def _take_run(self) -> None:
        if self._document.has_fresh_run:
            self._awaited = {}
        self.refresh()

    def _show_awaited(self) -> None:
        if self._awaited and self._grip is None:
            self._show_frames(self._awaited)

    def _show_frames(self, moved: dict[str, Array]) -> None:
        """Shows the present locations, with some of them moved."""
        state, cell = self._document.state, self._document.cell
        if state is None or cell is None:
            return
        self._scene.set_frames(frames_of(cell, {**state.locations, **moved}, state.base))
