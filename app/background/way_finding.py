"""Ways round for motions that collide, found in a worker process for the window and for editors.

No Qt. The job `find_way` is ended by killing its process, as all jobs of a worker are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from language import Fix, Program
from scenes import Cell

if TYPE_CHECKING:
    from scenes.execution.machine.scenario import Scenario

CODES = frozenset({"E501", "W303"})
"""Findings that a way round can mend: a contact, and a gap below the margin of the cell."""


def needs_a_way(program: Program, line: int, codes: Collection[str]) -> bool:
    """Whether a line, about which findings of these codes are told, has a motion to lead round.

    An arc counts: the search tells why it cannot be replaced, and what to do.
    """
    if CODES.isdisjoint(codes):
        return False
    return any(s.line == line and s.instruction.moves for s in program.statements)


def asking_title(line: int) -> str:
    """What an editor offers before anything is known of a way round for a line."""
    return f"find a way round for line {line} …"


def find_way(
    cell: Cell,
    program: tuple[str, str],
    line: int,
    scenario: Scenario | None,
    others: Sequence[tuple[str, str]],
    on_progress: Callable[[float, str], None],
) -> Fix | str:
    """The job: a proven way round for the motion in a line, or a sentence why there is none.

    program, others: (text, file name) of the program and of the files that it calls.
    """
    from scenes.connecting.way_round import NoWay, way_round

    found = way_round(
        cell, program, line, on_progress=on_progress, scenario=scenario, others=others
    )
    if isinstance(found, NoWay):
        return found.message
    return Fix(found.title, found.edits)
