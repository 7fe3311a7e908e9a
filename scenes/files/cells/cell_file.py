"""Makes a `Cell` of a checked cell file, and finds faults that the file's form does not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scenes.files.cells.contact_rules import contacts_of
from scenes.files.cells.frames import pose_in_world, world_frames
from scenes.files.cells.unchanged_parts import NOTHING_KEPT, UNIT_DOUBTED, Kept
from scenes.files.file_poses import pose_of
from scenes.files.robots.hand_on_robot import clashing_names, with_hand, without_hand
from scenes.files.robots.robot_file import used_in_cell
from scenes.files.schema import CellIn, PartIn, RobotUseIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.solids.shape_schema import SolidIn
from scenes.files.solids.solid_builder import Built, SolidBuilder
from scenes.files.text.composition import MOST_BODIES
from scenes.files.text.documents import Faults
from scenes.world.cell import Body, Cell, Part
from scenes.world.frozen import Array
from scenes.world.robot import GripRule, Hand, Robot
from scenes.world.separate_pieces import pieces_of

RobotFinder = Callable[[str, Place], Robot | None]
"""The robot that `use` names; notes a fault at the place where there is none."""
HandFinder = Callable[[str, Place], Hand | None]
"""The hand that `hand` names; notes a fault at the place where there is none."""
NO_HAND = "none"

_BODIES = ("fixtures", "parts")
# Mm: a body smaller or larger than this gets a warning, because its unit may be wrong.
LEAST_EXTENT, MOST_EXTENT = 2.0, 200_000.0


def cell_of(
    file: CellIn,
    faults: Faults,
    solids: SolidBuilder,
    finders: tuple[RobotFinder, HandFinder],
    kept: Kept = NOTHING_KEPT,
) -> Cell | None:
    """The cell of a file; None where it has no robot to simulate. `faults` collects the faults.

    kept: Solids, bodies and robot that need not be built again.
    """
    if not _may_be_built(file, faults):
        return None
    frames = world_frames(file.frames, faults)
    _note_clashes(file, faults)
    robot = kept.robot or _robot(file, frames, faults, *finders)
    fixtures = []
    for name, fixture in file.fixtures.items():
        here = ("fixtures", name)
        if name in kept.fixtures:
            fixtures.append(kept.fixtures[name])
            continue
        built = kept.solids.get(here) or _checked(solids, fixture.solid, here, faults)
        T_world = pose_in_world(fixture, frames, here, faults)
        if built is not None:
            colours = built.own_colours()
            fixtures.append(Body(name, built.solid, T_world, fixture.colour, colours))
    parts = [_part(name, part, frames, faults, solids, kept) for name, part in file.parts.items()]
    standing, movable = tuple(fixtures), tuple(part for part in parts if part is not None)
    contacts = contacts_of(file, robot, standing, movable, faults)
    if robot is None:
        return None
    _note_grasps(file, robot, faults)
    return Cell(
        title=file.title or faults.document.path.name,
        robot=robot,
        frames=frames,
        fixtures=standing,
        parts=movable,
        allowed=contacts.allowed,
        exemptions=contacts.exemptions,
        chord=file.check.chord,
        margin=file.check.margin,
        path=faults.document.path,
        notes=faults.ordered_notes() + robot.notes,
    )


def _may_be_built(file: CellIn, faults: Faults) -> bool:
    """Whether the number of bodies is allowed; if not, the first body too many gets a fault."""
    bodies = [(section, name) for section in _BODIES for name in getattr(file, section)]
    if len(bodies) > MOST_BODIES:
        message = f"this is one body too many: a cell may have {MOST_BODIES}, and this file has"
        faults.add(bodies[MOST_BODIES], f"{message} {len(bodies)}", of_key=True)
    return len(bodies) <= MOST_BODIES


def _robot(
    file: CellIn,
    frames: Mapping[str, Array],
    faults: Faults,
    find_robot: RobotFinder,
    find_hand: HandFinder,
) -> Robot | None:
    if not file.robots and not _has_doubtful_robot(faults):
        faults.add(("robots",), "a cell needs a robot: `arm: {use: hokkaido1985}`", of_key=True)
    for name in list(file.robots)[1:]:
        message = f"one robot a cell can be simulated; this file has {len(file.robots)}"
        faults.add(("robots", name), message, of_key=True)
    used = []
    for name, use in file.robots.items():
        here: Place = ("robots", name, "use")
        robot = None if faults.is_unsound(here) else find_robot(use.use, here)
        T_world_base = pose_in_world(use, frames, here[:-1], faults)
        if robot is not None:
            robot = _with_hand(robot, use, here[:-1], faults, find_hand)
            used.append(used_in_cell(robot, name, T_world_base, use.ready, _tool(use), faults))
    return used[0] if len(file.robots) == len(used) == 1 else None


def _with_hand(
    robot: Robot, use: RobotUseIn, here: Place, faults: Faults, find_hand: HandFinder
) -> Robot:
    """The robot with the hand that the cell gives it; with its own where that has a fault."""
    loc = (*here, "hand")
    if use.hand is None or faults.is_unsound(loc):
        return robot
    if use.hand == NO_HAND:
        return without_hand(robot)
    hand = find_hand(use.hand, loc)
    if hand is None:
        return robot
    clashes = clashing_names(robot, hand)
    if clashes:
        message = f'the robot and the hand both have a body called "{clashes[0]}"'
        faults.add(loc, f"{message}: rename it in the hand file")
        return robot
    return with_hand(robot, hand)


def _has_doubtful_robot(faults: Faults) -> bool:
    """Whether a fault in `robots` was noted already."""
    return any(loc[:1] == ("robots",) for loc in faults.unsound)


def _tool(use: RobotUseIn) -> Array | None:
    return None if use.tool is None else pose_of(use.tool.at, use.tool.rpy)


def _checked(
    solids: SolidBuilder, steps: SolidIn, here: tuple[str, str], faults: Faults
) -> Built | None:
    """The solid of a body, with warnings for odd sizes and loose pieces; None after a fault."""
    loc = (*here, "solid")
    built = solids.solid(steps, loc)
    if built is not None and here[0] == "parts":
        _warn_of_pieces(built, loc, faults)
    if built is not None:
        _warn_of_size(built, loc, faults)
    return built


def _part(
    name: str,
    file: PartIn,
    frames: Mapping[str, Array],
    faults: Faults,
    solids: SolidBuilder,
    kept: Kept,
) -> Part | None:
    if name in kept.parts:
        return kept.parts[name]
    here = ("parts", name)
    built = kept.solids.get(here) or _checked(solids, file.solid, here, faults)
    T_world_feed = pose_in_world(file, frames, here, faults)
    if built is None:
        return None
    return Part(
        name=name,
        solid=built.solid,
        T_world_feed=T_world_feed,
        T_world_start=T_world_feed if file.present else None,
        T_part_grasp=pose_of(file.grasp.at, file.grasp.rpy),
        grasp_opening=file.grasp.open,
        colour=file.colour,
        colours=built.own_colours(),
    )


def _warn_of_pieces(built: Built, loc: Place, faults: Faults) -> None:
    count = pieces_of(built.solid)
    if count > 1:
        message = f"this part is in {count} pieces that do not touch; the hand moves them as one"
        faults.warn(loc, message, of_key=True)


def _warn_of_size(built: Built, loc: Place, faults: Faults) -> None:
    """Warns of an odd size: a table 0.8 long is meant in metres, one 800 000 in micrometres."""
    low, high = built.solid.bounds()
    extent = float((high - low).max())
    is_warned = any(UNIT_DOUBTED in note.message for note in faults.notes)
    if not LEAST_EXTENT <= extent <= MOST_EXTENT and not is_warned:
        message = f"this solid is {extent:g} mm long: lengths are in mm; {UNIT_DOUBTED}"
        faults.warn(loc, message, of_key=True)


def _note_grasps(file: CellIn, robot: Robot, faults: Faults) -> None:
    hand = robot.hand
    for name, part in file.parts.items() if hand is not None else ():
        if hand is None or hand.rule is not GripRule.FINGERS:
            continue
        if not hand.opening_min <= part.grasp.open <= hand.opening_max:
            message = f"the hand opens from {hand.opening_min:g} to {hand.opening_max:g} mm, "
            loc = ("parts", name, "grasp", "open")
            # A hand can be exchanged: a part that it cannot grip stays a sound part.
            note = faults.warn if hand.name else faults.add
            note(loc, f"{message}not to {part.grasp.open:g}")


def _note_clashes(file: CellIn, faults: Faults) -> None:
    """Notes names that differ only in capitals: programs cannot distinguish such bodies."""
    seen: dict[str, str] = {}
    for section in ("robots", "fixtures", "parts"):
        for name in getattr(file, section):
            before = seen.setdefault(name.lower(), f"{section}.{name}")
            if before != f"{section}.{name}":
                message = f'the name "{name}" is taken by {before}'
                faults.add((section, name), message, of_key=True)
