"""Scenes: what exists in a work cell, and what happens in it when a program runs.

    cell = load_cell("kakazu1985")
    run = simulate(cell, "50 READY\n60 END")
    report = analyse(cell, run.program)

The names below are imported when they are first used, so that a front end starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenes.analysis import Report, analyse
    from scenes.cell import Body, Cell, Finger, Hand, LinkBody, Part, Robot
    from scenes.checking.collisions import Collision
    from scenes.errors import FileProblem, SceneError, SceneFileError
    from scenes.execution.processor import step_for
    from scenes.exporters import ExportError, export, read_csv, read_json
    from scenes.library import (
        cell_names,
        cell_path,
        load_cell,
        load_robot,
        program_names,
        program_path,
        robot_names,
        robot_path,
    )
    from scenes.placement import bodies_of, placements
    from scenes.run import Run, simulate
    from scenes.run_trajectory import RunTrajectory
    from scenes.state import CellState, start_state
    from scenes.step import Problem, Step

_HOMES = {
    "scenes.analysis": ("Report", "analyse"),
    "scenes.cell": ("Body", "Cell", "Finger", "Hand", "LinkBody", "Part", "Robot"),
    "scenes.checking.collisions": ("Collision",),
    "scenes.errors": ("FileProblem", "SceneError", "SceneFileError"),
    "scenes.exporters": ("ExportError", "export", "read_csv", "read_json"),
    "scenes.library": (
        "cell_names",
        "cell_path",
        "load_cell",
        "load_robot",
        "program_names",
        "program_path",
        "robot_names",
        "robot_path",
    ),
    "scenes.placement": ("bodies_of", "placements"),
    "scenes.execution.processor": ("step_for",),
    "scenes.run": ("Run", "simulate"),
    "scenes.run_trajectory": ("RunTrajectory",),
    "scenes.state": ("CellState", "start_state"),
    "scenes.step": ("Problem", "Step"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Body",
    "Cell",
    "CellState",
    "Collision",
    "ExportError",
    "FileProblem",
    "Finger",
    "Hand",
    "LinkBody",
    "Part",
    "Problem",
    "Report",
    "Robot",
    "Run",
    "RunTrajectory",
    "SceneError",
    "SceneFileError",
    "Step",
    "analyse",
    "bodies_of",
    "cell_names",
    "cell_path",
    "export",
    "load_cell",
    "load_robot",
    "placements",
    "program_names",
    "program_path",
    "read_csv",
    "read_json",
    "robot_names",
    "robot_path",
    "simulate",
    "start_state",
    "step_for",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
