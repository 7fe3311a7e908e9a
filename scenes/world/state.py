"""Where everything is: the state of a cell between two statements of a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen, freeze, with_item
from scenes.world.speed_settings import Pace, Zone

if TYPE_CHECKING:
    from geometry.solids.tree import Solid
    from kinematics.families.posture import Posture
    from kinematics.motion.blending import Corner


class Cutting(NamedTuple):
    """A tool that takes away what it sweeps from a part, while CUT is on.

    tool: A body. part: A part in the cell. piece: The named piece of the body that cuts; all of
    it where there is no name.
    """

    tool: str
    part: str
    piece: str = ""

    def __str__(self) -> str:
        return f"{self.tool}.{self.piece}" if self.piece else self.tool


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
            part is where it was taken from; `scenes.world.placement` follows the hand instead.
        locations: Name to `T_axes_tool`, as POINT and HERE defined them, or joint values (`#P`).
        hand_on: Whether HAND is in force.
        variables: Name in capitals, with indices for an element (`A[3]`), to its value.
        signals: Signal number to on or off, as far as anything set it.
        tool: TOOL: pose of the tool tip in the robot file's own tool frame; None as it is.
        base: BASE: pose of the arm's base in the axes of the locations; None as it is.
        pace: What SPEED asked for.
        opening_next: The opening that the next motion brings (OPEN, CLOSE), mm.
        solution: SOLUTION k: number of the solution for the next joint-interpolated motion.
        elbow: ELBOW: elbow angle of a seven-axis arm, rad.
        shapes: The solid, in its own frame, of each part whose shape the work has changed.
        cutting: What CUT has switched on.
        zone: What ACCURACY, COARSE, FINE, NULL and NONULL asked for.
        corner: The rounded corner in whose middle the arm is, under way; None where it stands.
    """

    q: Array
    posture: Posture | None = None
    opening: float = 0.0
    held: Held | None = None
    parts: Mapping[str, Array | None] = field(default_factory=dict)
    locations: Mapping[str, Array] = field(default_factory=dict)
    hand_on: bool = False
    variables: Mapping[str, float] = field(default_factory=dict)
    signals: Mapping[int, bool] = field(default_factory=dict)
    tool: Array | None = None
    base: Array | None = None
    pace: Pace = field(default_factory=Pace)
    opening_next: float | None = None
    solution: int | None = None
    elbow: float | None = None
    shapes: Mapping[str, Solid] = field(default_factory=dict)
    cutting: tuple[Cutting, ...] = ()
    zone: Zone = field(default_factory=Zone)
    corner: Corner | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.held is not None:
            object.__setattr__(self, "held", Held(*map(freeze, self.held)))

    def with_variable(self, name: str, value: float) -> CellState:
        """The state with another value of one variable (name in capitals)."""
        return self._with("variables", with_item(self.variables, name, value))

    def with_signal(self, number: int, on: bool) -> CellState:
        """The state with one signal on or off."""
        return self._with("signals", with_item(self.signals, number, on))

    def _with(self, name: str, value: object) -> CellState:
        """As `replace`, for values that are frozen already: a program may count to a million."""
        new = object.__new__(CellState)
        new.__dict__.update(self.__dict__)
        new.__dict__[name] = value
        return new


def start_state(cell: Cell) -> CellState:
    """The state in which a run starts: the arm ready, parts where the file puts them."""
    return CellState(
        q=cell.robot.ready,
        opening=cell.robot.opening_start,
        parts={part.name: part.T_world_start for part in cell.parts},
    )
