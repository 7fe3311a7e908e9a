"""The report on a file that was read: sentences with counts, each with its severity."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from geometry.mesh_files import step as step_files

if TYPE_CHECKING:
    from geometry.mesh_files.formats import MeshReport

_CUBIC_MM_PER_CUBIC_DM = 1e6
_LARGE = 1_000_000  # triangles


@dataclass(frozen=True)
class Line:
    """A sentence of the report; severity: "note", "repair" or "warning"."""

    text: str
    severity: str = "note"


def report_lines(report: MeshReport) -> tuple[Line, ...]:
    """What the user must know of a mesh before it is used."""
    lines = [Line(_triangles(report))]
    if Path(report.name).suffix.lower() in step_files.SUFFIXES:
        lines.append(Line(f"Its curved faces are facets, within {step_files.CHORD:g} mm of them."))
    lines += [Line(_sentence(step), "repair") for step in report.steps]
    if report.volume_after_mm3 is not None:
        volume = report.volume_after_mm3 / _CUBIC_MM_PER_CUBIC_DM
        lines.append(Line(f"A closed solid of {volume:.3g} dm³ (litres)."))
    lines += [Line(_sentence(warning), "warning") for warning in report.warnings]
    return tuple(lines)


def _triangles(report: MeshReport) -> str:
    before, after = report.triangles_before, report.triangles_after
    text = f"{before:,} triangles" + (f", {after:,} after the repair." if after != before else ".")
    return text + (" So many make the view slow." if max(before, after) > _LARGE else "")


def _sentence(words: str) -> str:
    """A clause as a sentence."""
    text = words.strip()
    end = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{end}"
