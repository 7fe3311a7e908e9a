"""How fast the tool goes, and which limit keeps it below the speed that is asked for.

A line or an arc is asked for a speed of its tool; the time law keeps the limits of all joints. What
holds it back is read from the motion at even times: the limit that is met there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from kinematics import forward, jacobian
from kinematics.motion.laws.active_limits import Holding, holding
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.motion import Motion
from kinematics.poses.transforms import cross
from language.instructions import JOINTS
from scenes.runs.run import Run
from scenes.runs.step import NOTE, Problem, Step
from scenes.world.robot import Robot
from scenes.world.tool_frame import tool_frame
from scenes.world.units import shown

MOMENTS = 160  # even times at which a motion is looked at
REACHED = 0.99  # of the speed that is asked for
NO_WAY_MM = 0.1  # a line on which the tool point goes less turns the tool on the spot
NOT_REACHED, ITS_OWN_SPEED = "N309", "N310"


@dataclass(frozen=True)
class ToolSpeed:
    """The speed of the tool on a motion.

    fastest: mm/s, or deg/s where the tool turns on the spot. asked: the same, nan for a motion of
    all joints. holding: what keeps it below that, and between which percents of the way; None where
    it is reached.
    """

    fastest: float
    asked: float
    unit: str
    holding: Holding | None = None
    percents: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class _Asked:
    """What the speed of the tool on a motion depends on; equal for equal motions.

    speeds: programmed speeds of the tool, mm/s and rad/s; None for a motion of all joints.
    """

    robot: Robot
    motion: Motion = field(compare=False)
    mark: tuple[object, ...]
    tool: bytes
    speeds: tuple[float, float] | None


def tool_speed(robot: Robot, step: Step) -> ToolSpeed | None:
    """The speed of the tool on the motion of a step; None for statements without such a motion."""
    instruction = step.statement.instruction
    is_own = instruction.turns_one_joint or step.goal_q is not None
    if step.motion.is_still or is_own or not instruction.moves or robot.mechanism.has_loops:
        return None
    speeds = None
    if instruction.leads_tool:
        pace = step.before.pace.fraction(robot.tool_speed_mm_s)
        speeds = pace * robot.tool_speed_mm_s, pace * robot.tool_speed_rad_s
    T_tool = tool_frame(robot, step.before.tool)
    return _measured(_Asked(robot, step.motion, step.motion.mark, T_tool.tobytes(), speeds))


@lru_cache(maxsize=4000)
def _measured(asked: _Asked) -> ToolSpeed:
    motion, mechanism = asked.motion, asked.robot.mechanism
    times = np.linspace(0.0, motion.duration, MOMENTS)
    states = motion.state(times)
    T_tool = np.frombuffer(asked.tool).reshape(4, 4)
    rates = (jacobian(mechanism, states[0]) @ states[1][..., None])[..., 0]
    arm_of_tool = forward(mechanism, states[0])[:, :3, :3] @ T_tool[:3, 3]
    speed = np.linalg.norm(rates[:, :3] + cross(rates[:, 3:], arm_of_tool), axis=1)
    turning = np.linalg.norm(rates[:, 3:], axis=1)
    way = np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]))]) * times[1]
    if asked.speeds is None:
        return ToolSpeed(float(speed.max()), float("nan"), "mm/s")
    (mm_s, rad_s), unit = asked.speeds, "mm/s"
    goes, wanted = speed, mm_s
    if way[-1] < NO_WAY_MM:
        goes, wanted, unit = np.degrees(turning), float(np.degrees(rad_s)), "deg/s"
        way = np.concatenate([[0.0], np.cumsum(0.5 * (goes[1:] + goes[:-1]))]) * times[1]
    fastest = float(goes.max())
    if fastest >= REACHED * wanted:
        return ToolSpeed(fastest, wanted, unit)
    limits = JointLimits.of(mechanism, 1.0, asked.robot.profile)
    own_turning = turning / rad_s if not mechanism.position_only else np.zeros(len(turning))
    held = holding(states, own_turning, limits, goes < REACHED * wanted)
    first, last = (float(100.0 * way[at] / way[-1]) for at in (held.first, held.last))
    return ToolSpeed(fastest, wanted, unit, held, (first, last))


@dataclass(frozen=True, eq=False)
class SpeedWords:
    """What hovers say of the speed of the tool, worked out when it is asked for.

    steps: One motion for each line. Another process gets the words of lines under SPEED .. MMPS
    alone: those of all lines would take longer than all else that is sent.
    """

    robot: Robot
    steps: tuple[Step, ...]

    def __getitem__(self, number: int) -> str:
        return tool_words(self.robot, self.steps[number])

    def __reduce__(self) -> tuple[type[tuple[str, ...]], tuple[tuple[str, ...]]]:
        words = (tool_words(self.robot, s) if _in_mm_s(s) else "" for s in self.steps)
        return tuple, (tuple(words),)


def tool_words(robot: Robot, step: Step) -> str:
    """What the hover of a line says of the speed of its tool; "" for nothing."""
    found = tool_speed(robot, step)
    if found is None:
        return ""
    if np.isnan(found.asked):
        return f"tool up to {shown(_rounded(found.fastest))} mm/s" if _in_mm_s(step) else ""
    return "" if found.holding is None else _sentence(robot, found)


def speed_notes(run: Run) -> tuple[Problem, ...]:
    """Notes of lines that do not reach their SPEED .. MMPS, and one of a motion of all joints."""
    robot, seen = run.cell.robot, set[tuple[str, int]]()
    cut = {(step.file, step.line) for step in run.moving_steps if step.goal_q is not None}
    steps = [step for step in run.moving_steps if (step.file, step.line) not in cut]
    found = []
    for step in steps:
        place = step.file, step.line
        if place not in seen and (note := _not_reached(robot, step)) is not None:
            found.append(note)
            seen.add(place)
    return (*found, *_own_speed(robot, steps))


def _not_reached(robot: Robot, step: Step) -> Problem | None:
    if not step.statement.instruction.leads_tool or not _in_mm_s(step):
        return None
    found = tool_speed(robot, step)
    if found is None or found.holding is None:
        return None
    figures: dict[str, float | int | str] = {
        "asked": found.asked,
        "reached": found.fastest,
        "quantity": found.holding.quantity.value,
        "from_percent": found.percents[0],
        "to_percent": found.percents[1],
    }
    if found.holding.joint is not None:
        figures["joint"] = found.holding.joint + 1
    message = _sentence(robot, found)
    return Problem(NOT_REACHED, NOTE, step.line, message, figures, step.start_time, step.file)


def _own_speed(robot: Robot, steps: Iterable[Step]) -> Iterator[Problem]:
    """The note of the motion of all joints under SPEED .. MMPS whose tool is fastest, if any."""
    joint_moves = [s for s in steps if s.statement.instruction.moves == JOINTS and _in_mm_s(s)]
    pairs = [(found, s) for s in joint_moves if (found := tool_speed(robot, s)) is not None]
    if not pairs:
        return
    found, step = max(pairs, key=lambda pair: pair[0].fastest)
    share = min(step.before.pace.fraction(robot.tool_speed_mm_s), 1.0)
    message = (
        f"SPEED .. MMPS is for lines and arcs; {step.statement.shown} goes at "
        f"{shown(100.0 * share)} % of full joint speed, and its tool at up to "
        f"{shown(_rounded(found.fastest))} mm/s"
    )
    figures = {"fastest_mm_s": found.fastest, "percent": 100.0 * share}
    yield Problem(ITS_OWN_SPEED, NOTE, step.line, message, figures, step.start_time, step.file)


def _in_mm_s(step: Step) -> bool:
    """Whether SPEED .. MMPS is in force for a motion."""
    pace = step.before.pace
    return (pace.once or pace.always)[1]


def _sentence(robot: Robot, found: ToolSpeed) -> str:
    """What holds a line back: "asks for 3000 mm/s and reaches 935 mm/s: ..."."""
    held = found.holding
    assert held is not None
    what = "the programmed turning of the tool"
    if held.joint is not None:
        name = robot.mechanism.joints[held.joint].name
        what = f"the {held.quantity.value} of joint {held.joint + 1} ({name})"
    first, last = found.percents
    where = f"from {first:.0f} % to {last:.0f} % of its way" if held.is_active else "most"
    speeds = (f"{shown(_rounded(each))} {found.unit}" for each in (found.asked, found.fastest))
    asked, reached = speeds
    return f"asks for {asked} and reaches {reached}: {what} holds it back {where}"


def _rounded(value: float) -> float:
    """A speed with three digits, or whole."""
    return float(f"{value:.3g}") if value < 1000.0 else float(round(value))
