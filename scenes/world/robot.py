"""The robot: its links, hand, ratings and controller as frozen values.

Lengths in mm, angles in rad; `T_a_b` is the pose of b in a.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kinematics.motion.laws.profile import Profile
from scenes.errors import FileProblem
from scenes.world.frozen import Array, Frozen, identity_pose

if TYPE_CHECKING:
    from geometry.solids.tree import Solid
    from kinematics.arm.mechanism import Mechanism

BodyName = str
Colours = tuple[str | None, ...]
"""Of each primitive of a solid, in the order of the tree; None: the colour of the body. Empty:
no primitive has one of its own."""


@dataclass(frozen=True, eq=False)
class LinkBody(Frozen):
    """A solid that moves with one link of a robot; link 0 is the base."""

    name: BodyName
    link: int
    solid: Solid
    T_link_body: Array
    colour: str
    colours: Colours = ()


@dataclass(frozen=True, eq=False)
class Finger(Frozen):
    """A finger that slides with the hand opening.

    Attributes:
        T_flange_finger: Pose of the finger at opening 0.
        direction: Unit vector in flange axes along which the finger slides as the hand opens.
        share: Share of the opening that this finger travels.
    """

    name: BodyName
    solid: Solid
    T_flange_finger: Array
    direction: Array
    share: float
    colour: str
    colours: Colours = ()


@dataclass(frozen=True, eq=False)
class HandBody(Frozen):
    """A solid of a hand that stands still on the flange, such as a palm or the body of a torch."""

    name: BodyName
    solid: Solid
    T_flange_body: Array
    colour: str
    colours: Colours = ()


class GripRule(Enum):
    """How a hand holds a part: between fingers, by suction, or not at all."""

    FINGERS = "closes_on"
    SUCTION = "suction"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class Suction(Frozen):
    """The cups of a suction hand.

    Attributes:
        cups: Centres of the cups in the plane of the grip frame, shape (k, 2), mm.
        radius: Radius of each cup, mm.
        tolerance: Distance, mm, by which a face may be off that plane and is still held.
    """

    cups: Array
    radius: float
    tolerance: float


@dataclass(frozen=True, eq=False)
class Hand(Frozen):
    """The fingers of a robot, the range of their opening (mm) and their grip frame.

    Attributes:
        T_flange_grip: The frame between the fingers, or in the plane of the cups: z is the approach
            axis.
        bodies: Solids of the hand that stand still on the flange.
        rule: How the hand holds a part.
        suction: The cups of a hand that sucks; None for all others.
        gap: Distance of the fingers from each other at opening 0, mm.
        T_flange_tool: The tool frame that the hand brings; None where the robot file has it.
        name: Name of the hand's file; empty for a hand that is part of a robot file.
        title, source, assumptions, path: As in the file of the hand.
    """

    fingers: tuple[Finger, ...]
    opening_min: float
    opening_max: float
    opening_start: float
    T_flange_grip: Array
    bodies: tuple[HandBody, ...] = ()
    rule: GripRule = GripRule.FINGERS
    suction: Suction | None = None
    gap: float = 0.0
    T_flange_tool: Array | None = None
    name: str = ""
    title: str = ""
    source: str = ""
    assumptions: tuple[str, ...] = ()
    path: Path | None = None
    notes: tuple[FileProblem, ...] = ()

    @property
    def body_names(self) -> tuple[BodyName, ...]:
        """The hand's own names of its bodies: those that stand still, then the fingers."""
        return (*(body.name for body in self.bodies), *(finger.name for finger in self.fingers))


@dataclass(frozen=True, eq=False)
class CheckPose(Frozen):
    """A pose that a source outside this program gives for known joint values."""

    q: Array
    T_base_flange: Array


@dataclass(frozen=True, eq=False)
class Rating(Frozen):
    """The maker's rating of an arm; None for a value that no source states.

    Attributes:
        reach_mm: Reach as the maker counts it, mostly to the centre of the wrist.
        source: The document that states these values.
    """

    payload_kg: float | None = None
    reach_mm: float | None = None
    source: str = ""


@dataclass(frozen=True, eq=False)
class Controller(Frozen):
    """How the maker's controller counts what the model of an arm counts in its own way.

    Attributes:
        language: Name of the language of its programs, as `krl`.
        signs: 1 or -1 for each joint, (n,): whether the shown value grows with the joint value.
        zeros: What the controller shows at joint value 0, (n,), rad or mm.
        T_base_controller: Its base frame in the base of the arm.
        T_flange_controller: Its flange frame in the flange.
        source: The document that says so.
        has_parallelogram: Whether a parallelogram holds axis 3 against the base while axis 2 turns:
            the controller counts axis 3 from there, not from the lower arm.
        axis_2_in_3: How often the controller adds its axis 2 to what it shows of axis 3: -1 where
            axis 3 turns against axis 2 and is counted from the horizon without a parallelogram.
        pulses_per_degree: How many pulses of its motor the controller counts for a degree of each
            joint, (n,), as jobs of Yaskawa give joint values; None where that is not known.
    """

    language: str
    signs: Array
    zeros: Array
    T_base_controller: Array
    T_flange_controller: Array
    source: str
    has_parallelogram: bool = False
    axis_2_in_3: float = 0.0
    pulses_per_degree: Array | None = None

    def shown(self, q: Array) -> Array:
        """What the controller shows at joint values q (..., n), rad or mm."""
        values = np.array(q * self.signs + self.zeros)
        if self._coupling:
            values[..., 2] += self._coupling * values[..., 1]
        return values

    def q_of(self, shown: Array) -> Array:
        """The joint values (..., n) at which the controller shows these values, rad or mm."""
        values = np.array(shown, dtype=float)
        if self._coupling:
            values[..., 2] -= self._coupling * values[..., 1]
        return np.asarray((values - self.zeros) * self.signs)

    @property
    def is_coupled(self) -> bool:
        """Whether what it shows of axis 3 depends on axis 2 as well."""
        return self._coupling != 0.0

    @property
    def _coupling(self) -> float:
        """How often axis 2 is in the shown value of axis 3."""
        return self.axis_2_in_3 + (1.0 if self.has_parallelogram else 0.0)


@dataclass(frozen=True, eq=False)
class RosJoints(Frozen):
    """How the ROS description of an arm names and counts the joints of our model.

    Attributes:
        names: Of the joints, in the order of the model.
        signs: 1 or -1 for each joint, (n,): whether its value in ROS grows with ours.
        zeros: Its value in ROS at joint value 0, (n,), rad or mm.
        source: The document that says so.
    """

    names: tuple[str, ...]
    signs: Array
    zeros: Array
    source: str


@dataclass(frozen=True, eq=False)
class Robot(Frozen):
    """An arm: its mechanism, the solids of its links, its hand, and the pose of its base.

    Attributes:
        T_flange_tool: The tool frame; its z is the approach axis.
        T_flange_mount: Where a hand from a file of its own is mounted; its z is the approach axis.
        bodies: Bodies of the links, then the bodies of the hand that stand still on the flange.
        ready: Joint values at which a run starts, shape (n,), rad or mm.
        nest: Joint values (n,) of the parked arm; those of `ready` where the file names none.
        profile: How motions speed up; an S-curve of joints without a jerk is a trapezoid.
        schematic: Whether the solids only hint at the real shape, so that collisions prove little.
        source: The document from which the numbers of the mechanism come.
        assumptions: Names of values (limits, speed, rated ...) that no document states.
        allowed: Pairs of its own bodies that touch by construction, each in alphabetical order.
        notes: Warnings and notes from reading the file.
        controller: How its controller counts joints and frames; None where no document says so.
        ros: How its ROS description names and counts the joints; None where no document says so.
    """

    name: str
    title: str
    mechanism: Mechanism
    T_flange_tool: Array
    bodies: tuple[LinkBody, ...]
    hand: Hand | None
    ready: Array
    nest: Array
    check_poses: tuple[CheckPose, ...]
    tool_speed_mm_s: float
    tool_speed_rad_s: float
    schematic: bool
    source: str
    limits_source: str = ""
    profile: Profile = Profile.S_CURVE
    rated: Rating = field(default_factory=Rating)
    assumptions: tuple[str, ...] = ()
    allowed: frozenset[tuple[BodyName, BodyName]] = frozenset()
    T_world_base: Array = field(default_factory=identity_pose)
    path: Path | None = None
    notes: tuple[FileProblem, ...] = ()
    T_flange_mount: Array = field(default_factory=identity_pose)
    controller: Controller | None = None
    ros: RosJoints | None = None

    @property
    def fingers(self) -> tuple[Finger, ...]:
        """The fingers of the hand; empty where there is no hand."""
        return self.hand.fingers if self.hand is not None else ()

    @property
    def body_names(self) -> tuple[BodyName, ...]:
        """The robot's own names of its bodies: bodies of the links, then fingers."""
        links = tuple(body.name for body in self.bodies)
        return links + tuple(finger.name for finger in self.fingers)

    @property
    def opening_start(self) -> float:
        """The hand opening at the start of a run, mm; 0 without a hand."""
        return self.hand.opening_start if self.hand is not None else 0.0

    def opening_within(self, opening: float) -> float:
        """The opening of the hand, mm, that is nearest to the given one; 0 without a hand."""
        if self.hand is None:
            return 0.0
        return min(max(opening, self.hand.opening_min), self.hand.opening_max)
