"""The menu Tools: handles, measuring, section, the check, the console."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from app.desktop.looks.notice import ROBOT
from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.modelling.hand_form import CHOICE
from app.desktop.window_parts import WindowParts


def check(parts: WindowParts) -> None:
    """Checks the program at once, changed or not."""
    parts.document.check_syntax()
    parts.document.check_again()


def cancel(parts: WindowParts) -> None:
    """Cancels the search for a way round, else the check, and says how to begin that again."""
    if parts.ways.is_busy:
        parts.ways.cancel()
        return
    parts.document.cancel_check()
    parts.document.notify("The check was stopped; Tools > Check now begins it again.")


def change_hand(parts: WindowParts) -> None:
    """Selects the robot, whose properties hold the list of hands, and opens that list."""
    cell = parts.document.cell
    if cell is None:
        parts.document.notify("Open a cell first: its robot can have a hand.", "warning")
        return
    parts.document.select(ROBOT, cell.robot.name)
    parts.docks.bring("Properties")
    choice = parts.docks["Properties"].findChild(QComboBox, CHOICE)
    if isinstance(choice, QComboBox):
        choice.setFocus()
        choice.showPopup()


def make_frame(parts: WindowParts, by_face: bool) -> None:
    """Lets clicks in the 3D view make a named frame."""
    things = parts.view.things
    if things is None:
        parts.document.notify("There is no 3D view to point at.", "warning")
    elif by_face:
        things.make_frame_by_face()
    else:
        things.make_frame_by_points()


def ask_study(parts: WindowParts) -> None:
    """Asks for a study file, and shows its panel."""
    if parts.study.ask():
        parts.docks.bring("Study")


def go_to_console(parts: WindowParts) -> None:
    """Shows the console and puts the cursor in its line."""
    dock = parts.docks["Console"]
    dock.show()
    dock.raise_()
    parts.console.input.setFocus()


TOOLS = Menu(
    "Tools",
    (
        Tick(
            "handles",
            "Drag handles",
            "Ctrl+Alt+H",
            "Show handles on the selected body, frame, robot or location, else on the tool",
            "mdi6.axis-arrow",
            lambda parts, is_on: parts.jog_settings.set_handles(is_on),
        ),
        Tick(
            "tool_axes",
            "Along the tool",
            "Ctrl+Alt+A",
            "Handles and steps go along the tool's or body's own axes, else those of the base",
            "mdi6.axis-z-rotate-clockwise",
            lambda parts, is_on: parts.jog_settings.set_in_tool(is_on),
        ),
        Tick(
            "handles_at_middle",
            "Handles at the middle",
            "Ctrl+Alt+M",
            "Handles stand in the middle of the selected body, else on its own frame",
            "mdi6.image-filter-center-focus",
            lambda parts, is_on: parts.jog_settings.set_at_middle(is_on),
        ),
        Tick(
            "measure",
            "Measure",
            "Ctrl+M",
            "Measure in the 3D view: distance, angle, radius, clearance, nearest bodies",
            "mdi6.ruler",
            lambda parts, is_on: parts.jog_settings.set_measuring(is_on),
        ),
        Tick(
            "section",
            "Section",
            "Ctrl+Alt+X",
            "Cut the bodies open along a plane and look inside",
            "mdi6.content-cut",
            lambda parts, is_on: parts.view.show_section(is_on),
        ),
        LINE,
        Action(
            "frame_by_points",
            "Frame by three points",
            "Ctrl+Alt+3",
            "Click the origin, a point on x and a point beside it: they make a named frame",
            "mdi6.vector-triangle",
            lambda parts: make_frame(parts, by_face=False),
        ),
        Action(
            "frame_by_face",
            "Frame by a face",
            "Ctrl+Alt+F",
            "Click a face: its normal is z of a named frame",
            "mdi6.axis-z-arrow",
            lambda parts: make_frame(parts, by_face=True),
        ),
        LINE,
        Action(
            "end_jog",
            "Back to run",
            "Ctrl+Backspace",
            "Forget the jogged pose",
            "mdi6.arrow-u-left-top",
            lambda parts: parts.document.end_jog(),
        ),
        LINE,
        Action(
            "check",
            "Check now",
            "F7",
            "Check the program without waiting",
            "mdi6.check-decagram-outline",
            check,
        ),
        Action(
            "cancel",
            "Cancel check",
            "Ctrl+F7",
            "Stop the check, or the search for a way round, that is under way",
            "mdi6.cancel",
            cancel,
        ),
        Action(
            "workbench",
            "Mechanism workbench",
            "Ctrl+Alt+W",
            "Change the links of the arm and see all ways in which it reaches its pose",
            "mdi6.robot-outline",
            lambda parts: parts.docks.bring("Mechanism"),
        ),
        Action(
            "study",
            "Open study…",
            "Ctrl+Alt+Q",
            "Open a study file: reach, placement, tolerance, throughput or link parameters",
            "mdi6.chart-scatter-plot",
            ask_study,
        ),
        Action(
            "change_robot",
            "Change robot…",
            "Ctrl+Alt+U",
            "Choose another robot for the cell; it stands where the robot stands now",
            "mdi6.robot-industrial",
            lambda parts: parts.welcome.ask_other_robot(),
        ),
        Action(
            "change_hand",
            "Change hand…",
            "Ctrl+Alt+N",
            "Choose the hand on the robot's flange: a gripper, suction cups or a tool",
            "mdi6.robot-industrial-outline",
            change_hand,
        ),
        Action("console", "Console", "Ctrl+`", "Go to the console", "mdi6.console", go_to_console),
    ),
)
