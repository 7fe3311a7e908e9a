"""The state of a cell between two statements of a program: where everything is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen, freeze, with_item
from scenes.world.speed_settings import Beside, Pace, Zone

if TYPE_CHECKING:
    from geometry.solids.tree import Solid
    from kinematics.families.posture import Posture
    from kinematics.motion.corners.corner import Corner


class Cutting(NamedTuple):
    """A tool that removes from a part the space that it sweeps, while CUT is on.

    tool: Name of a body. part: Name of a part in the cell. piece: Name of the piece of the body
    that cuts; "" for the whole body.
    """

    tool: str
    part: str
    piece: str = ""

    def __str__(self) -> str:
        return f"{self.tool}.{self.piece}" if self.piece else self.tool


class Held(NamedTuple):
    """The part in the hand and its pose on the flange, with which it moves."""

    part: str
    T_flange_part: Array


class Via(NamedTuple):
    """A via point of the arc that follows: its name in the program and T_base_tool (4, 4)."""

    name: str
    T_base_tool: Array


@dataclass(frozen=True, eq=False)
class CellState(Frozen):
    """The state of a cell.

    Attributes:
        q: Joint values, shape (n,), rad or mm.
        posture: The posture that posture words asked for; None while there was none.
        opening: Hand opening, mm.
        held: The part in the hand, or None.
        parts: `T_world_part` by name; None for a part that waits for FEED. The entry of the held
            part is the pose from which it was taken; `scenes.world.placement` uses the hand.
        locations: By name: `T_axes_tool`, set by POINT, HERE and the like, or joint values (`#P`).
        hand_on: Whether HAND holds a part.
        variables: Value by name in capitals, with indices for an element (`A[3]`).
        signals: True or False by number of a signal, for signals that were set.
        tool: Pose of the tool tip in the robot file's own tool frame (TOOL); None for no change.
        base: Pose of the arm's base in the axes of the locations (BASE); None for the identity.
        pace: Speeds that SPEED asked for.
        opening_next: Opening that the hand goes to during the next motion (OPEN, CLOSE), mm.
        solution: Number of the solution for the next joint-interpolated motion (SOLUTION k).
        elbow: Elbow angle of a seven-axis arm (ELBOW), rad.
        shapes: Solid, in its own frame, of each part whose shape the program has changed.
        cutting: The tools that CUT has switched on.
        zone: Corner zones that ACCURACY, COARSE, FINE, NULL and NONULL asked for.
        beside: What lines do beside singular poses, which SINGULAR asked for.
        corner: The rounded corner in whose middle the arm is moving; None where the arm rests.
        vias: Via points of the arc that follows, in their order; empty behind it.
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
    beside: Beside = field(default_factory=Beside)
    corner: Corner | None = None
    vias: tuple[Via, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.held is not None:
            object.__setattr__(self, "held", Held(*map(freeze, self.held)))

    def with_variable(self, name: str, value: float) -> CellState:
        """The state with a new value of one variable (name in capitals)."""
        return self.having(variables=with_item(self.variables, name, value))

    def with_signal(self, number: int, on: bool) -> CellState:
        """The state with one signal on or off."""
        return self.having(signals=with_item(self.signals, number, on))


def start_state(cell: Cell) -> CellState:
    """The state in which a run starts: the arm at ready, parts at their start poses."""
    return CellState(
        q=cell.robot.ready,
        opening=cell.robot.opening_start,
        parts={part.name: part.T_world_start for part in cell.parts},
    )
