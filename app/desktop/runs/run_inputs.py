"""What a run takes besides the text of its program: called files, changed values, a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.programs.called_files import CalledFile
from app.programs.findings import Finding, from_diagnostics
from language import Program, answered, parse

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Change
    from scenes.execution.machine.scenario import Scenario


@dataclass(frozen=True, eq=False)
class RunInputs:
    """The inputs of a run besides its text.

    others: Files whose programs may be called. changes: Values changed at stops of the run.
    scenario: What happens around the cell. findings: Why the chosen scenario cannot be used.
    """

    others: tuple[CalledFile, ...] = ()
    changes: tuple[Change, ...] = ()
    scenario: Scenario | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """The called files as `simulate` takes them, as (text, name)."""
        return tuple((other.text, other.name) for other in self.others)

    def among_files(self, program: Program) -> Program:
        """The program checked with the names that the called files define, as a run does."""
        return answered(program, (parse(other.text) for other in self.others))

    def findings_of(self, program: Program) -> tuple[Finding, ...]:
        """The findings of the scenario, and of the language about the program."""
        return (*self.findings, *from_diagnostics(program.diagnostics))

    def calls(self, name: str) -> bool:
        """Whether a file is among the called files."""
        return any(other.name == name for other in self.others)
