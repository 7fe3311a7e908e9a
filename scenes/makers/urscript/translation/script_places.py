"""Poses of URScript as locations of our language, in the base of the controller and in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import degrees

import numpy as np

from kinematics import forward, inverse, invert
from kinematics.arm.limits import nearest_turns
from language.foreign.draft import NotSaidError
from scenes.makers.defined_points import shown_numbers, tool_argument
from scenes.makers.known_values import UnknownError
from scenes.makers.urscript.grammar.script_trees import Call, Fixed, Item, Name, PoseOf, Tree
from scenes.makers.urscript.meaning.script_values import Pose6, pose6
from scenes.makers.urscript.meaning.shapes import POSE, SOLVED
from scenes.makers.urscript.poses import MM, angles_of
from scenes.makers.urscript.translation.script_expressions import Expressions
from scenes.makers.urscript.translation.script_turns import turned_lines
from scenes.makers.urscript.translation.script_work import Work
from scenes.world.frozen import Array

STOP = "BREAK"
HERE_FUNCTIONS = frozenset({"get_actual_tcp_pose", "get_target_tcp_pose"})
JOINTS_NOW = frozenset({"get_actual_joint_positions", "get_target_joint_positions"})


@dataclass
class Places:
    """Says poses.

    tool: T_flange_tool (4, 4) at the present line; None where only a run knows it.
    """

    work: Work
    expressions: Expressions
    tool: Array | None

    def known(self, tree: Tree) -> Pose6 | None:
        """A pose that is known before a run."""
        try:
            value = self.expressions.value(tree)
        except UnknownError:
            value = self._of_joints(tree)
        return value if isinstance(value, Pose6) else None

    def place(self, tree: Tree, name: str = "") -> str:
        """A pose as a location. name: Of the point that is defined for a pose without a name.

        Raises NotSaidError.
        """
        known = self.known(tree)
        if known is not None:
            own = self.work.names.own(tree.key) if isinstance(tree, Name) else name
            values = (*(value / MM for value in known[:3]), *angles_of(known[3:]))
            if own:
                return self.work.defined.at_numbers(own, values)
            return f"TRANS({', '.join(shown_numbers(values))})" if any(known) else "NULL"
        if isinstance(tree, PoseOf):
            return self._made(tree.parts)
        if isinstance(tree, Call):
            return self._called(tree)
        kept = self.expressions.kept(tree)
        if kept is None or kept.shape not in (POSE, SOLVED):
            raise NotSaidError("this is no pose here")
        return kept.text

    def _made(self, parts: Sequence[Tree]) -> str:
        """p[..] of numbers that only a run knows."""
        tell = self.expressions
        place = ", ".join(tell.in_mm(part) for part in parts[:3])
        turn = [tell.number(part) for part in parts[3:]]
        if None not in turn:
            known = Pose6([0.0, 0.0, 0.0, *(value for value in turn if value is not None)])
            if not any(turn):
                return f"TRANS({place})"
            T = np.eye(4)
            T[:3, :3] = known.matrix[:3, :3]
            return f"TRANS({place}):{tool_argument(T)}"
        of = self._turn_of(parts[3:])
        if of is not None:
            return f"TRANS({place}):TRANS(-DX({of}), -DY({of}), -DZ({of})):{of}"
        about = [at for at, value in enumerate(turn) if value != 0.0]
        if len(about) == 1:
            angle = f"{degrees(1.0):.12g} * {tell.inner(parts[3 + about[0]])}"
            return f"TRANS({place}, {ABOUT[about[0]].format(angle)})"
        told = [tell.told(part) for part in parts[3:]]
        name = self.work.new_name("T")
        self.work.before += turned_lines(name, told)
        return f"TRANS({place}):{name}"

    def _turn_of(self, parts: Sequence[Tree]) -> str | None:
        """The location whose components 3 to 5 these are; None for others."""
        of = {part.of for part in parts if isinstance(part, Item)}
        if len(of) != 1 or len(parts) != 3:
            return None
        indices = [self.expressions.number(part.at) for part in parts if isinstance(part, Item)]
        whole = of.pop()
        is_pose = self.work.meaning.shape(whole, self.work.routine) == POSE
        if indices != [3.0, 4.0, 5.0] or not is_pose or isinstance(whole, Call):
            return None
        return self.place(whole)

    def _called(self, tree: Call) -> str:
        key, given = tree.key, tree.given
        if tree.of is None and key in self.work.meaning.script.routines:
            kept = self.expressions.call(tree)
            if kept.shape not in (POSE, SOLVED):
                raise NotSaidError(f"{key} gives no pose")
            return kept.text
        if key == "pose_trans" and len(given) == 2:
            return f"{self.place(given[0])}:{self.place(given[1])}"
        if key == "pose_inv" and len(given) == 1:
            return f"INVERSE({self.place(given[0])})"
        if key in ("pose_add", "pose_sub") and len(given) == 2:
            return self._summed(key, *(self.place(each) for each in given))
        if key in HERE_FUNCTIONS or (key == "get_forward_kin" and not given and not tree.named):
            return self._here()
        if key == "get_actual_tool_flange_pose" and self.tool is not None:
            T = invert(self.work.controller.T_flange_controller) @ self.tool
            return f"{self._here()}:INVERSE({tool_argument(T)})"
        if key == "get_inverse_kin" and given:
            return self.place(given[0])
        raise NotSaidError(f"the pose that {key} gives is not known here")

    def _here(self) -> str:
        """Where the tool is. The arm stands before it is asked: a corner is dropped there."""
        if STOP not in self.work.before:
            self.work.before.append(STOP)
        return "HERE"

    def _summed(self, key: str, a: str, b: str) -> str:
        """pose_add and pose_sub: places add in the base, turns follow one another."""
        if key == "pose_add":
            turn = f"TRANS(-DX({b}), -DY({b}), -DZ({b})):{b}"
            return f"SHIFT({a}:{turn} BY DX({b}), DY({b}), DZ({b}))"
        place = ", ".join(f"{axis}({a}) - {axis}({b})" for axis in ("DX", "DY", "DZ"))
        turn = f"TRANS(-DX({a}), -DY({a}), -DZ({a})):{a}"
        back = f"TRANS(-DX({b}), -DY({b}), -DZ({b})):{b}"
        return f"TRANS({place}):{turn}:INVERSE({back})"

    def _of_joints(self, tree: Tree) -> Pose6 | None:
        """get_forward_kin of joint values that are known, as is the tool."""
        if not isinstance(tree, Call) or tree.key != "get_forward_kin" or len(tree.given) != 1:
            return None
        q = self.joints(tree.given[0])
        if q is None or self.tool is None:
            return None
        own = self.work.controller
        T = invert(own.T_base_controller) @ forward(self.work.robot.mechanism, q) @ self.tool
        return pose6(T)

    def joints(self, tree: Tree) -> Array | None:
        """Joint values (n,) of our model that are known before a run; None for others."""
        if isinstance(tree, Fixed) and tree.is_pose:
            return None
        try:
            value = self.expressions.value(tree)
        except UnknownError:
            return self._solved(tree)
        n = self.work.robot.mechanism.n
        if not isinstance(value, list) or len(value) != n:
            return None
        if any(type(each) is not float for each in value):
            return None
        return self.work.controller.q_of(np.array(value, dtype=float))

    def _solved(self, tree: Tree) -> Array | None:
        """get_inverse_kin of a known pose near known joint values: the nearest solution."""
        if not isinstance(tree, Call) or tree.key != "get_inverse_kin" or self.tool is None:
            return None
        near_tree = tree.argument(1, "qnear")
        pose = self.known(tree.given[0]) if tree.given else None
        near = None if near_tree is None else self.joints(near_tree)
        if pose is None or near is None:
            return None
        own, mechanism = self.work.controller, self.work.robot.mechanism
        T = own.T_base_controller @ pose.matrix @ invert(self.tool)
        found = inverse(mechanism, T).q
        if not len(found):
            return None
        turned = nearest_turns(mechanism, found, near)
        nearest: Array = turned[int(np.argmin(np.abs(turned - near).max(axis=1)))]
        return nearest


# A turn about one axis as O, A, T; the angle in degrees.
ABOUT = ("-90, {0}, 90", "0, {0}, 0", "{0}, 0, 0")
