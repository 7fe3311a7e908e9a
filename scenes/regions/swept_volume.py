"""The volume that the moving bodies pass through in a run, or in some lines of it, as a mesh.

It is an outer bound with a tolerance, as `geometry.sweeping.swept_region` explains. The bounds on
the motion are those of the collision proofs: within a piece of a path every point of a body has an
acceleration of at most A mm per piece squared, so that over a share h of the piece it stays within
A h^2 / 8 of a straight line. Each piece is divided so finely that this bow is small enough, and
that the turns of the links leave little spread.

A body counts as its convex pieces: a round hole is filled, and an imported mesh is its hull. A part
that is being cut counts as before the cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from geometry import Mesh, Solid
from geometry.separation.convex_pieces import convex_pieces
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.course import course_of
from scenes.checking.motions.pieces import Integers
from scenes.errors import SceneError
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.state import CellState

if TYPE_CHECKING:
    from geometry.sweeping.swept_region import Shares

COLOUR = "#e0a030"  # in files with colours
TOLERANCE = 5.0  # mm, unless another one is chosen
ARM, HAND, PART = "arm", "hand", "part"
GROUPS = (ARM, HAND, PART)
Place = tuple[int, int]
BEGIN: Place = (0, 0)
# Hulls of one part of the work: about a second.
HULLS_AT_ONCE = 400
# Most places of one body in one motion: a longer motion needs a larger tolerance.
MOST_PLACES = 50_000


@dataclass(frozen=True)
class SweptChoice:
    """What is swept.

    lines: First and last source line; None for the whole run. groups: Of GROUPS. tolerance: The
    volume exceeds that of the bodies by no more than this, mm.
    """

    lines: tuple[int, int] | None = None
    groups: tuple[str, ...] = GROUPS
    tolerance: float = TOLERANCE

    def __post_init__(self) -> None:
        from geometry.sweeping.swept_region import Shares

        unknown = [group for group in self.groups if group not in GROUPS]
        if unknown or not self.groups:
            raise SceneError(f"bodies of a swept volume are {', '.join(GROUPS)}, not {unknown}")
        Shares.of(self.tolerance)

    @property
    def words(self) -> str:
        """The chosen stretch of the run, for a sentence."""
        if self.lines is None:
            return "the run"
        first, last = self.lines
        return f"line {first}" if first == last else f"lines {first} to {last}"


def swept_steps(run: Run, choice: SweptChoice) -> tuple[Step, ...]:
    """The steps of a run that take time, on the chosen lines of the run's own file."""
    if choice.lines is None:
        return run.moving_steps
    first, last = choice.lines
    own = (step for step in run.moving_steps if not step.file)
    return tuple(step for step in own if first <= step.line <= last)


def swept_bodies(run: Run, choice: SweptChoice) -> tuple[str, ...]:
    """Names of the bodies of the chosen groups that the arm can move; the base stands."""
    robot = run.cell.robot
    hand = set() if robot.hand is None else set(robot.hand.body_names)
    base = {body.name for body in robot.bodies if body.link == 0}
    names = [
        f"{robot.name}.{name}"
        for name in robot.body_names
        if (HAND if name in hand else ARM) in choice.groups and name not in base
    ]
    if PART in choice.groups:
        held = (step.before.held for step in swept_steps(run, choice))
        names += dict.fromkeys(one.part for one in held if one is not None)
    return tuple(names)


@dataclass(frozen=True, eq=False)
class SweptPart:
    """A part of the work.

    region: World, mm; None where the body does not move with the arm there. following: The place at
    which the next part begins; None at the end. done: Share of the work, 0 to 1.
    """

    region: Mesh | None
    following: Place | None
    done: float


def swept_part(run: Run, choice: SweptChoice, place: Place = BEGIN) -> SweptPart:
    """The part of the region that begins at a place: number of the body, number of the step.

    It ends with the body, or after so many steps that their hulls are about HULLS_AT_ONCE.
    """
    from geometry.sweeping.swept_region import Shares, region_of

    names, steps = swept_bodies(run, choice), swept_steps(run, choice)
    shares, (body, first) = Shares.of(choice.tolerance), place
    if body >= len(names) or not steps:
        return SweptPart(None, None, 1.0)
    clouds, last = dict[bytes, Array](), first
    while last < len(steps) and len(clouds) < HULLS_AT_ONCE:
        for cloud in _clouds(run.cell, steps[last], names[body], shares):
            clouds[np.round(cloud, 6).tobytes()] = cloud  # a base stands through the whole run
        last += 1
    region = region_of(list(clouds.values()), shares) if clouds else None
    body, last = (body, last) if last < len(steps) else (body + 1, 0)
    if body == len(names):
        return SweptPart(region, None, 1.0)
    return SweptPart(region, (body, last), (body + last / len(steps)) / len(names))


def swept_volume(
    run: Run,
    choice: SweptChoice,
    on_progress: Callable[[float, str], None] = lambda fraction, text: None,
) -> Mesh:
    """The region that all chosen bodies pass through; SceneError where nothing moves."""
    found, done = list[Mesh](), 0.0
    place: Place | None = BEGIN
    while place is not None:
        on_progress(done, "swept volume")
        part = swept_part(run, choice, place)
        found += [] if part.region is None else [part.region]
        place, done = part.following, part.done
    return joined(run, found, choice)


def joined(run: Run, regions: Sequence[Mesh], choice: SweptChoice) -> Mesh:
    """The union of the regions of all parts; SceneError where there is none."""
    from geometry.sweeping.swept_region import Shares, united_regions

    if not regions:
        raise SceneError(f"none of the chosen bodies moves in {choice.words}{_hint(run, choice)}")
    return united_regions(regions, Shares.of(choice.tolerance))


def _hint(run: Run, choice: SweptChoice) -> str:
    """The lines of the run that have motions, for a message about lines without one."""
    lines = sorted({step.line for step in run.moving_steps if not step.file})
    if choice.lines is None or not lines:
        return ""
    return f"; the motions of the run are in lines {lines[0]} to {lines[-1]}"


def write_region(region: Mesh, path: str | Path) -> Path:
    """Writes a region as one solid, in world axes, mm; ExportError for an unknown suffix."""
    from scenes.exporters.solid_files import write_meshes

    return write_meshes([("swept_volume", region, COLOUR)], Path(path))


def bound_words(choice: SweptChoice) -> str:
    """What the region promises, for the user."""
    return (
        f"outer bound: never smaller than the swept volume, at most {choice.tolerance:g} mm beyond "
        "it; round holes count as filled, imported meshes as their hulls"
    )


def _clouds(cell: Cell, step: Step, name: str, shares: Shares) -> Iterator[Array]:
    """The points of the hulls that cover what a body passes through in a step."""
    from geometry.sweeping.swept_region import clouds_of

    state = step.before
    held = None if state.held is None else _solid_of(cell, state, state.held.part)
    course = course_of(step, cell.robot.mechanism)
    arm = ArmMotion(cell.robot, course.pieces, state.held, held)
    if name not in arm.names:
        return
    body = arm.names.index(name)
    places = _Places.of(arm, body, shares)
    poses = arm.poses(*course.pieces.at(places.piece, places.share))[:, body]
    for piece in convex_pieces(arm.solids[body]):
        yield from clouds_of(piece, poses, places.bows, shares)


def _solid_of(cell: Cell, state: CellState, name: str) -> Solid:
    """The solid of a part in a state."""
    part = cell.part_called(name)
    assert part is not None  # the run has it in its hand
    return state.shapes.get(name, part.solid)


@dataclass(frozen=True, eq=False)
class _Places:
    """Places (k,) of a course: piece and share of the piece; bows (k - 1,) between them, mm."""

    piece: Integers
    share: Array
    bows: Array = field(default_factory=lambda: np.empty(0))

    @classmethod
    def of(cls, arm: ArmMotion, body: int, shares: Shares) -> _Places:
        """The places at which one body of an arm is looked at."""
        if not arm.ways[:, body, 0].any():
            return cls(np.zeros(1, np.int64), np.zeros(1))
        bends = arm.bends[:, body, 0]
        by_bow = np.sqrt(bends / (8.0 * 0.5 * shares.bow))
        by_spread = _turns(arm, body) * _diameter(arm.solids[body]) / (4.0 * shares.spread)
        parts = np.maximum(np.ceil(np.maximum(by_bow, by_spread)), 1.0).astype(np.int64)
        if parts.sum() > MOST_PLACES:
            raise SceneError(
                f"{arm.names[body]} moves too far for this tolerance: choose a larger tolerance, "
                "or fewer lines"
            )
        piece = np.repeat(np.arange(len(parts)), parts)
        share = (np.arange(len(piece)) - np.repeat(np.cumsum(parts) - parts, parts)) / parts[piece]
        bows = (bends / (8.0 * parts**2))[piece]
        return cls(np.append(piece, len(parts) - 1), np.append(share, 1.0), bows)


def _turns(arm: ArmMotion, body: int) -> Array:
    """How far a body may turn in each piece, (m,), rad."""
    mechanism, pieces = arm.robot.mechanism, arm.pieces
    rates = mechanism.link_travels(pieces.controls)[0] * pieces.peaks[0][:, None]
    turning = np.array([kind == "R" for kind in mechanism.link_tree.kinds])
    if not mechanism.has_loops:
        turning[arm.links[body] :] = False
    return np.asarray(rates[:, turning].sum(axis=1))


def _diameter(solid: Solid) -> float:
    """The diagonal of the box about the largest convex piece of a solid, mm."""
    return max(2.0 * float(np.linalg.norm(piece.half)) for piece in convex_pieces(solid))
