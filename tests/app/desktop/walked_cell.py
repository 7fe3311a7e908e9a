"""A pick and place with a UR5e, built and taught from nothing by events of mouse and keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QTabBar, QWidget

from app.desktop.looks.dialogs import Dialogs, Unsaved
from app.desktop.view3d.drawing.camera import project
from app.desktop.window.main_window import MainWindow
from tests.app.desktop.in_front import is_in_front

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
STILL_S = 0.4  # a flight of the camera takes 0.22 s
Wait = Callable[[Callable[[], bool]], None]


class LeavesUnsaved(Dialogs):
    """Discards the walk's texts when its window is closed."""

    def unsaved(self, names: list[str]) -> Unsaved:
        return Unsaved.DISCARD


@dataclass
class Hands:
    """What a user's hands do; each click and each key is counted.

    wait: Returns when a condition holds.
    presses: Clicks, and keys that are no letter of a name and no digit of a number. The held keys
        of a chord count too: Ctrl+Shift+N is three presses.
    typed: Letters of names and digits of numbers.
    """

    window: MainWindow
    wait: Wait
    presses: int = 0
    typed: int = 0
    log: list[str] = field(default_factory=list)

    def keys(self, chord: str, times: int = 1) -> None:
        """Presses a chord of keys, where the keyboard is."""
        for _ in range(times):
            QTest.keySequence(self._focus(), QKeySequence(chord))
            self.presses += len(chord.split("+"))
            QApplication.processEvents()
        self.log.append(chord if times == 1 else f"{times} × {chord}")

    def types(self, text: str) -> None:
        """Types a name or a number, where the keyboard is."""
        QTest.keyClicks(self._focus(), text)
        self.typed += len(text)
        self.log.append(f"“{text}”")
        QApplication.processEvents()

    def types_in_turn(self, *numbers: float) -> None:
        """Types numbers into fields that follow each other, and takes the last one."""
        for i, number in enumerate(numbers):
            if i:
                self.keys("Tab")
            self.types(f"{number:g}")
        self.keys("Return")

    def clicks(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Clicks a widget, in its middle or at a place."""
        at = widget.rect().center() if place is None else place
        inner = widget.childAt(at)  # a field for a number holds its text in a widget of its own
        self.log.append(f"click {widget.accessibleName() or type(widget).__name__}")
        if inner is not None:
            widget, at = inner, inner.mapFrom(widget, at)
        QTest.mouseClick(widget, LEFT, PLAIN, at)
        self.presses += 1
        QApplication.processEvents()

    def _focus(self) -> QWidget:
        popup = QApplication.activePopupWidget()
        if popup is None:
            self.wait(partial(is_in_front, self.window))
        widget = popup if isinstance(popup, QMenu) else QApplication.focusWidget()
        assert widget is not None, "no widget has the keyboard"
        return widget


@dataclass
class Walk:
    """The walk, step by step: each step ends when the window has settled.

    shown: Called with the name of each finished step, as for a picture.
    """

    hands: Hands
    shown: Callable[[str], None] = lambda step: None

    def go(self) -> None:
        """From an empty window to a program that is proven free of collision."""
        for step in (
            self.choose_robot,
            self.choose_hand,
            self.add_table,
            self.add_block,
            self.pick,
            self.go_over_the_goal,
            self.place,
        ):
            try:
                step()
                self.hands.wait(self._is_settled)
            except Exception as fault:
                message = self._window.host.messages.text.text()
                fault.add_note(f"in {step.__name__}, after {self.hands.log}, with “{message}”")
                raise
            self.shown(step.__name__)

    @property
    def _window(self) -> MainWindow:
        return self.hands.window

    def _is_settled(self) -> bool:
        document = self._window.document
        return document.cell is not None and document.is_checked

    def choose_robot(self) -> None:
        """A new cell with a UR5e."""
        window, hands = self._window, self.hands
        hands.keys("Ctrl+Shift+N")
        hands.wait(lambda: window.focusWidget() is window.welcome.robots.text)
        hands.types("ur5e")
        hands.keys("Return")
        hands.wait(lambda: window.document.cell is not None)

    def choose_hand(self) -> None:
        """A gripper with two fingers on the flange."""
        hands, document = self.hands, self._window.document
        hands.keys("Ctrl+Alt+N")
        hands.wait(lambda: QApplication.activePopupWidget() is not None)
        hands.types("two")
        hands.keys("Return")
        hands.wait(lambda: document.cell.robot.hand is not None)

    def add_table(self) -> None:
        """A plate of 400 × 700 × 30 mm before the robot."""
        self._add("Ctrl+B", "box1")
        self._fill("Size X", 400, 700, 30)
        self._fill("box1 X", -500, 0, 15)
        self._rename("table")

    def add_block(self) -> None:
        """A cube of 60 mm, put onto the table by a click, then moved to round numbers."""
        self._add("Ctrl+Shift+B", "BLOCK1")
        window = self._window
        self._wait_for_the_camera()
        self.hands.clicks(window.viewport, self._seen((-450.0, 120.0, 30.0)))
        self.hands.wait(self._is_settled)
        self._fill("BLOCK1 X", -500, -180)

    def pick(self) -> None:
        """A click on a free ghost of the hand writes the pick."""
        window, hands = self._window, self.hands
        hands.keys("Ctrl+Alt+K")
        grasps = window.view.grasps
        hands.wait(lambda: grasps.is_on)
        self.shown("ghosts")
        self._wait_for_the_camera()
        ghosts = grasps.ghosts
        places = (self._palm_of(i) for i in range(len(ghosts)))
        free = next(at for at in places if grasps.hover(at.x(), at.y()) and ghosts.words == "free")
        hands.clicks(window.viewport, free)
        hands.wait(lambda: "HAND" in window.document.program.text)

    def go_over_the_goal(self) -> None:
        """The run goes to the end of the pick; the tool is jogged to the goal by numbers."""
        window, hands = self._window, self.hands
        hands.clicks(window.editor.current.viewport(), self._below_the_pick())
        hands.keys("Ctrl+F10")
        document = window.document
        hands.wait(lambda: document.state.held is not None and not document.control.is_moving)
        self._bring("Jog")
        panel = window.joints
        field = next(f for f in panel.tool.fields if f.accessibleName() == "tool Y")
        self._bring_into_sight(panel, field)
        hands.clicks(field)
        hands.types("180")
        hands.keys("Tab")
        hands.keys("End")
        hands.types("-50")
        hands.keys("Return")

    def place(self) -> None:
        """The pose is taught with its approach, the hand opens, and the tool goes back."""
        for chord in ("Ctrl+Shift+A", "Ctrl+Alt+R", "Ctrl+Alt+O", "Ctrl+Shift+D"):
            self.hands.keys(chord)

    def _seen(self, point: Sequence[float]) -> QPoint:
        """Where a point of the cell, mm, is seen in the 3D view."""
        scene = self._window.viewport.scene
        x, y = project(scene.camera, np.asarray(point, dtype=float), *scene.size)
        return QPoint(round(x), round(y))

    def _palm_of(self, ghost: int) -> QPoint:
        """Where the palm of a ghost is seen."""
        T = self._window.view.grasps.ghosts.judged(ghost).T_world_flange
        return self._seen(T[:3, 3] + 60.0 * T[:3, 2])

    def _wait_for_the_camera(self) -> None:
        """Waits until the camera has stood still for a moment, as a user would."""
        seen, since = self._sight(), time.monotonic()

        def stands_still() -> bool:
            nonlocal seen, since
            now = self._sight()
            if now != seen:
                seen, since = now, time.monotonic()
            return time.monotonic() - since > STILL_S

        self.hands.wait(stands_still)

    def _sight(self) -> tuple[float, ...]:
        """Where the camera stands and looks."""
        camera = self._window.viewport.scene.camera
        return (*camera.focus, camera.azimuth, camera.elevation, camera.distance)

    def _add(self, chord: str, name: str) -> None:
        """A new body of the first shape in the menu."""
        hands, document = self.hands, self._window.document
        hands.keys(chord)
        hands.wait(lambda: QApplication.activePopupWidget() is not None)
        hands.keys("Return")
        hands.wait(lambda: document.selection.name == name and self._is_settled())

    def _fill(self, first: str, *numbers: float) -> None:
        """Types numbers into the field of Properties with a name, and those behind it."""
        panel = self._window.properties
        found: list[QWidget] = []

        def is_there() -> bool:
            fields = panel.findChildren(QWidget)
            found[:] = [field for field in fields if field.accessibleName() == first]
            return bool(found)

        self.hands.wait(is_there)  # the panel is made in several events
        field = found[0]
        self._bring_into_sight(panel, field)
        self.hands.clicks(field)
        self.hands.types_in_turn(*numbers)
        self.hands.wait(self._is_settled)

    def _bring_into_sight(self, panel: QScrollArea, field: QWidget) -> None:
        """Turns the wheel of the mouse where a field lies outside of a panel's visible part."""
        if field.visibleRegion().isEmpty():
            panel.ensureWidgetVisible(field)
            self.hands.presses += 1

    def _rename(self, name: str) -> None:
        self.hands.keys("F2")
        self.hands.types(name)
        self.hands.keys("Return")
        self.hands.wait(self._is_settled)

    def _below_the_pick(self) -> QPoint:
        """A place in the last line of the program, which is END."""
        editor = self._window.editor.current
        block = editor.document().findBlockByNumber(editor.line)  # the one below the cursor's
        box = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
        return QPoint(40, round(box.center().y()))

    def _bring(self, dock: str) -> None:
        """Clicks the tab of a panel."""
        for bar in self._window.findChildren(QTabBar):
            for i in range(bar.count()):
                if bar.tabText(i) == dock:
                    self.hands.clicks(bar, bar.tabRect(i).center())
                    return
