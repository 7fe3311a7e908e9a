"""The state of the mechanism workbench: the changed arm, the pose it shall reach, the answer."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.looks.notice import Notice, Offer
from app.desktop.modelling.edits.solid_edits import set_entry
from app.desktop.runs.analyst import Analyst
from app.desktop.state.document import Document
from app.desktop.workbench.arm_draft import ArmDraft, draft_of
from app.desktop.workbench.dh_moves import MOVES, FrameMove, frame_move, frames
from app.desktop.workbench.tried_arm import TriedArm, tried
from kinematics import KinematicsError, Mechanism, forward
from scenes import Robot, SceneError
from scenes.files.text.edits import replace_file
from scenes.world.frozen import Array

FRAME_MS = 30
MOVE_S = 1.2  # s that one of the four moves takes when they are played


class Workbench(QObject):
    """Opened with its panel; then it takes the arm of the cell in its shown pose."""

    changed = Signal()  # the draft, the answer, or whether the workbench is open
    moved = Signal()  # the frame on its way

    def __init__(self, document: Document, analyst: Analyst) -> None:
        super().__init__(document)
        self._document, self._analyst = document, analyst
        self.is_open = False
        self.fault = ""
        self.draft: ArmDraft | None = None
        self.goal = np.eye(4)  # T_base_flange, mm
        self.answer: TriedArm | None = None
        self.progress = 0.0
        self._before: Mechanism | None = None
        self._ticker = QTimer(self, interval=FRAME_MS)
        self._ticker.timeout.connect(self._tick)
        document.cellChanged.connect(self._follow_cell)

    def open(self) -> None:
        """Takes the arm of the cell, and the pose of its flange as the goal."""
        self.is_open = True
        self.reset()

    def close(self) -> None:
        """Forgets the draft; the arm of the cell was never changed."""
        self.is_open, self.draft, self.answer = False, None, None
        self._ticker.stop()
        self.changed.emit()

    def reset(self) -> None:
        """Takes the arm of the cell anew."""
        cell, state = self._document.cell, self._document.state
        self.draft, self.answer, self.fault, self.progress = None, None, "", 0.0
        if cell is not None and state is not None:
            self._before = cell.robot.mechanism
            try:
                self.draft = draft_of(cell.robot)
                self.goal = forward(cell.robot.mechanism, state.q)
            except KinematicsError as fault:
                self.fault = str(fault)
        self._ask()

    def take_goal(self) -> None:
        """Makes the shown pose of the flange the goal."""
        cell, state = self._document.cell, self._document.state
        if cell is not None and state is not None:
            self.goal = forward(cell.robot.mechanism, state.q)
            self._ask()

    def set_value(self, row: int, column: str, value: float) -> None:
        """Changes a parameter, mm or degrees."""
        if self.draft is not None and value != self.draft.value(row, column):
            self.draft = self.draft.changed(row, column, value)
            self._ask()

    def _ask(self) -> None:
        draft, goal = self.draft, self.goal
        self.changed.emit()
        if draft is None:
            return

        def take(found: TriedArm) -> None:
            if self.draft is draft and self.goal is goal:
                self.answer = found
                self.changed.emit()

        self._analyst.ask("workbench", tried, draft, goal, then=take)

    def _follow_cell(self) -> None:
        cell = self._document.cell
        if self.is_open and cell is not None and cell.robot.mechanism is not self._before:
            self.reset()

    # The frames.

    @property
    def q(self) -> Array:
        """The joint values at which the frames are shown, (n,): the solution nearest to the pose
        of the cell, or that pose where there is none."""
        assert self.draft is not None
        state = self._document.state
        here = state.q if state is not None else np.zeros(self.draft.n)
        if self.answer is None or not len(self.answer.q):
            return np.asarray(here)
        away = self.answer.q - here
        away -= 2.0 * np.pi * np.round(away / (2.0 * np.pi))
        return np.asarray(self.answer.q[int(np.abs(away).max(axis=1).argmin())])

    @property
    def frames(self) -> Array:
        """T_base_frame of frames 0 to n, (n + 1, 4, 4), mm."""
        assert self.draft is not None
        return frames(self.draft.table, self.q)

    @property
    def moves(self) -> int:
        """The number of moves from frame 0 to frame n."""
        return 0 if self.draft is None else MOVES * self.draft.n

    @property
    def frame_move(self) -> FrameMove | None:
        """The frame on its way; None without a draft."""
        return None if self.draft is None else frame_move(self.draft.table, self.q, self.progress)

    def seek(self, progress: float) -> None:
        """Shows the frame after so many moves."""
        self.progress = min(max(progress, 0.0), float(self.moves))
        self.moved.emit()

    @property
    def is_playing(self) -> bool:
        """Whether the frame moves by itself."""
        return self._ticker.isActive()

    def play(self) -> None:
        """Lets the frame move to the end, from the start if it is there; or stops it."""
        if self.is_playing:
            self._ticker.stop()
        elif self.draft is not None:
            if self.progress >= self.moves:
                self.progress = 0.0
            self._ticker.start()
        self.moved.emit()

    def _tick(self) -> None:
        self.seek(self.progress + FRAME_MS / 1000.0 / MOVE_S)
        if self.progress >= self.moves:
            self._ticker.stop()
            self.moved.emit()

    # The file.

    def save(self, path: Path) -> None:
        """Writes the changed arm as a robot file, and offers to use it in the cell.

        Its bodies are left out: they fit the links of the arm they were drawn for. A robot file
        without bodies is drawn from its links, and says that it is schematic.
        """
        from scenes.files.robots.robot_writer import robot_text

        cell, document = self._document.cell, self._document
        if cell is None or self.draft is None:
            return
        try:
            robot = replace(
                _with_own_hand(cell.robot),
                mechanism=self.draft.mechanism(),
                bodies=(),
                check_poses=(),
                schematic=True,
                title=f"{cell.robot.title}, changed",
                source=f"Changed by hand from {cell.robot.title}. {cell.robot.source}",
                allowed=frozenset(),
            )
            replace_file(path, robot_text(robot).encode())
        except (KinematicsError, SceneError, OSError) as fault:
            document.notify(f"The robot file was not written. {fault}", "error")
            return
        use = Offer("Use it in this cell", lambda: self._use(path))
        document.noticed.emit(Notice(f"Robot written to {path.name}.", offers=(use,)))

    def _use(self, path: Path) -> None:
        document = self._document
        cell, file = document.cell, document.cell_file
        if cell is None or file is None:
            return
        name = os.path.relpath(path, file.path.resolve().parent).replace(os.sep, "/")
        try:
            set_entry(document, ("robots", cell.robot.name, "use"), name)
        except SceneError as fault:
            document.notify(f"Not used: {str(fault).splitlines()[0]}", "error")


def _with_own_hand(robot: Robot) -> Robot:
    """The robot with the hand that its own file gives it, without the bodies of its last link.

    A hand that the cell has put on the flange belongs to the cell, and so does its tool frame.
    """
    hand = robot.hand
    if hand is None:
        return robot
    if hand.name:
        return replace(robot, hand=None, T_flange_tool=np.eye(4))
    return replace(robot, hand=replace(hand, bodies=()))
