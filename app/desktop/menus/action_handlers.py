"""What each action does: one short function under the action's key."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QToolTip

from app.desktop.jogging.teach import point_here
from app.desktop.looks.dialogs import PICTURE_FILTER
from app.desktop.menus import undoing
from app.desktop.menus.palette import Palette
from app.desktop.menus.scenario_choice import ask_answers, choose_scenario, take_surroundings
from app.desktop.menus.solid_export import export_selected_body, export_shown_cell
from app.desktop.menus.trajectory_export import export_trajectory
from app.desktop.runs.run_control import Command
from app.desktop.state.open_files import is_cell
from app.desktop.state.running_file import file_of
from app.desktop.state.surroundings import Surroundings
from app.desktop.view3d.views import ViewMode

if TYPE_CHECKING:
    from app.desktop.main_window import MainWindow
    from app.desktop.view3d.viewport import Viewport

Handler = Callable[..., object]
ABOUT = (
    "<h3>Cellwright</h3><p>Write robot programs, step them, see them and prove them before the "
    "robot moves.</p><p>After Kakazu, Okino, Yoshimura and Nakamura, <i>Development of a Robot "
    "Simulator</i>, Hokkaido University, 1985.</p>"
)


def handlers(window: MainWindow) -> dict[str, Handler]:
    """The functions behind all actions of a window."""
    return {**_file(window), **_edit(window), **_view(window), **_run(window), **_rest(window)}


def _file(window: MainWindow) -> dict[str, Handler]:
    desk = window.desk

    def with_source(action: Callable[..., object]) -> Handler:
        def act() -> None:
            if window.editor.current is not None:
                action(window.editor.current.source)

        return act

    def then_type(action: Callable[..., object]) -> Handler:
        def act() -> None:
            action()
            window.editor.take_focus()

        return act

    return {
        "new": then_type(desk.new_program),
        "open": then_type(desk.ask_program),
        "open_cell": desk.ask_cell,
        "recent": lambda: None,
        "save": with_source(desk.save),
        "save_as": with_source(desk.save_as),
        "save_cell": desk.save_cell,
        "export": lambda: export_trajectory(window),
        "export_cell": lambda: export_shown_cell(window),
        "export_body": lambda: export_selected_body(window),
        "picture": lambda: export_picture(window),
        "close": with_source(desk.close_program),
        "quit": window.close,
    }


def _edit(window: MainWindow) -> dict[str, Handler]:
    def complete() -> None:
        if window.editor.current is not None:
            window.editor.current.complete_now()

    return {
        "undo": lambda: undoing.undo(window),
        "redo": lambda: undoing.redo(window),
        "find": lambda: window.editor.open_find_bar(),
        "go_to_line": lambda: window.editor.ask_line(),
        "next_problem": lambda: next_problem(window),
        "quick_fix": lambda: window.editor.quick_fix(),
        "complete": complete,
        "format": lambda: window.editor.format_text(),
    }


def _view(window: MainWindow) -> dict[str, Handler]:
    def on_view(action: Callable[[Viewport], None]) -> Handler:
        def act() -> None:
            if window.viewport is not None:
                action(window.viewport)

        return act

    def look(name: str) -> Handler:
        return on_view(lambda viewport: viewport.standard_view(name))

    def parallel(checked: bool) -> None:
        if window.viewport is not None:
            window.viewport.set_parallel(checked)

    def dark(checked: bool) -> None:
        name = "dark" if checked else "light"
        window.desk.remember(theme=name)
        window.set_theme(name)

    modes: dict[str, Handler] = {
        f"view_{mode.value}": lambda _=False, mode=mode: window.set_mode(mode) for mode in ViewMode
    }
    shown: dict[str, Handler] = {
        key: lambda checked, key=key: window.show_in_view(key, checked)
        for key in ("grid", "trail", "frames")
    }
    return {
        **modes,
        **shown,
        "fit": on_view(lambda viewport: viewport.fit_all()),
        "home": on_view(lambda viewport: viewport.home()),
        "front": look("front"),
        "right": look("right"),
        "top": look("top"),
        "parallel": parallel,
        "zoom_in": lambda: window.editor.zoom(1),
        "zoom_out": lambda: window.editor.zoom(-1),
        "dark": dark,
        "restore": lambda: window.restore_layout(),
        "palette": lambda: Palette(window, window.actions_by_key.named()).open_above(window),
    }


def _run(window: MainWindow) -> dict[str, Handler]:
    document = window.document

    def press(command: Command) -> Handler:
        return lambda: document.press(command)

    def to_line() -> None:
        if window.editor.current is not None:
            file = file_of(document, window.editor.current.source)
            document.press(Command.TO_LINE, window.editor.current.line, file)

    def run_or_pause() -> None:
        document.press(Command.PAUSE if document.control.is_moving else Command.RUN)

    def scale_speed(factor: float) -> Handler:
        def act() -> None:
            document.set_speed(document.control.speed * factor)
            window.desk.remember(speed=document.control.speed)

        return act

    def loop(checked: bool) -> None:
        document.set_loop(checked)
        window.desk.remember(loop=checked)

    def clear_breakpoints() -> None:
        for source in document.sources:
            source.clear_breakpoints()

    def run_this() -> None:
        if window.editor.current is not None:
            document.activate(window.editor.current.source)

    return {
        "run": press(Command.RUN),
        "pause": press(Command.PAUSE),
        "run_or_pause": run_or_pause,
        "step": press(Command.STEP),
        "over": press(Command.OVER),
        "out": press(Command.OUT),
        "back": press(Command.BACK),
        "to_line": to_line,
        "stop": press(Command.STOP),
        "breakpoint": lambda: window.editor.toggle_breakpoint(),
        "clear_breakpoints": clear_breakpoints,
        "condition": lambda: window.editor.ask_condition(),
        "watch": lambda: window.debugging.ask_watch(),
        "drop_changes": lambda: window.debugging.session.drop(),
        "run_this": run_this,
        "scenario": lambda: choose_scenario(window),
        "answers": lambda: ask_answers(window),
        "no_scenario": lambda: take_surroundings(window, Surroundings()),
        "faster": scale_speed(2.0),
        "slower": scale_speed(0.5),
        "loop": loop,
    }


def _rest(window: MainWindow) -> dict[str, Handler]:
    def check() -> None:
        window.document.check_syntax()
        window.document.check_again()

    def console() -> None:
        window.docks["Console"].show()
        window.docks["Console"].raise_()
        window.console.input.setFocus()

    def cancel() -> None:
        window.document.cancel_check()
        window.document.notify("The check was stopped; Tools > Check now begins it again.")

    return {
        "teach": lambda: teach(window),
        "handles": window.handling.set_handles,
        "section": window.show_section,
        "measure": window.handling.set_measuring,
        "tool_axes": window.handling.set_in_tool,
        "end_jog": lambda: window.document.end_jog(),
        "check": check,
        "cancel": cancel,
        "console": console,
        "help_here": lambda: help_here(window),
        "keys": lambda: show_keys(window),
        "graphics": lambda: show_graphics(window),
        "about": lambda: _tell(window, "About Cellwright", ABOUT),
    }


def open_file(window: MainWindow, path: Path) -> None:
    """Opens a program or a cell; of a program the cursor is in the text."""
    if window.desk.open_any(path) and not is_cell(path):
        window.editor.take_focus()


def export_picture(window: MainWindow) -> None:
    """Asks for a file and writes what the 3D view shows."""
    if window.viewport is None:
        window.document.notify("There is no 3D view to take a picture of.", "warning")
        return
    start = str(Path(window.desk.taste.last_folder) / "cell.png")
    path = window.desk.dialogs.save_path("Export picture", start, PICTURE_FILTER, ".png")
    if path is None:
        return
    from PIL import Image

    try:
        Image.fromarray(window.viewport.grab_image()).save(path)
    except (OSError, ValueError) as fault:
        window.document.notify(f"Not written: {fault}", "error")
    else:
        window.document.notify(f"Picture written to {path.name}.")


def next_problem(window: MainWindow) -> None:
    """Goes to the next finding below the cursor, from the top again behind the last."""
    editor = window.editor.current
    findings = [finding for finding in window.document.findings if not finding.file]
    if editor is None or not findings:
        window.document.notify("No problems in this program.")
        return
    here = (editor.line, editor.column)
    window.show_finding(next((f for f in findings if (f.line, f.column) > here), findings[0]))


def teach(window: MainWindow) -> None:
    """Puts a POINT with the pose of the arm above the line of the cursor."""
    cell, state, editor = window.document.cell, window.document.state, window.editor.current
    if cell is None or state is None or editor is None:
        window.document.notify("Teaching needs a cell and a program.", "warning")
        return
    text, name, line = point_here(cell, state, window.document.program)
    faults = window.jog_check.faults
    from_panel = undoing.place_in_focus(window) is None
    with window.document.history.together(f"Teach {name}", in_cell=from_panel):
        editor.source.insert_line(line, text)
    editor.go_to(line)
    told = f"{name} is taught in line {line}."
    if faults:
        window.document.notify(f"{told} Mind that in this pose: {faults}.", "warning")
    else:
        window.document.notify(told)


def help_here(window: MainWindow) -> None:
    """Shows what the word at the cursor means."""
    editor = window.editor.current
    if editor is None:
        return
    text = editor.describe_here() or "No help on this word."
    at = editor.viewport().mapToGlobal(editor.cursorRect().bottomLeft())
    QToolTip.showText(at, text, editor)


def show_keys(window: MainWindow) -> None:
    """All actions with their keys."""
    cells = [
        f"<td style='white-space: nowrap'>{name}&nbsp;&nbsp;</td>"
        f"<td><b>{action.shortcut().toString()}</b></td>"
        for name, action in window.actions_by_key.named()
        if not action.shortcut().isEmpty()
    ]
    half = (len(cells) + 1) // 2
    pairs = zip_longest(cells[:half], cells[half:], fillvalue="")
    gap = "<td>&nbsp;&nbsp;&nbsp;&nbsp;</td>"
    rows = "".join(f"<tr>{left}{gap}{right}</tr>" for left, right in pairs)
    _tell(window, "Keyboard", f"<table style='white-space: nowrap'>{rows}</table>")


def show_graphics(window: MainWindow) -> None:
    report = window.viewport.graphics_report if window.viewport is not None else "no 3D view"
    _tell(window, "Graphics information", f"<pre>{report}</pre>")


def _tell(window: MainWindow, title: str, text: str) -> None:
    """A box with text beside which the work goes on."""
    box = QMessageBox(window)
    box.setWindowTitle(title)
    box.setText(text)
    box.setModal(False)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.show()
