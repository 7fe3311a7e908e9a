"""The question of the section `placement:` of a study file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from scenes.errors import SceneError
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import simulate
from scenes.studies.files.runs_section import (
    GivenRun,
    given_run,
    known_bodies,
    known_locations,
    locations_with_numbers,
)
from scenes.studies.files.study_schema import AxisIn, PlacementIn
from scenes.studies.questions.joint_batches import agrees, joint_program
from scenes.studies.questions.placement_question import (
    BATCHED,
    SINGLE,
    Axis,
    PlaceGrid,
    PlacementQuestion,
)
from scenes.world.cell import Cell

# Places at which batches are compared with single runs before the study.
_TRIALS = 4


def placement_question(
    section: PlacementIn, cell: Cell, folder: Path, paths: list[Path]
) -> PlacementQuestion:
    """The question of a section; SceneError for what cannot be. paths: Gets the files it reads."""
    given = given_run(section.program, section.scenario, cell, folder, paths)
    move = section.move
    bodies: tuple[str, ...] = ()
    if move == "robot":
        locations = tuple(sorted(locations_with_numbers(given.program)))
        if any(step.after.base is not None for step in given.run.steps):
            raise SceneError("the program says BASE itself, so that its robot cannot be moved")
    else:
        assert not isinstance(move, str)
        bodies = known_bodies(move.fixtures, move.parts, cell)
        locations = known_locations(move.locations, given.program)
    yaw = _axis(section.yaw, float(np.radians(1.0)))
    grid = PlaceGrid(_axis(section.x), _axis(section.y), _axis(section.z), yaw)
    question = PlacementQuestion(
        cell,
        given.program,
        given.name,
        given.scenario,
        grid,
        bodies,
        locations,
        SINGLE,
        clearance=section.clearance,
        best=section.best,
    )
    return _with_batches(question, given)


def _axis(given: AxisIn | None, unit: float = 1.0) -> Axis:
    """The values of an axis; the present place alone where none is given."""
    if given is None:
        return Axis(0.0, 0.0, 1)
    return Axis(given.from_ * unit, given.to * unit, given.count)


def _with_batches(question: PlacementQuestion, given: GivenRun) -> PlacementQuestion:
    """The question with motions that can be run in batches, where these give what runs give.

    Parts that are moved, or that come while the program runs, stand elsewhere than a batch knows.
    """
    program = joint_program(given.run)
    parts = set(question.cell.parts_by_name)
    there = [{n for n, T in s.before.parts.items() if T is not None} for s in given.run.steps]
    if isinstance(program, str) or given.scenario != Scenario():
        return question
    if parts & set(question.bodies) or any(names != there[0] for names in there):
        return question
    numbers = np.random.default_rng(0).integers(0, question.items, _TRIALS)
    draws = [question.placed(place) for place in question.grid.rows(numbers)]
    single = {
        draw: simulate(
            draw.cell(question.cell), (given.program, given.name), deviations=draw.deviations
        )
        for draw in draws
    }
    if not agrees(program, single):
        return question
    return replace(question, batches=program, chunk_size=BATCHED)
