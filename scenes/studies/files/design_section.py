"""The question of the section `design:` of a study file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kinematics import DhTable, Mechanism, dh_from_axes, forward
from kinematics.arm.axes import axes_at_zero
from kinematics.poses.transforms import rpy as turned
from scenes.errors import SceneError
from scenes.regions.reach_grid import tool_poses
from scenes.studies.files.runs_section import given_run
from scenes.studies.files.study_schema import DesignIn, LinkIn
from scenes.studies.questions.design_question import ANGLES, DesignGrid, DesignQuestion, Link
from scenes.world.cell import Cell
from scenes.world.frozen import Array


def design_question(
    section: DesignIn, cell: Cell, folder: Path, paths: list[Path]
) -> DesignQuestion:
    """The question of a section; SceneError for what cannot be. paths: Gets the files it reads."""
    table = _table_of(cell.robot.mechanism)
    links = tuple(_link(given, len(table.a), section) for given in section.vary)
    places = {(link.joint, link.parameter) for link in links}
    if len(places) < len(links):
        raise SceneError("a parameter of a joint varies twice: give it once")
    grid = DesignGrid(links, section.samples or 0)
    if section.program is not None:
        poses = _poses_of_program(section.program, cell, folder, paths)
    else:
        poses = np.stack([_pose(row) for row in section.poses or []])
    radius = section.link_radius or 0.0
    return DesignQuestion(cell, table, grid, poses, best=section.best, link_radius=radius)


def _table_of(mechanism: Mechanism) -> DhTable:
    """The modified DH rows of an arm, whatever form its file has."""
    if mechanism.has_loops or mechanism.chain is not mechanism:
        raise SceneError("a design needs an arm whose joints follow each other, without loops")
    z, p = axes_at_zero(mechanism)
    return dh_from_axes(
        axes=z,
        points=p,
        kinds=mechanism.kinds,
        T_base_flange_zero=forward(mechanism, np.zeros(mechanism.n)),
        on_base_plate=True,
    )


def _link(given: LinkIn, joints: int, section: DesignIn) -> Link:
    if given.joint > joints:
        raise SceneError(f"there is no joint {given.joint}: the arm has {joints}")
    unit = float(np.radians(1.0)) if given.parameter in ANGLES else 1.0
    count = 1 if section.samples else given.count or 1
    return Link(given.joint, given.parameter, given.from_ * unit, given.to * unit, count)


def _pose(row: list[float]) -> Array:
    """T_world_tool of x, y, z (mm) and roll, pitch, yaw (deg)."""
    T = np.array(turned(*np.radians(row[3:])))
    T[:3, 3] = row[:3]
    return T


def _poses_of_program(program: str, cell: Cell, folder: Path, paths: list[Path]) -> Array:
    """T_world_tool at the ends of all motions of a program, each once."""
    run = given_run(program, None, cell, folder, paths).run
    found: dict[bytes, Array] = {}
    for step in run.moving_steps:
        T = tool_poses(cell, step.after, step.goal[None])[0]
        found.setdefault(np.round(T, 6).tobytes(), T)
    if not found:
        raise SceneError("the program moves nothing: it asks for no pose")
    return np.stack(list(found.values()))
