"""Where everything is: the state of a cell between two statements of a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenes.cell import Cell
from scenes.frozen import Array, Frozen, freeze

if TYPE_CHECKING:
    from kinematics.posture import Posture


class Held(NamedTuple):
    """The part in the hand and its pose there; it moves with the flange."""

    part: str
    T_flange_part: Array


@dataclass(frozen=True, eq=False)
class CellState(Frozen):
    """Where everything is.

    Attributes:
        q: Joint values, shape (n,), rad or mm.
        posture: What ABOVE and BELOW last asked for; None while nothing was asked.
        opening: Hand opening, mm.
        held: The part in the hand, or None.
        parts: Name to `T_world_part`; None for a part that was not fed yet. The entry of the held
            part is where it was taken from; `scenes.placement` follows the hand instead.
        locations: Name to `T_base_tool`, as POINT and HERE defined them.
        hand_on: Whether HAND is in force.
    """

    q: Array
    posture: Posture | None = None
    opening: float = 0.0
    held: Held | None = None
    parts: Mapping[str, Array | None] = field(default_factory=dict)
    locations: Mapping[str, Array] = field(default_factory=dict)
    hand_on: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.held is not None:
            object.__setattr__(self, "held", Held(*map(freeze, self.held)))


def start_state(cell: Cell) -> CellState:
    """The state in which a run starts: the arm ready, parts where the file puts them."""
    return CellState(
        q=cell.robot.ready,
        opening=cell.robot.opening_start,
        parts={part.name: part.T_world_start for part in cell.parts},
    )
