"""Motions of URScript as motions of our language, with their speed and corner.

movej moves all joints: `v` is the speed of the joint that turns farthest. movel, movep and movec
lead the tool: `v` is its speed. `t`, the time of a motion, overrides them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from kinematics import invert
from language.foreign.draft import NotSaidError, literal
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.makers.defined_points import GOAL
from scenes.makers.urscript.grammar.script_trees import Call, Fixed, Item, ListOf, Name, Tree
from scenes.makers.urscript.meaning.shapes import NUMBERS, POSE, SOLVED, Row
from scenes.makers.urscript.translation.script_expressions import TURN, Expressions
from scenes.makers.urscript.translation.script_places import JOINTS_NOW, Places
from scenes.makers.urscript.translation.script_work import Work
from scenes.world.frozen import Array

DEFAULT_RAD_S, DEFAULT_M_S = 1.05, 0.25
RUN_GOAL = "UR.GOAL"
NO_WAY = 1e-9  # rad: a joint does not turn
NO_START = "how long this motion takes is not kept: the text does not say from where the arm comes"


@dataclass(frozen=True)
class Form:
    """The arguments of a motion: the places of a, v, t and r among them, -1 for none.

    targets: Number of places in front of them.
    """

    targets: int
    v: int
    t: int
    r: int


FORMS = {
    "movej": Form(1, 2, 3, 4),
    "movel": Form(1, 2, 3, 4),
    "movep": Form(1, 2, -1, 3),
    "movec": Form(2, 3, -1, 4),
}


@dataclass
class Motions:
    """Says motions. differs: Takes what the controller does in another way.

    near: Joint values (n,) of the last motion, where they are known. goal_behind, tool: The pose
    and the tool of a motion from there, whose joint values are worked out where they are needed.
    """

    work: Work
    expressions: Expressions
    places: Places
    differs: Callable[[str], None]
    near: Array | None = None
    goal_behind: Tree | None = None
    tool: Array | None = None

    def take(self, call: Call) -> None:
        """Says a motion. Raises NotSaidError."""
        form = FORMS[call.key]
        targets = [call.argument(at, name) for at, name in enumerate(_TARGETS[call.key])]
        if any(target is None for target in targets):
            raise NotSaidError("a goal is missing")
        goals = [target for target in targets if target is not None]
        speed, zone = call.argument(form.v, "v"), call.argument(form.r, "r")
        seconds = call.argument(form.t, "t")
        if seconds is not None and self.expressions.number(seconds) == 0.0:
            seconds = None
        corner = self._corner(zone)
        if call.key == "movej":
            self._joints(goals[0], speed, seconds, corner)
        else:
            self._led(call, goals, speed, seconds, corner)

    def forget(self) -> None:
        """From here on the arm may come from several places."""
        self.near = self.goal_behind = None

    # Motions of all joints.

    def _joints(self, goal: Tree, speed: Tree | None, seconds: Tree | None, corner: str) -> None:
        if isinstance(goal, Call) and goal.key in JOINTS_NOW:
            return  # the arm is there already
        q = self.places.joints(goal)
        if q is not None:
            own = self.work.names.own(goal.key) if isinstance(goal, Name) else GOAL
            text = self.work.defined.at_joints(own, q, self.work.robot.mechanism)
        else:
            text = self._goal(goal)
        rate = self._share(q, goal, speed, seconds)
        if rate:
            self.work.say(rate)
        self._say(f"MOVE {text}", corner)
        self._is_at(q, goal)

    def _goal(self, goal: Tree) -> str:
        """The goal of movej: a location, or joint values that only a run knows."""
        shape = self.work.meaning.shape(goal, self.work.routine)
        if shape in (POSE, SOLVED) or self.places.known(goal) is not None:
            return self.places.place(goal, GOAL)
        n = self.work.robot.mechanism.n
        if not isinstance(shape, Row) or shape.length != n or shape.of not in NUMBERS:
            self.expressions.kept(goal)  # its error names what is not known
            raise NotSaidError("this is no goal for all joints")
        return self._running_joints(goal, n)

    def _running_joints(self, goal: Tree, n: int) -> str:
        """Joint values that only a run knows, as a point of ours."""
        parts = self.expressions.elements(goal, n)
        if not isinstance(goal, ListOf | Fixed | Name | Item):
            kept = self.expressions.kept(goal)
            if kept is None:
                raise NotSaidError("this is no goal for all joints")
            told = [kept.part(at).text for at in range(n)]
        else:
            told = [self.expressions.told(part) for part in parts]
        own = self.work.controller
        values = list[str]()
        for at, value in enumerate(told):
            sign, zero = float(own.signs[at]), float(own.zeros[at])
            shown = value if zero == 0.0 else f"{value} - ({zero:.12g})"
            values.append(f"{'-' if sign < 0 else ''}{TURN:.12g} * ({shown})")
        self.work.say(f"SET #{RUN_GOAL} = #PPOINT({', '.join(values)})")
        return f"#{RUN_GOAL}"

    def _share(self, q: Array | None, goal: Tree, speed: Tree | None, seconds: Tree | None) -> str:
        """The statement that gives the speed, a share of full joint speed; "" for the full one."""
        mechanism = self.work.robot.mechanism
        limits = mechanism.speed
        is_needed = seconds is not None or float(limits.min()) < float(limits.max())
        start = self._start() if is_needed else None
        way = None if q is None or start is None else np.abs(q - start)
        if seconds is not None:
            return self._in_time(way, seconds)
        rad_s = DEFAULT_RAD_S if speed is None else self.expressions.number(speed)
        limit = float(limits.min())
        if way is not None and way.max() > NO_WAY:
            limit = float((way / limits).max() ** -1 * way.max())
        if rad_s is None:
            assert speed is not None
            told = self.expressions.inner(speed)
            return f"SPEED MIN(100, {literal(100.0 / limit)} * {told})"
        if rad_s <= 0.0:
            raise NotSaidError("a speed is more than 0")
        percent = 100.0 * rad_s / limit
        return f"SPEED {percent:.6g}" if percent < 99.95 else ""

    def _in_time(self, way: Array | None, seconds: Tree) -> str:
        """A motion of all joints that takes a time."""
        time = self.expressions.number(seconds)
        if way is None or time is None or time <= 0.0:
            self.differs(NO_START)
            return ""
        full = float((way / self.work.robot.mechanism.speed).max())
        percent = 100.0 * full / time
        return f"SPEED {max(percent, 0.01):.6g}" if percent < 99.95 else ""

    # Lines and arcs.

    def _led(
        self, call: Call, goals: list[Tree], speed: Tree | None, seconds: Tree | None, corner: str
    ) -> None:
        q = self.places.joints(goals[-1]) if call.key != "movec" else None
        if q is not None:
            goal = goals[-1]
            own = self.work.names.own(goal.key) if isinstance(goal, Name) else GOAL
            texts = [self.work.defined.at_joints(own, q, self.work.robot.mechanism)]
        else:
            texts = [self._led_goal(goal) for goal in goals]
        mm_s = self._speed(speed)
        if seconds is not None:
            time = self.expressions.inner(seconds)
            goal_text = texts[-1] if q is None else ""
            if not goal_text:
                self.differs(NO_START)
            else:
                mm_s = f"MAX(DISTANCE(DEST, {goal_text}) / {time}, 1)"
        self.work.say(f"SPEED {mm_s} MMPS")
        if call.key == "movec":
            mode = call.argument(5, "mode")
            if mode is not None and self.expressions.number(mode) != 0.0:
                self.differs("the tool turns evenly here, the controller turns it with the arc")
            self.work.say(f"C1MOVE {texts[0]}")
            self._say(f"C2MOVE {texts[1]}", corner)
        else:
            self._say(f"MOVES {texts[0]}", corner)
        self._is_at(q, goals[-1])

    def _led_goal(self, goal: Tree) -> str:
        shape = self.work.meaning.shape(goal, self.work.routine)
        n = self.work.robot.mechanism.n
        if isinstance(shape, Row) and shape.length == n and shape.of in NUMBERS:
            return self._running_joints(goal, n)
        return self.places.place(goal, GOAL)

    def _speed(self, speed: Tree | None) -> str:
        m_s = DEFAULT_M_S if speed is None else self.expressions.number(speed)
        if m_s is None:
            assert speed is not None
            return f"({self.expressions.in_mm(speed)})"
        if m_s <= 0.0:
            raise NotSaidError("a speed is more than 0")
        return f"{1000.0 * m_s:.6g}"

    # Both.

    def _corner(self, zone: Tree | None) -> str:
        """The statement that gives the corner; "" for a stop."""
        size = 0.0 if zone is None else self.expressions.number(zone)
        if size is None:
            assert zone is not None
            return f"ACCURACY ({self.expressions.in_mm(zone)})"
        return f"ACCURACY {1000.0 * size:.6g}" if size > 0.0 else ""

    def _say(self, motion: str, corner: str) -> None:
        if corner:
            self.work.say(corner)
        self.work.draft.motion()
        self.work.say(motion)

    def _is_at(self, q: Array | None, goal: Tree) -> None:
        """Notes where the arm is behind a motion, as far as it is known."""
        if q is not None:
            self.near, self.goal_behind = q, None
            return
        if isinstance(goal, Call) and goal.key == "get_inverse_kin" and goal.given:
            goal = goal.given[0]
        self.goal_behind, self.tool = goal, self.places.tool

    def _start(self) -> Array | None:
        """The joint values (n,) from which a motion goes, where they are known."""
        if self.near is not None and self.goal_behind is not None:
            pose, found = self.places.known(self.goal_behind), None
            if pose is not None and self.tool is not None:
                T = self.work.controller.T_base_controller @ pose.matrix @ invert(self.tool)
                mechanism = self.work.robot.mechanism
                with suppress(*FAULTS):
                    found = joint_values_of(mechanism, T, self.near, Choice(), "the goal")
            self.near, self.goal_behind = found, None
        return self.near


_TARGETS = {
    "movej": ("q",),
    "movel": ("pose",),
    "movep": ("pose",),
    "movec": ("pose_via", "pose_to"),
}
