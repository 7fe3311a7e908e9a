"""What a reader of a robot maker's language gives: a translation, its places, what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from language.words.diagnostics import Diagnostic

# Codes of what a reader finds in a foreign text.
NOT_CARRIED_OUT, NOT_UNDERSTOOD, ASSUMED, UNREADABLE = "E701", "W702", "N703", "E704"
DIFFERS = "N705"  # carried out, and the controller does a part of it in another way


class Place(NamedTuple):
    """The columns [column, end_column) of a line of a foreign text; all count from 1."""

    line: int
    column: int = 1
    end_column: int = 1


@dataclass(frozen=True)
class Coverage:
    """How many lines of code of a foreign file do what here; blank lines and remarks do not count.

    carried_out: Their effect on motion, flow, signals or values is that of the controller. ignored:
    Read, without effect here. not_understood: Told by a finding. assumed: Number of motions behind
    a line that is not understood. without_value: How many of the lines that are not understood use
    a name to which no file gives a value.
    """

    carried_out: int = 0
    ignored: int = 0
    not_understood: int = 0
    assumed: int = 0
    without_value: int = 0

    @property
    def lines(self) -> int:
        """Lines of code in all."""
        return self.carried_out + self.ignored + self.not_understood

    @property
    def words(self) -> str:
        """The counts in a sentence."""
        assumed = f"; {self.assumed} motions assumed" if self.assumed else ""
        of_values = f" ({self.without_value} for want of a value)" if self.without_value else ""
        return (
            f"{self.lines} lines of code: {self.carried_out} carried out, {self.ignored} read and "
            f"without effect here, {self.not_understood} not understood{of_values}{assumed}"
        )

    def as_plain(self) -> dict[str, int]:
        """The counts as plain values."""
        return {
            "lines": self.lines,
            "carried_out": self.carried_out,
            "ignored": self.ignored,
            "not_understood": self.not_understood,
            "without_value": self.without_value,
            "assumed_motions": self.assumed,
        }


@dataclass(frozen=True)
class Reading:
    """A foreign text in our language.

    text: The translation, lines ended by LF; its blocks are not indented. places: For each of its
    lines where that line comes from. findings: Of the reader, with places in the foreign text.
    origins: For a name in capitals where its value comes from, such as `weld.dat:12, from the last
    run`.
    lines_read: Number of lines that were translated for it; the others were kept from before.
    """

    text: str
    places: tuple[Place, ...]
    findings: tuple[Diagnostic, ...] = ()
    coverage: Coverage = Coverage()
    origins: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lines_read: int = field(default=0, compare=False)
