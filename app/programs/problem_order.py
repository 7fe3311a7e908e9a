"""The order in which the findings of several open programs are gone through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from app.programs.findings import Finding

File = TypeVar("File")
Place = tuple[int, int]  # line and column, from 1


def in_order(
    findings: Mapping[File, Sequence[Finding]],
) -> list[tuple[File, Finding]]:
    """The findings of all files: file after file, each in the order of its text."""
    return [
        (file, finding)
        for file, own in findings.items()
        for finding in sorted(own, key=lambda f: (f.line, f.column))
    ]


def after(
    findings: Mapping[File, Sequence[Finding]], file: File, place: Place, step: int
) -> tuple[File, Finding] | None:
    """The next finding behind a place of a file (step 1) or before it (step -1), round and round.

    Findings at the same place are one stop; the gravest is listed first and is told.
    """
    stops: dict[tuple[File, int, int], Finding] = {}
    for each, finding in in_order(findings):
        stops.setdefault((each, finding.line, max(finding.column, 1)), finding)
    if not stops:
        return None
    files = list(findings)
    keys = [(files.index(each), line, column) for each, line, column in stops]
    here = (files.index(file) if file in files else -1, *place)
    found = list(stops.items())
    if step > 0:
        at = next((i for i, key in enumerate(keys) if key > here), 0)
    else:
        at = next((i for i in reversed(range(len(keys))) if keys[i] < here), len(keys) - 1)
    (owner, _, _), finding = found[at]
    return owner, finding
