"""The question of the sections `tolerance:` and `throughput:` of a study file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from language import Program
from language.expressions.trees import Name, spelled
from language.words.diagnostics import ERROR as LANGUAGE_ERROR
from scenes.errors import SceneError
from scenes.execution.machine.scenario import Scenario, read_scenario
from scenes.execution.simulation import simulate
from scenes.files.resource_files import PROGRAMS
from scenes.program_source import program_of
from scenes.runs.run import Run
from scenes.studies.files.study_schema import RunsIn, VaryIn
from scenes.studies.questions.joint_batches import JointProgram, agrees, joint_program
from scenes.studies.questions.tolerance_question import (
    SINGLE,
    ToleranceQuestion,
    failed_line,
    with_chunks,
)
from scenes.studies.questions.variation import (
    Group,
    SignalSpread,
    Spread,
    Variation,
    draws,
)
from scenes.world.cell import Cell

# Runs that are compared before a program is run in batches.
_TRIALS = 3


def runs_question(
    section: RunsIn, kind: str, cell: Cell, folder: Path, paths: list[Path]
) -> ToleranceQuestion:
    """The question of a section; SceneError for what cannot be. paths: Gets the files it reads."""
    found = PROGRAMS.find(section.program, folder)
    program, name = program_of(found)
    if not program.ok:
        first = next(d for d in program.diagnostics if d.severity == LANGUAGE_ERROR)
        raise SceneError(f"{name}:{first.line}: {first.message}: mend the program first")
    paths.append(found)
    scenario = Scenario()
    if section.scenario is not None:
        paths.append(folder / section.scenario)
        scenario = read_scenario(folder / section.scenario)
    if scenario == Scenario() and any(entry.signals for entry in section.vary):
        raise SceneError("signals deviate only in a scenario: name its file")
    run = simulate(cell, (program, name), scenario=scenario)
    if failed_line(run):
        told = next(problem for problem in run.problems if problem.line == failed_line(run))
        raise SceneError(f"{name} fails without deviations already: {told}")
    variation = _variation(section, cell, run)
    question = ToleranceQuestion(
        cell,
        program,
        name,
        scenario,
        variation,
        section.runs,
        SINGLE,
        is_free=section.collision,
        confidence=section.confidence,
        kind=kind,
    )
    return with_chunks(question, _batches(question, run))


def _batches(question: ToleranceQuestion, run: Run) -> JointProgram | None:
    """The motions of the program where batches give what single runs give."""
    if question.scenario != Scenario():
        return None
    program = joint_program(run)
    if isinstance(program, str):
        return None
    trials = draws(
        question.variation, question.cell, question.scenario, _TRIALS, np.random.default_rng(0)
    )
    single = {
        draw: simulate(
            draw.cell(question.cell),
            (question.program, question.name),
            deviations=draw.deviations,
        )
        for draw in trials
    }
    return program if agrees(program, single) else None


def _variation(section: RunsIn, cell: Cell, run: Run) -> Variation:
    groups, times = [], []
    for entry in section.vary:
        spread = Spread(entry.spread)
        if entry.signals:
            numbers = () if entry.signals is True else tuple(entry.signals)
            times.append(SignalSpread(entry.seconds, numbers, spread))
        else:
            groups.append(_group(entry, cell, run, spread))
    return Variation(tuple(groups), tuple(times))


def _group(entry: VaryIn, cell: Cell, run: Run, spread: Spread) -> Group:
    bodies = [*entry.fixtures, *entry.parts]
    known = {body.name for body in cell.fixtures}, set(cell.parts_by_name)
    for names, there, what in zip(
        (entry.fixtures, entry.parts), known, ("fixture", "part"), strict=True
    ):
        for name in names:
            if name not in there:
                raise SceneError(f"the cell has no {what} {name}; it has {_listed(there)}")
    set_by_numbers = _locations_with_numbers(run.program)
    locations = [name.upper() for name in entry.locations]
    for name in locations:
        if name not in set_by_numbers:
            raise SceneError(
                f"the program has no POINT {name} with numbers; it has {_listed(set_by_numbers)}"
            )
    at, turn = (np.broadcast_to(np.asarray(v, float), 3) for v in (entry.at, entry.rpy))
    return Group(tuple(bodies), tuple(locations), at, np.radians(turn), spread, entry.base)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _locations_with_numbers(program: Program) -> set[str]:
    """The locations, in capitals, that statements give by six numbers."""
    found = set()
    for statement in program.statements:
        location = statement.location
        if location is None or statement.argument("x") is None:
            continue
        if isinstance(location.value, Name | str):
            value = location.value
            found.add((value if isinstance(value, str) else spelled(value)).upper())
    return found
