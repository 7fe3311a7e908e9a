"""The menu Run: the buttons of the run, and breakpoints."""

from __future__ import annotations

from functools import partial

from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.runs.run_control import Command
from app.desktop.state.running_file import file_of
from app.desktop.window_parts import WindowParts


def press(command: Command, parts: WindowParts) -> None:
    """Presses one of the buttons of the run."""
    parts.document.press(command)


def run_or_pause(parts: WindowParts) -> None:
    """Holds a moving run; starts a resting one."""
    is_moving = parts.document.control.is_moving
    parts.document.press(Command.PAUSE if is_moving else Command.RUN)


def run_to_cursor(parts: WindowParts) -> None:
    """Runs to the line of the cursor, in any file of the run."""
    editor = parts.editor.current
    if editor is not None:
        file = file_of(parts.document, editor.source)
        parts.document.press(Command.TO_LINE, editor.line, file)


def clear_breakpoints(parts: WindowParts) -> None:
    """Removes the breakpoints of every open program."""
    for source in parts.document.sources:
        source.clear_breakpoints()


def run_this(parts: WindowParts) -> None:
    """Makes the program of the tab in front the one that is checked and run."""
    if parts.editor.current is not None:
        parts.document.activate(parts.editor.current.source)


def scale_speed(factor: float, parts: WindowParts) -> None:
    """Multiplies the speed of the playback, now and at the next start."""
    document = parts.document
    document.set_speed(document.control.speed * factor)
    parts.desk.remember(speed=document.control.speed)


def set_loop(parts: WindowParts, loops: bool) -> None:
    """Lets the playback repeat or not, now and at the next start."""
    parts.document.set_loop(loops)
    parts.desk.remember(loop=loops)


RUN = Menu(
    "Run",
    (
        Action(
            "run",
            "Run",
            "F5",
            "Run from here to the end or the next breakpoint",
            "mdi6.play",
            partial(press, Command.RUN),
            colour="good",
        ),
        Action(
            "pause",
            "Pause",
            "F6",
            "Hold the run where it is",
            "mdi6.pause",
            partial(press, Command.PAUSE),
        ),
        Action(
            "run_or_pause",
            "Run or pause",
            "Space",
            "Run, or hold the run",
            "mdi6.play-pause",
            run_or_pause,
        ),
        Action(
            "over",
            "Step over",
            "F10",
            "Carry out the next statement; a program that it calls runs to its end",
            "mdi6.debug-step-over",
            partial(press, Command.OVER),
        ),
        Action(
            "step",
            "Step into",
            "F11",
            "Carry out the next statement; go into a program that it calls",
            "mdi6.debug-step-into",
            partial(press, Command.STEP),
        ),
        Action(
            "out",
            "Step out",
            "Shift+F11",
            "Run until this program has ended",
            "mdi6.debug-step-out",
            partial(press, Command.OUT),
        ),
        Action(
            "back",
            "Step back",
            "Shift+F10",
            "Back to the statement before",
            "mdi6.step-backward",
            partial(press, Command.BACK),
        ),
        Action(
            "to_line",
            "Run to cursor",
            "Ctrl+F10",
            "Run to the line of the cursor",
            "mdi6.arrow-collapse-right",
            run_to_cursor,
        ),
        Action(
            "stop",
            "Stop",
            "Shift+F5",
            "Back to the start",
            "mdi6.stop",
            partial(press, Command.STOP),
            colour="error",
        ),
        LINE,
        Action(
            "breakpoint",
            "Toggle breakpoint",
            "F9",
            "Let the run stop at this line, or no longer",
            "mdi6.record-circle",
            lambda parts: parts.editor.toggle_breakpoint(),
            colour="error",
        ),
        Action(
            "condition",
            "Breakpoint condition…",
            "Shift+F9",
            "Let the run stop at this line only when an expression is true",
            "mdi6.help-circle",
            lambda parts: parts.editor.ask_condition(),
        ),
        Action(
            "clear_breakpoints",
            "Remove all breakpoints",
            "Ctrl+Shift+F9",
            "Let the run stop nowhere",
            "mdi6.record-circle-outline",
            clear_breakpoints,
        ),
        Action(
            "watch",
            "Watch expression…",
            "Ctrl+Shift+W",
            "Follow the value of an expression in the debug panel",
            "mdi6.eye-outline",
            lambda parts: parts.debugging.ask_watch(),
        ),
        Action(
            "drop_changes",
            "Take back changed values",
            "",
            "Run with the program's own values again",
            "mdi6.restore",
            lambda parts: parts.debugging.session.drop(),
        ),
        Action(
            "run_this",
            "Run this program",
            "Ctrl+F5",
            "Let the program of this tab be the one that is checked and run",
            "mdi6.play-box-outline",
            run_this,
        ),
        LINE,
        Action(
            "faster",
            "Faster",
            "Ctrl+]",
            "Play faster; the plan stays the same",
            "mdi6.speedometer",
            partial(scale_speed, 2.0),
        ),
        Action(
            "slower",
            "Slower",
            "Ctrl+[",
            "Play slower; the plan stays the same",
            "mdi6.speedometer-slow",
            partial(scale_speed, 0.5),
        ),
        Tick("loop", "Loop", "Ctrl+L", "Begin again at the end", "mdi6.repeat", set_loop),
    ),
)
