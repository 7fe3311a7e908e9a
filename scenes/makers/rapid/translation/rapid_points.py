"""Goals of RAPID motions as places of our language.

A place is the base of the controller times the user frame times the object frame of the work object
times the program displacement times the target. What is known before the run becomes one point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kinematics import forward, inverse, invert
from language.foreign.draft import NotSaidError
from scenes.makers.defined_points import GOAL, DefinedPoints, is_no_frame, tool_argument
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.confdata import Configuration, has_configuration, joints_of_target
from scenes.makers.rapid.predefined import PREDEFINED
from scenes.makers.rapid.rapid_frames import numbers_of, pose_of_values
from scenes.makers.rapid.rapid_trees import Arguments, Call, Name, Tree
from scenes.makers.rapid.rapid_values import target_pose, value_of
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import TARGETS, Facts, Values
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

DISPLACEMENT = "PROGDISP"  # our variable of the program displacement
# O, A and T of a turn about an axis of a place: Rz(O) Ry(A) Rz(T) is the turn.
TURNS = {"RX": "-90, {}, 90", "RY": "0, {}, 0", "RZ": "{}, 0, 0"}
EXTERNAL = 8.9e9  # an external axis that is not there has 9E9


@dataclass
class Goal:
    """Where a motion ends. text: The place or the joint values in our language. T: T_base_tool
    (4, 4) and q: joint values (n,), where they are known before the run."""

    text: str
    T: Array | None = None
    q: Array | None = None


@dataclass
class Points:
    """The points of a program, defined at its head.

    differs: Takes what the controller does in another way. any_configuration: ConfJ off: the arm
    goes to the nearest joint values. object_now: T_base_object (4, 4) or our name of the work
    object of the last motion; None where it is not known.
    """

    robot: Robot
    controller: Controller
    values: Values
    expressions: Expressions
    differs: Callable[[str], None]
    facts: Facts
    any_configuration: bool = False
    object_now: Array | str | None = None
    defined: DefinedPoints = field(default_factory=DefinedPoints)
    # By the identity of a value, which is kept with it: most motions have the same tool
    # and the same work object.
    _tools: dict[int, tuple[object, Array]] = field(default_factory=dict)
    _objects: dict[int, tuple[object, Array]] = field(default_factory=dict)
    _tool_texts: dict[bytes, str] = field(default_factory=dict)
    _joints: dict[tuple[bytes, Configuration], Array | None] = field(default_factory=dict)

    def variable(self, kind: str, tree: Tree, name: str) -> str:
        """A value of a kind of VARIABLES as one of ours: a place for a target, a tool and a work
        object, mm/s for a speed, mm for a zone."""
        if self.is_changing(tree, kind):
            return self.expressions.variable_of(tree)
        if isinstance(tree, Name) and tree.key not in self.values:
            raise NotSaidError(f"{tree.key} has no value here")
        if kind == TARGETS:
            return self.inside(tree, name)
        if kind == "TOOLDATA":
            return self.tool_text(self.tool(tree))
        if kind == "WOBJDATA":
            return self.object_name(self.work_object(tree))
        value = numbers_of(self._value(tree, "speed")) if kind == "SPEEDDATA" else None
        if value is not None:
            return f"{value[0]:.6g}"
        if kind == "ZONEDATA":
            return f"{zone_size(self._value(tree, 'zone')):.6g}"
        raise NotSaidError(f"a {kind.lower()} is not passed on here")

    def is_changing(self, tree: Tree | None, kind: str) -> bool:
        """Whether an argument is data of a kind whose value is known only while it runs."""
        return self.expressions.is_changing(tree, kind)

    def tool(self, tree: Tree) -> Array:
        """T_flange_tool (4, 4) of an argument."""
        value = self._value(tree, "tool")
        if id(value) in self._tools:
            return self._tools[id(value)][1]
        if isinstance(value, list) and len(value) == 3 and value[0] is False:
            raise NotSaidError("a tool that stands while the arm carries the part is not read")
        T = pose_of_values(value[1]) if isinstance(value, list) and len(value) == 3 else None
        if T is None:
            raise NotSaidError("this is no tool")
        T_flange_tool = self.controller.T_flange_controller @ T
        self._tools[id(value)] = value, T_flange_tool
        return T_flange_tool

    def tool_text(self, T_flange_tool: Array) -> str:
        """The argument of TOOL: the tool as seen from the robot file's own tool frame."""
        key = T_flange_tool.tobytes()
        if key not in self._tool_texts:
            T = invert(self.robot.T_flange_tool) @ T_flange_tool
            self._tool_texts[key] = tool_argument(T)
        return self._tool_texts[key]

    def work_object(self, tree: Tree | None) -> Array:
        """T_base_object (4, 4) of an argument; that of wobj0 where there is none."""
        value = PREDEFINED["WOBJ0"] if tree is None else self._value(tree, "work object")
        if id(value) in self._objects:
            return self._objects[id(value)][1]
        if not isinstance(value, list) or len(value) != 5:
            raise NotSaidError("this is no work object")
        if value[0] is True:
            raise NotSaidError("a work object that the arm holds is not read")
        if value[1] is False or value[2]:
            raise NotSaidError("a work object that another unit moves is not read")
        frames = [pose_of_values(part) for part in value[3:]]
        if frames[0] is None or frames[1] is None:
            raise NotSaidError("the frames of this work object are not known")
        T_base_object = self.controller.T_base_controller @ frames[0] @ frames[1]
        self._objects[id(value)] = value, T_base_object
        return T_base_object

    def absolute(self, tree: Tree, name: str, T_flange_tool: Array) -> Goal:
        """The goal of MoveAbsJ."""
        if self.is_changing(tree, "JOINTTARGET"):
            return Goal(f"#{self.expressions.variable_of(tree)}")
        value = self._value(tree, "jointtarget")
        parts = value if isinstance(value, list) and len(value) == 2 else [None, None]
        shown, n = numbers_of(parts[0]), self.robot.mechanism.n
        if shown is None or len(shown) < n:
            raise NotSaidError("this is no jointtarget for this arm")
        q = self.controller.q_of(np.radians(shown[:n]))
        T = forward(self.robot.mechanism, q) @ T_flange_tool
        return Goal(self._at_joints(self._named(tree, name), q), T, q)

    def joints_goal(
        self, tree: Tree, name: str, T_base_object: Array | str, T_flange_tool: Array | None
    ) -> Goal:
        """The goal of MoveJ: joint values where the target's configuration is known."""
        known = self._target(tree)
        if known is None or self.facts.displaces or isinstance(T_base_object, str):
            return self.place(tree, name, T_base_object)
        value, T = known[0], np.asarray(T_base_object @ known[1])
        named = self._named(tree, name)
        conf = numbers_of(value[2])
        mechanism = self.robot.mechanism
        is_known = conf is not None and len(conf) == 4 and has_configuration(mechanism)
        if T_flange_tool is None or conf is None or not is_known:
            return Goal(self.defined.at_pose(named, T), T)
        T_flange = T @ invert(T_flange_tool)
        q = self._in_configuration(T_flange, Configuration(*(int(each) for each in conf)))
        if q is not None and not self.any_configuration:
            return Goal(self._at_joints(named, q), T, q)
        is_taught = not isinstance(tree, Call) and not self.any_configuration
        if is_taught and len(inverse(mechanism, T_flange).q):
            told = [int(each) for each in conf]
            raise NotSaidError(f"the arm cannot be there in the configuration {told}")
        return Goal(self.defined.at_pose(named, T), T)

    def place(self, tree: Tree, name: str, T_base_object: Array | str) -> Goal:
        """The goal of a line or an arc: a point, or what the program makes of points.

        T_base_object: A name of ours where the work object changes while the program runs.
        """
        known = self._target(tree)
        if known is not None and not self.facts.displaces and not isinstance(T_base_object, str):
            T = np.asarray(T_base_object @ known[1])
            return Goal(self.defined.at_pose(self._named(tree, name), T), T)
        parts = [self.inside(tree, name)]
        if self.facts.displaces:
            parts.insert(0, DISPLACEMENT)
        if isinstance(T_base_object, str):
            parts.insert(0, T_base_object)
        elif not is_no_frame(T_base_object):
            parts.insert(0, self.object_name(T_base_object))
        return Goal(":".join(parts))

    def object_name(self, T_base_object: Array) -> str:
        """The point that stands for the frame of a work object."""
        return self.defined.at_pose("OBJECT", T_base_object)

    def inside(self, tree: Tree, name: str) -> str:
        """A target in its work object, in our words: known, changed, shifted or read."""
        known = self._target(tree)
        if known is not None:
            named = self._named(tree, name)
            own = named if named == GOAL else f"{named}_IN"
            return self.defined.at_pose(own, known[1])
        if self.is_changing(tree, TARGETS):
            return self.expressions.variable_of(tree)
        match tree:
            case Call("CROBT", Arguments((), _)):
                return self.here(tree)
            case Call("OFFS", Arguments((of, *shift), ())) if len(shift) == 3:
                return f"TRANS({self._counted(shift)}):{self.inside(of, name)}"
            case Call("RELTOOL", Arguments((of, *shift), options)) if len(shift) == 3:
                moved = f"{self.inside(of, name)}:TRANS({self._counted(shift)})"
                return moved + self._turns(dict(options))
            case Call(key) if key not in ("OFFS", "RELTOOL"):
                return self.expressions.call(tree, True)
        raise NotSaidError(self._why(tree))

    def here(self, call: Call) -> str:
        """CRobT: where a tool is now, in a work object; those of the last motion unless it says
        others, and under the displacement."""
        options = call.arguments
        if options.names - {"TOOL", "WOBJ", "TASKREF", "TASKNAME"}:
            raise NotSaidError("this place is not read")
        frames = [self._object_here(options.option("WOBJ"))]
        if self.facts.displaces:
            frames.append(DISPLACEMENT)
        outside = ":".join(frame for frame in frames if frame)
        place = f"INVERSE({outside}):HERE" if outside else "HERE"
        tool = options.option("TOOL")
        if tool is None:
            return place
        return f"{place}:INVERSE(TOOL):{self.variable('TOOLDATA', tool, '')}"

    def _object_here(self, tree: Tree | None) -> str:
        """The frame of the work object in which a place is asked for; "" for the arm's base."""
        if tree is not None and self.is_changing(tree, "WOBJDATA"):
            return self.variable("WOBJDATA", tree, "")
        frame = self.object_now if tree is None else self.work_object(tree)
        if frame is None:
            if self.facts.has_objects:
                self.differs("the work object of the last motion is not known here: wobj0 is taken")
            frame = self.work_object(None)
        if isinstance(frame, str):
            return frame
        return "" if is_no_frame(frame) else self.object_name(frame)

    def _turns(self, turns: dict[str, Tree | None]) -> str:
        """The turns of RelTool about x, then y, then z, as places behind a place."""
        told = ""
        for key, form in TURNS.items():
            tree = turns.pop(key, None)
            if tree is not None:
                told += f":TRANS(0, 0, 0, {form.format(self.expressions.told(tree))})"
        if turns:
            raise NotSaidError(f"\\{min(turns).capitalize()} is not read")
        return told

    def _counted(self, trees: list[Tree]) -> str:
        return ", ".join(self.expressions.told(each) for each in trees)

    def _target(self, tree: Tree) -> tuple[list[object], Array] | None:
        """The value of a robtarget and its pose; None where it is not known before the run."""
        try:
            value = value_of(tree, self.values)
            T = target_pose(value)
        except UnknownError:
            return None
        assert isinstance(value, list)
        for axis in value[3] if isinstance(value[3], list) else ():
            if type(axis) is float and abs(axis) < EXTERNAL and axis != 0.0:
                raise NotSaidError("the target has a place of an external axis, which is not here")
        return value, T

    def _why(self, tree: Tree) -> str:
        try:
            value_of(tree, self.values)
        except UnknownError as why:
            return str(why)
        return "this is no place that is read"

    def _value(self, tree: Tree, what: str) -> object:
        try:
            return value_of(tree, self.values)
        except UnknownError as why:
            raise NotSaidError(f"the {what} is not known: {why}") from why

    def _in_configuration(self, T_base_flange: Array, wanted: Configuration) -> Array | None:
        key = (np.round(T_base_flange, 9).tobytes(), wanted)
        if key not in self._joints:
            own = self.controller
            self._joints[key] = joints_of_target(self.robot.mechanism, own, T_base_flange, wanted)
        return self._joints[key]

    def _named(self, tree: Tree, name: str) -> str:
        return own_name(tree.key) if isinstance(tree, Name) else name

    def _at_joints(self, name: str, q: Array) -> str:
        return self.defined.at_joints(name, q, self.robot.mechanism)


def zone_size(zone: object) -> float:
    """The size of a zone for the tool, mm; 0 for a stop."""
    if not isinstance(zone, list) or len(zone) != 7 or type(zone[1]) is not float:
        raise NotSaidError("this is no zone")
    return 0.0 if zone[0] is True else max(zone[1], 0.0)
