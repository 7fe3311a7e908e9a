"""What the checked bodies are models of: real shapes, hulls, a drawing of the arm, or nothing.

A proof holds for the solids that it was made with. Where an arm is drawn from its mechanism alone,
or where a link has no body, the real machine has another shape, and "proven free" would be untrue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from geometry.contact.open_surfaces import has_open
from kinematics import ClosedChain
from scenes.runs.run import Run
from scenes.runs.step import WARNING, Problem
from scenes.world.arm_drawing.skeleton import skeleton_of
from scenes.world.cell import Cell
from scenes.world.link_numbers import number_of_link
from scenes.world.placement import BodyInfo, BodyKind, bodies_of
from scenes.world.robot import Robot

# An assumption in a robot file: its bodies have only about the shape of the arm.
ASSUMED_SHAPE = "shape of the links"
# Mm: a shorter link needs no body, because its neighbours meet in one place.
SHORT = 1e-3
CODE = "W310"


class Shape(Enum):
    """How the solid of a checked body relates to the real body."""

    REAL = "real"  # the solid that its file gives
    HULL = "hull"  # a mesh that closes no volume, checked as its surface and its hull
    SCHEMATIC = "schematic"  # drawn from the mechanism, or called schematic by its file
    NONE = "none"  # the robot has no body


@dataclass(frozen=True)
class BodyCoverage:
    """How one body of the cell relates to the real body."""

    name: str
    kind: BodyKind
    shape: Shape


@dataclass(frozen=True)
class RobotCoverage:
    """The links of one robot.

    Attributes:
        name, title: Names of the robot in the cell and in the robot file.
        shape: The weakest shape among its bodies; NONE for a robot without bodies.
        bodies: Number of bodies of its links.
        bare_links: Links that have a length and no body; link 0 is the base.
        is_assumed: Whether the robot file calls the shape of the bodies assumed.
    """

    name: str
    title: str
    shape: Shape
    bodies: int
    bare_links: tuple[int, ...] = ()
    is_assumed: bool = False

    @property
    def caveat(self) -> str:
        """Why a proof says little about the real arm, in a few words; "" without such a reason."""
        if self.shape is Shape.NONE:
            return "the arm has no bodies"
        missing = f"{_links(self.bare_links)} of the arm" if self.bare_links else ""
        if self.shape is Shape.SCHEMATIC:
            return "the arm is schematic" + (f", {missing} without a body" if missing else "")
        return f"no body on {missing}" if missing else ""

    def __str__(self) -> str:
        if self.shape is Shape.NONE:
            return f"{self.name} without bodies"
        drawn = " drawn schematically" if self.shape is Shape.SCHEMATIC else ""
        bodies = _count(self.bodies, "body", "bodies")
        bare = f", none on {_links(self.bare_links)}" if self.bare_links else ""
        assumed = ", their shape assumed" if self.is_assumed else ""
        return f"{self.name}{drawn} with {bodies}{bare}{assumed}"


@dataclass(frozen=True)
class Coverage:
    """What every body of a cell is a model of; unknown where `robots` is empty."""

    robots: tuple[RobotCoverage, ...] = ()
    bodies: tuple[BodyCoverage, ...] = ()

    @property
    def caveat(self) -> str:
        """Why a report must not say "proven free", in a few words; "" where it may."""
        if not self.robots:
            return "nothing is known of the bodies"
        return "; ".join(robot.caveat for robot in self.robots if robot.caveat)

    @property
    def free_words(self) -> str:
        """The words for a motion without contact."""
        return "free as drawn" if self.caveat else "proven free"

    @property
    def as_drawn(self) -> str:
        """The addition to "no collision" and to distances; "" where none is needed."""
        return " as drawn" if self.caveat else ""

    def of_shape(self, shape: Shape) -> tuple[str, ...]:
        """The names of the bodies of one shape."""
        return tuple(body.name for body in self.bodies if body.shape is shape)

    def __str__(self) -> str:
        kinds = (
            ("finger", "finger", "fingers"),
            ("fixture", "fixture", "fixtures"),
            ("part", "part", "parts"),
        )
        parts = [str(robot) for robot in self.robots]
        for kind, *words in kinds:
            number = sum(body.kind == kind for body in self.bodies)
            parts += [_count(number, *words)] if number else []
        hulls = self.of_shape(Shape.HULL)
        parts += [f"as hulls of open meshes: {', '.join(hulls)}"] if hulls else []
        return "; ".join(parts)

    def as_plain(self) -> dict[str, Any]:
        """The coverage as plain values for JSON."""
        return {
            "caveat": self.caveat,
            "robots": [
                {
                    "name": robot.name,
                    "title": robot.title,
                    "shape": robot.shape.value,
                    "shape_assumed": robot.is_assumed,
                    "links_without_bodies": list(robot.bare_links),
                }
                for robot in self.robots
            ],
            "bodies": [
                {"name": body.name, "kind": body.kind, "shape": body.shape.value}
                for body in self.bodies
            ],
        }


@lru_cache(maxsize=4)
def coverage_of(cell: Cell) -> Coverage:
    """The coverage of all bodies of a cell."""
    bodies = tuple(
        BodyCoverage(name, body.kind, _shape(cell.robot, body))
        for name, body in bodies_of(cell).items()
    )
    return Coverage((_robot(cell.robot, bodies),), bodies)


def _shape(robot: Robot, body: BodyInfo) -> Shape:
    if body.kind == "robot" and robot.schematic:
        return Shape.SCHEMATIC
    return Shape.HULL if has_open(body.solid) else Shape.REAL


def _robot(robot: Robot, bodies: tuple[BodyCoverage, ...]) -> RobotCoverage:
    shapes = {body.shape for body in bodies if body.kind == "robot"} or {Shape.NONE}
    weakest = max(shapes, key=list(Shape).index)
    mechanism = robot.mechanism
    arm = skeleton_of(mechanism.chain)
    bodied = {number_of_link(mechanism, body.link) for body in robot.bodies}
    lengths = {link: arm.length(link) for link in range(mechanism.chain.n + 1)}
    if isinstance(mechanism, ClosedChain):
        for link in (joint + 1 for joint in mechanism.beside):
            lengths[number_of_link(mechanism, link)] = mechanism.linkage.length_of(link)
    bare = (link for link, size in lengths.items() if link not in bodied and size > SHORT)
    is_assumed = ASSUMED_SHAPE in robot.assumptions
    return RobotCoverage(
        robot.name, robot.title, weakest, len(robot.bodies), tuple(bare), is_assumed
    )


def coverage_warnings(run: Run) -> Iterator[Problem]:
    """A warning W310, at the first motion, for each robot with a caveat."""
    moving = run.moving_steps
    if not moving:
        return
    first = next((step for step in moving if not step.file), moving[0])
    for robot in coverage_of(run.cell).robots:
        if robot.caveat:
            figures = {"robot": robot.name, "shape": robot.shape.value}
            yield Problem(CODE, WARNING, first.line, _advice(robot), figures, file=first.file)


def _advice(robot: RobotCoverage) -> str:
    """The text of the warning: what is missing and what the user can add."""
    spoken = f"{robot.name} ({robot.title})"
    if robot.shape is Shape.SCHEMATIC:
        wrong = f"{spoken} is drawn schematically: collisions are those of the drawing"
    elif robot.shape is Shape.NONE:
        wrong = f"{spoken} has no bodies: nothing of the arm is checked"
    else:
        wrong = f"{spoken} has no body on {_links(robot.bare_links)}: nothing is checked there"
    return (
        f"{wrong}, and nothing is proven of the machine. Give its robot file `bodies` for every "
        "link, or bring them with its meshes: cellwright robots import FILE.urdf -o "
        "NAME.robot.yaml"
    )


def _links(numbers: tuple[int, ...]) -> str:
    """`link 3`, `links 1 and 4`, `links 1, 4 and 5`."""
    named = [str(number) for number in numbers]
    if len(named) == 1:
        return f"link {named[0]}"
    return f"links {', '.join(named[:-1])} and {named[-1]}"


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
