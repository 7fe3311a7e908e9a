"""The findings by their origin: the cell file, the language, the run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from app.programs.findings import Finding, ordered, shifted_findings


@dataclass(frozen=True)
class Known:
    """The findings of each origin, as a frozen value."""

    cell: tuple[Finding, ...] = ()
    syntax: tuple[Finding, ...] = field(default=())
    proven: tuple[Finding, ...] = field(default=())

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, sorted."""
        return ordered((*self.cell, *self.syntax, *self.proven))

    def with_findings(self, **changes: tuple[Finding, ...]) -> Known:
        """The value with other findings of some origins; the same object where nothing changes."""
        same = all(getattr(self, name) == value for name, value in changes.items())
        return self if same else replace(self, **changes)

    def with_shifted_lines(self, first: int, by: int) -> Known:
        """The findings after `by` lines were inserted (removed if negative) before `first`."""
        return replace(
            self,
            syntax=shifted_findings(self.syntax, first, by),
            proven=shifted_findings(self.proven, first, by),
        )
