"""Places of VAL3 in the words of our language: transformations, points, joint values, tools."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kinematics import invert
from language.foreign.draft import NotSaidError, literal
from scenes.makers.defined_points import is_no_frame, tool_argument
from scenes.makers.staubli.translation.val3_trees import (
    Access,
    Binary,
    Call,
    Structure,
    Tree,
    Unary,
)
from scenes.makers.staubli.translation.val3_values import NO_VALUE, Values
from scenes.makers.staubli.translation.val3_work import (
    JOINT_KINDS,
    POINTS,
    POSES,
    Element,
    Work,
)
from scenes.makers.staubli.val3_configuration import Configuration, configuration_from
from scenes.makers.staubli.val3_poses import FIELDS, JOINTS, pose_of_values, pose_values
from scenes.world.frozen import Array

WORLD, FLANGE = "world", "flange"
MOST_FATHERS = 12
FATHER = re.compile(r"(\w+)(?:\[(\d{1,9})\])?")
AXES = "appro is taken along the axes of the point, as programs use it"
FREE = "a part of the configuration that is free keeps its present side here"


class Pose(NamedTuple):
    """A transformation. T: (4, 4) where it is known, else text: the location in our words."""

    T: Array | None
    text: str = ""

    def told(self) -> str:
        """The location in our words."""
        return self.text if self.T is None else tool_argument(self.T)

    def __mul__(self, other: object) -> Pose:
        assert isinstance(other, Pose)
        if self.T is not None and other.T is not None:
            return Pose(np.asarray(self.T @ other.T))
        parts = [each for each in (self, other) if each.T is None or not is_no_frame(each.T)]
        return Pose(None, ":".join(each.told() for each in parts) or "NULL")

    def inverse(self) -> Pose:
        """The transformation undone."""
        return Pose(None, f"INVERSE({self.text})") if self.T is None else Pose(invert(self.T))


class Point(NamedTuple):
    """A point. pose: In its father frame. attributes: Words of its configuration. name: Of the
    variable that gives it, "" for none."""

    pose: Pose
    father: str
    attributes: dict[str, str]
    name: str = ""


def pose_of_fields(values: Sequence[float] | Sequence[str]) -> Pose:
    """The transformation of x to rz, numbers or our words for them."""
    if all(isinstance(value, float) for value in values):
        return Pose(pose_of_values([float(value) for value in values]))
    told = [value if isinstance(value, str) else literal(value) for value in values]
    x, y, z, rx, ry, rz = told
    turns = (f"TRANS(0, 0, 0, -90, {rx}, 90)", f"TRANS(0, 0, 0, 0, {ry})", f"TRANS(0, 0, 0, {rz})")
    kept = [turn for turn, value in zip(turns, (rx, ry, rz), strict=True) if value != "0"]
    return Pose(None, ":".join([f"TRANS({x}, {y}, {z})", *kept]))


@dataclass
class Places:
    """Says places."""

    work: Work
    values: Values

    def pose(self, tree: Tree) -> Pose:
        """A transformation (trsf). Raises NotSaidError."""
        match tree:
            case Structure(parts) if len(parts) == len(FIELDS):
                known = [self.values.known(each) for each in parts]
                if all(value is not None for value in known):
                    return pose_of_fields([float(value or 0.0) for value in known])
                return pose_of_fields([self.values.number(each) for each in parts])
            case Binary("*", left, right):
                return self.pose(left) * self.pose(right)
            case Unary("!", of):
                return self.pose(of).inverse()
            case Access(_, _, path):
                element = self.values.element(tree)
                is_whole = path == ("trsf",) or (element.kind == "trsf" and not path)
                if element.kind in POSES and is_whole:
                    return pose_of_fields(self.work.numbers_in(element, FIELDS))
            case Call(name, (point, frame)) if name.lower() == "position":
                found = self.point(point)
                return self.frame(frame).inverse() * self.in_world(found)
        raise NotSaidError("this is no transformation that is read")

    def point(self, tree: Tree) -> Point:
        """A point. Raises NotSaidError."""
        match tree:
            case Access(name, _, ()):
                return self._variable(name, self.values.element(tree))
            case Call(name, (of, shift)) if name.lower() == "appro":
                found, moved = self.point(of), self.pose(shift)
                self.work.tell_once("appro", AXES)
                return found._replace(pose=found.pose * moved, name="")
            case Call(name, (of, frame, shift)) if name.lower() == "compose":
                found = self.point(of)
                F = self.frame(frame)
                whole = F * self.pose(shift) * F.inverse() * self.in_world(found)
                father = Pose(self.father(found.father)).inverse()
                return found._replace(pose=father * whole, name="")
            case Call(name, (tool, frame)) if name.lower() == "here":
                if self.tool_argument(tool) != self.work.told_tool:
                    raise NotSaidError("where this tool is, is not known here")
                base = Pose(self.work.shared.controller.T_base_controller)
                here = (base * self.frame(frame)).inverse() * Pose(None, "HERE")
                return Point(here, self._frame_name(frame), {})
        raise NotSaidError("this point is not read")

    def _variable(self, name: str, element: Element) -> Point:
        if element.kind not in POINTS:
            raise NotSaidError(f"{name} is no point")
        pose = pose_of_fields(self.work.numbers_in(element, FIELDS))
        index = element.index if isinstance(element.index, int) else 0
        values = element.variable.values.get(index, {})
        known = {key: values[key] for key in Configuration._fields if key in values}
        attributes = {**known, **self.work.configs.get((element.key, element.index), {})}
        own = f"{name}[{index}]" if element.variable.size > 1 else name
        return Point(pose, self.father_of(element), attributes, own)

    def father_of(self, element: Element) -> str:
        """The name of the frame in which a point lies."""
        of_all = element.variable.values
        if isinstance(element.index, int):
            fathers = {of_all.get(element.index, {}).get("fatherId", "")}
        else:
            fathers = {values.get("fatherId", "") for values in of_all.values()}
        if len(fathers) > 1:
            raise NotSaidError(f"the elements of {element.variable.name} lie in several frames")
        given = next(iter(fathers), "")
        found = given or self.work.fathers.get(element.key, "")
        if not found:
            raise NotSaidError(f"{element.variable.name} has no reference frame")
        return found

    def in_world(self, point: Point) -> Pose:
        """A point in the world frame of the controller."""
        return Pose(self.father(point.father)) * point.pose

    def in_base(self, point: Point) -> Pose:
        """A point in the base of the arm."""
        return Pose(self.work.shared.controller.T_base_controller) * self.in_world(point)

    def configuration(self, point: Point) -> Configuration:
        """The configuration of a point. Raises NotSaidError for words that are not known."""
        found = configuration_from(point.attributes)
        if found is None:
            raise NotSaidError("the configuration of the point is not known")
        if any(word.endswith("free") for word in found):
            self.work.tell_once("free", FREE)
        return found

    # Frames and tools.

    def frame(self, tree: Tree) -> Pose:
        """A frame in the world frame."""
        return Pose(self.father(self._frame_name(tree)))

    def _frame_name(self, tree: Tree) -> str:
        if isinstance(tree, Access) and tree.name == WORLD and not tree.path:
            return WORLD
        element = self.values.element(tree)
        if element.kind != "frame" or not isinstance(element.index, int):
            raise NotSaidError("this frame is not read")
        return f"{element.variable.name}[{element.index}]"

    def father(self, name: str) -> Array:
        """The frame of the application with a name such as `fPart[0]`, in the world frame."""
        known = self.work.shared.frames
        if name not in known:
            known[name] = self._father(name)
        return known[name]

    def _father(self, name: str) -> Array:
        T = np.eye(4)
        for _ in range(MOST_FATHERS):
            found = FATHER.fullmatch(name)
            if found is not None and found[1] == WORLD:
                return T
            element = self._standing(found, name, "frame")
            T = np.asarray(pose_of_values(self._fields(element)) @ T)
            index = element.index
            assert isinstance(index, int)
            name = element.variable.values.get(index, {}).get("fatherId", f"{WORLD}[0]")
        raise NotSaidError("frames stand in one another without an end")

    def _standing(self, found: re.Match[str] | None, name: str, kind: str) -> Element:
        """A frame or a tool of the application that no program changes."""
        known = self.work.shared.application.variables
        variable = known.get(found[1]) if found is not None else None
        index = int(found[2] or 0) if found is not None else 0
        if variable is None or variable.kind != kind or index >= max(variable.size, 1):
            raise NotSaidError(f"{name} {NO_VALUE}")
        element = Element(variable, index)
        if not self.work.is_constant(element):
            raise NotSaidError(f"{name} gets another value in the program")
        return element

    def _fields(self, element: Element) -> list[float]:
        return [float(value) for value in self.work.numbers_in(element, FIELDS)]

    def tool(self, tree: Tree) -> Array:
        """T_flange_tool of a tool, on the flange of the controller."""
        if isinstance(tree, Access) and tree.name == FLANGE and not tree.path:
            return np.eye(4)
        element = self.values.element(tree)
        if element.kind != "tool":
            raise NotSaidError("this is no tool")
        if not self.work.is_constant(element):
            raise NotSaidError(f"{element.variable.name}: a tool that changes is not read")
        T = np.eye(4)
        for _ in range(MOST_FATHERS):
            T = np.asarray(pose_of_values(self._fields(element)) @ T)
            assert isinstance(element.index, int)
            values = element.variable.values.get(element.index, {})
            name = values.get("fatherId", f"{FLANGE}[0]")
            found = FATHER.fullmatch(name)
            if found is not None and found[1] == FLANGE:
                return T
            element = self._standing(found, name, "tool")
        raise NotSaidError("tools stand in one another without an end")

    def tool_argument(self, tree: Tree) -> str:
        """The argument of TOOL for a tool: it counts from the tool of the robot file."""
        shared, T = self.work.shared, self.tool(tree)
        key = T.tobytes()
        if key not in shared.tools:
            own = invert(shared.robot.T_flange_tool) @ shared.controller.T_flange_controller
            shared.tools[key] = tool_argument(own @ T)
        return shared.tools[key]

    # Joint values.

    def joints(self, tree: Tree) -> list[float] | list[str]:
        """The joint values that the controller shows, degrees, or our words for them."""
        if isinstance(tree, Structure) and len(tree.parts) == len(JOINTS):
            known = [self.values.known(each) for each in tree.parts]
            if all(value is not None for value in known):
                return [float(value or 0.0) for value in known]
            return [self.values.number(each) for each in tree.parts]
        element = self.values.element(tree)
        if element.kind not in JOINT_KINDS or (isinstance(tree, Access) and tree.path):
            raise NotSaidError("these are no joint values")
        return self.work.numbers_in(element, JOINTS)

    def is_joints(self, tree: Tree) -> bool:
        """Whether an expression is joint values, not a point."""
        if isinstance(tree, Structure):
            return len(tree.parts) == len(JOINTS)
        if not isinstance(tree, Access):
            return False
        found = self.work.variable(tree.name)
        return found is not None and found.kind in JOINT_KINDS

    def field_lines(self, pose: Pose, target: str) -> list[str]:
        """Statements that give x to rz of a transformation to numbers; target: With {} for the
        field."""
        if pose.T is not None:
            known = zip(FIELDS, pose_values(pose.T), strict=True)
            return [f"{target.format(key.upper())} = {literal(value)}" for key, value in known]
        self.work.temporary += 1
        L = f"VAL3.T{self.work.temporary}"
        lines = [f"SET {L} = {pose.text}"]
        ways = {"R00": ("DX", "1"), "R01": ("DX", "0, 1"), "R02": ("DX", "0, 0, 1")}
        ways |= {"R12": ("DY", "0, 0, 1"), "R22": ("DZ", "0, 0, 1")}
        for name, (axis, way) in ways.items():
            lines.append(f"VAL3.{name} = {axis}({L}:TRANS({way})) - {axis}({L})")
        across = "SQRT(VAL3.R00 * VAL3.R00 + VAL3.R01 * VAL3.R01)"
        told = [f"DX({L})", f"DY({L})", f"DZ({L})"]
        told += ["ATAN2(-VAL3.R12, VAL3.R22)", f"ATAN2(VAL3.R02, {across})"]
        told += ["ATAN2(-VAL3.R01, VAL3.R00)"]
        pairs = zip(FIELDS, told, strict=True)
        return [*lines, *(f"{target.format(key.upper())} = {value}" for key, value in pairs)]
