"""What is known to be wrong: with the cell file, by reading the program, by running it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from app.programs.findings import Finding, ordered, shifted_findings


@dataclass(frozen=True)
class Known:
    """The findings by who found them; another one is made when one of them changes."""

    cell: tuple[Finding, ...] = ()
    syntax: tuple[Finding, ...] = field(default=())
    proven: tuple[Finding, ...] = field(default=())

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, in order."""
        return ordered((*self.cell, *self.syntax, *self.proven))

    def but(self, **changes: tuple[Finding, ...]) -> Known:
        """With other findings of one origin; the same value where nothing changed."""
        same = all(getattr(self, name) == value for name, value in changes.items())
        return self if same else replace(self, **changes)

    def with_shifted_lines(self, first: int, by: int) -> Known:
        """After `by` lines were put in (taken out if negative) before line `first`."""
        return replace(
            self,
            syntax=shifted_findings(self.syntax, first, by),
            proven=shifted_findings(self.proven, first, by),
        )
