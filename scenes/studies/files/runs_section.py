"""The question of the sections `tolerance:` and `throughput:` of a study file."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, eq=False)
class GivenRun:
    """A program with its scenario, and its run without deviations, which comes to its end."""

    program: Program
    name: str
    scenario: Scenario
    run: Run


def given_run(
    program: str, scenario: str | None, cell: Cell, folder: Path, paths: list[Path]
) -> GivenRun:
    """Reads and runs a program; SceneError where it cannot be read or does not come to its end.

    paths: Gets the files that are read.
    """
    found = PROGRAMS.find(program, folder)
    parsed, name = program_of(found)
    if not parsed.ok:
        first = next(d for d in parsed.diagnostics if d.severity == LANGUAGE_ERROR)
        raise SceneError(f"{name}:{first.line}: {first.message}: mend the program first")
    paths.append(found)
    events = Scenario()
    if scenario is not None:
        paths.append(folder / scenario)
        events = read_scenario(folder / scenario)
    run = simulate(cell, (parsed, name), scenario=events)
    if failed_line(run):
        told = next(problem for problem in run.problems if problem.line == failed_line(run))
        raise SceneError(f"{name} fails in the cell as it is already: {told}")
    return GivenRun(parsed, name, events, run)


def runs_question(
    section: RunsIn, kind: str, cell: Cell, folder: Path, paths: list[Path]
) -> ToleranceQuestion:
    """The question of a section; SceneError for what cannot be. paths: Gets the files it reads."""
    if section.scenario is None and any(entry.signals for entry in section.vary):
        raise SceneError("signals deviate only in a scenario: name its file")
    given = given_run(section.program, section.scenario, cell, folder, paths)
    question = ToleranceQuestion(
        cell,
        given.program,
        given.name,
        given.scenario,
        _variation(section, cell, given.run),
        section.runs,
        SINGLE,
        is_free=section.collision,
        confidence=section.confidence,
        kind=kind,
    )
    return with_chunks(question, _batches(question, given.run))


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
    bodies = known_bodies(entry.fixtures, entry.parts, cell)
    locations = known_locations(entry.locations, run.program)
    at, turn = (np.broadcast_to(np.asarray(v, float), 3) for v in (entry.at, entry.rpy))
    return Group(bodies, locations, at, np.radians(turn), spread, entry.base)


def known_bodies(fixtures: list[str], parts: list[str], cell: Cell) -> tuple[str, ...]:
    """Fixtures and parts; SceneError for names that the cell does not have."""
    known = {body.name for body in cell.fixtures}, set(cell.parts_by_name)
    for names, there, what in zip((fixtures, parts), known, ("fixture", "part"), strict=True):
        for name in names:
            if name not in there:
                raise SceneError(f"the cell has no {what} {name}; it has {_listed(there)}")
    return (*fixtures, *parts)


def known_locations(names: list[str], program: Program) -> tuple[str, ...]:
    """Locations in capitals; SceneError for those that the program does not set by numbers."""
    known = locations_with_numbers(program)
    for name in names:
        if name.upper() not in known:
            raise SceneError(
                f"the program has no POINT {name} with numbers; it has {_listed(known)}"
            )
    return tuple(name.upper() for name in names)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def locations_with_numbers(program: Program) -> set[str]:
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
