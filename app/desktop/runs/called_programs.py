"""What a run of the program in front is given besides its text: called files, changes by hand."""

from __future__ import annotations

from dataclasses import dataclass

from app.programs.called_files import CalledFile
from app.programs.findings import Finding, from_diagnostics
from language import Program, answered, parse
from scenes.execution.debugging.change import Change
from scenes.execution.machine.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Aside:
    """others: Files whose programs are called. changes: Values put in at stops of the run.

    scenario: What happens around the cell. findings: Why a chosen scenario cannot be used.
    """

    others: tuple[CalledFile, ...] = ()
    changes: tuple[Change, ...] = ()
    scenario: Scenario | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """The called files as `simulate` takes them."""
        return tuple((other.text, other.name) for other in self.others)

    def among_files(self, program: Program) -> Program:
        """The program with what the files define known to it, as a run has it."""
        return answered(program, (parse(other.text) for other in self.others))

    def findings_of(self, program: Program) -> tuple[Finding, ...]:
        """What is wrong with the scenario and, as the language says, with the program."""
        return (*self.findings, *from_diagnostics(program.diagnostics))

    def calls(self, name: str) -> bool:
        """Whether a file is among the called ones."""
        return any(other.name == name for other in self.others)
