"""The open programs as files that the program in front calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.desktop.runs.run_inputs import RunInputs
from app.desktop.state.source import Source
from app.programs.called_files import CalledFile, called_files
from app.programs.findings import Finding


def with_called(
    inputs: RunInputs,
    active: Source | None,
    sources: Iterable[Source],
    scenario_text: Source | None = None,
) -> RunInputs:
    """The inputs of a run with the present texts of the files that the active program calls.

    scenario_text: The open scenario of the active program.
    """
    if active is None:
        return RunInputs()
    beside = [CalledFile(s.text, s.title, s.path) for s in sources if s is not active]
    folder = active.path.parent if active.path else None
    others = called_files(active.text, folder, beside)
    chosen = active.scenario
    scenario, fault = chosen.read(scenario_text.text if scenario_text is not None else None)
    name = chosen.path.name if chosen.path else ""
    findings = (Finding("scenario", "error", 1, fault, file=name),) if fault else ()
    return replace(inputs, others=others, scenario=scenario, findings=findings)


def open_as(file: str, active: Source | None, sources: Iterable[Source]) -> Source | None:
    """The open program with the name of a called file; None where it is not open."""
    return next((s for s in sources if s.title == file and s is not active), None)
