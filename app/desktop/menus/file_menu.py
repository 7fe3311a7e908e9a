"""The menu File: programs, the cell, and exports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.desktop.looks.dialogs import SCENARIO
from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.menus.editing.undoing import place_in_focus
from app.desktop.menus.exporting.controller_export import export_program
from app.desktop.menus.exporting.films.film_export import export_film, export_turntable
from app.desktop.menus.exporting.picture_export import export_picture
from app.desktop.menus.exporting.plot_export import export_plots
from app.desktop.menus.exporting.solid_export import export_selected_body, export_shown_cell
from app.desktop.menus.exporting.trajectory_export import export_trajectory
from app.desktop.menus.scenarios.scenario_choice import bring_scenario
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.files.yaml_files import is_cell
from app.desktop.state.source import Source
from app.desktop.window_parts import WindowParts


def new_program(parts: WindowParts) -> None:
    """Opens a new program without a file, and puts the cursor in it."""
    parts.desk.new_program()
    parts.editor.take_focus()


def ask_program(parts: WindowParts) -> None:
    """Asks for a program file and opens it, with the cursor in it."""
    parts.desk.ask_program()
    parts.editor.take_focus()


def open_file(parts: WindowParts, path: Path) -> None:
    """Opens a program, which gets the cursor, a cell, a study, or a scenario for the program."""
    if path.name.endswith(SCENARIO.suffix):
        bring_scenario(parts, path)
    elif parts.desk.open_any(path) and not is_cell(path):
        parts.editor.take_focus()


def with_program(act: Callable[[FileDesk, Source], object], parts: WindowParts) -> None:
    """Calls a function with the scenario in focus, or with the program in the editor."""
    place = place_in_focus(parts)
    if place is not None and place in parts.document.scenarios.all:
        act(parts.desk, place)
    elif parts.editor.current is not None:
        act(parts.desk, parts.editor.current.source)


FILE = Menu(
    "File",
    (
        Action(
            "new",
            "New program",
            "Ctrl+N",
            "Start a program without a file",
            "mdi6.file-plus-outline",
            new_program,
        ),
        Action(
            "new_cell",
            "New cell…",
            "Ctrl+Shift+N",
            "Choose a robot and start a cell around it",
            "mdi6.plus-box-outline",
            lambda parts: parts.welcome.ask_new_cell(),
        ),
        Action(
            "quick_open",
            "Open…",
            "Ctrl+P",
            "Open a recent or shipped file by a few letters of its name",
            "mdi6.folder-open-outline",
            lambda parts: parts.welcome.open_quickly(),
        ),
        Action(
            "open",
            "Open program…",
            "Ctrl+O",
            "Open a program file",
            "mdi6.script-text-outline",
            ask_program,
        ),
        Action(
            "open_cell",
            "Open cell…",
            "Ctrl+Alt+E",
            "Open a cell file",
            "mdi6.robot-industrial",
            lambda parts: parts.desk.ask_cell(),
        ),
        Action(  # the window hangs a menu of files on it
            "recent", "Open recent", "", "Files opened lately", "mdi6.history", lambda parts: None
        ),
        Action(
            "import",
            "Import…",
            "Ctrl+I",
            "Bring in a mesh, a part or a robot: STL OBJ PLY 3MF glTF STEP URDF TIPS",
            "mdi6.import",
            lambda parts: parts.imports.ask(),
        ),
        LINE,
        Action(
            "save",
            "Save",
            "Ctrl+S",
            "Save the program; in the panel Signals the scenario",
            "mdi6.content-save-outline",
            partial(with_program, FileDesk.save),
        ),
        Action(
            "save_as",
            "Save as…",
            "Ctrl+Shift+S",
            "Save the program, or the scenario, under another name",
            "mdi6.content-save-edit-outline",
            partial(with_program, FileDesk.save_as),
        ),
        Action(
            "save_cell",
            "Save cell",
            "Ctrl+Alt+S",
            "Save the cell",
            "mdi6.content-save-cog-outline",
            lambda parts: parts.desk.save_cell(),
        ),
        Action(
            "save_cell_as",
            "Save cell as…",
            "",
            "Save the cell under another name, with the files that it names",
            "mdi6.content-save-edit-outline",
            lambda parts: parts.desk.save_cell_as(),
        ),
        LINE,
        Action(
            "export",
            "Export trajectory…",
            "Ctrl+E",
            "Write the joint values of the run to CSV or JSON",
            "mdi6.export",
            export_trajectory,
        ),
        Action(
            "export_program",
            "Export program…",
            "",
            "Write the run as a program for the arm's controller: KRL, RAPID, URScript, LS, JBI",
            "mdi6.robot-industrial-outline",
            export_program,
        ),
        Action(
            "export_cell",
            "Export cell…",
            "",
            "Write all bodies as they stand at the time shown: 3MF, glTF, STL",
            "mdi6.cube-send",
            export_shown_cell,
        ),
        Action(
            "export_body",
            "Export body…",
            "",
            "Write the selected body in its own axes: 3MF, glTF, STL, part file",
            "mdi6.cube-outline",
            export_selected_body,
        ),
        Action(
            "picture",
            "Export picture…",
            "Ctrl+Shift+E",
            "Draw the view as a PNG of any size, with light and shadow, on any background",
            "mdi6.image-outline",
            export_picture,
        ),
        Action(
            "film",
            "Export film…",
            "",
            "Draw the run as a film: MP4, WebP, Ogg Theora or numbered pictures",
            "mdi6.movie-open-outline",
            export_film,
        ),
        Action(
            "turntable",
            "Export turntable…",
            "",
            "Draw a film of one turn of the camera round the cell as it stands",
            "mdi6.rotate-orbit",
            export_turntable,
        ),
        Action(
            "export_plots",
            "Export plots…",
            "",
            "Write the plots in sight as PNG or SVG, or their numbers as CSV",
            "mdi6.chart-line",
            export_plots,
        ),
        LINE,
        Action(
            "settings",
            "Settings…",
            "Ctrl+,",
            "Theme, letters, mouse, graphics, saving: each change is seen at once",
            "mdi6.cog-outline",
            lambda parts: parts.open_settings(parts, ""),
        ),
        LINE,
        Action(
            "close",
            "Close program",
            "Ctrl+W",
            "Close the program in front",
            "mdi6.close",
            partial(with_program, FileDesk.close_program),
        ),
        Action(
            "quit",
            "Quit",
            "Ctrl+Q",
            "Close the window",
            "mdi6.exit-to-app",
            lambda parts: parts.window.close(),
        ),
    ),
)
