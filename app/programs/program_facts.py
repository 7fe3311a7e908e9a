"""Facts that editors show of a program in a cell: its locations, its motions, their branches.

The window and the language server both ask here, so that both show the same. A fact is computed
when the user points at it, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from app.programs.located import location_pose
from kinematics import KinematicsError, invert, xyzoat_from_pose
from language import Program
from language.editing.service import Facts
from scenes import Cell, Robot
from scenes.execution.line_facts import RunFacts
from scenes.runs.line_times import changed_words, old_line_of
from scenes.world.frozen import Array
from scenes.world.tool_frame import equipped, in_base

if TYPE_CHECKING:
    from scenes.execution.line_facts import LineFacts

# Seconds: smaller changes of a time are not shown; times have two decimals.
SHOWN = 0.005

# Headings of what is known of a motion.
TIME, BRANCH, CLEARANCE, SPEED = "Time", "Branch at the end", "Clearance", "Speed"

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class Subject:
    """The program that facts are asked about.

    run: What the last run of the program showed.
    is_fresh: Whether that run was of the present text; otherwise its lines are not used.
    before: Seconds that the motion of a line took before the last edit; None where not known.
    """

    cell: Cell
    program: Program
    run: RunFacts = field(default_factory=RunFacts)
    is_fresh: bool = False
    before: Callable[[int], float | None] = lambda line: None


Ask = Callable[[], Subject | None]


@dataclass(frozen=True, eq=False)
class Earlier:
    """What a run of an older text showed: its facts, and the lines of that text."""

    run: RunFacts = field(default_factory=RunFacts)
    lines: tuple[str, ...] = ()

    def durations(self, lines: Sequence[str]) -> Callable[[int], float | None]:
        """Seconds that the motion of a line took then. lines: Of the present text."""
        line_before = old_line_of(self.lines, lines)

        def before(line: int) -> float | None:
            number = line_before(line)
            motion = None if number is None else self.run.motion(number)
            return None if motion is None else motion.duration

        return before


class Noted(Mapping[Key, Value]):
    """A mapping that computes a value when it is asked for."""

    def __init__(
        self, keys: Callable[[], Iterable[Key]], value: Callable[[Key], Value | None]
    ) -> None:
        self._keys, self._value = keys, value

    def __getitem__(self, key: Key) -> Value:
        found = self._value(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def facts_about(
    cell: Cell, ask: Ask, clearance: Callable[[int], float | None] = lambda line: None
) -> Facts:
    """The facts of a cell and its program, computed when they are needed.

    clearance: Gives the least distance of the motion of a line to other bodies, mm, where known.
    """
    return Facts(
        part_names=tuple(part.name for part in cell.parts),
        robot=cell.robot.name,
        joint_names=tuple(joint.name for joint in cell.robot.mechanism.joints),
        location_notes=location_notes(ask),
        branches=Noted(lambda: _lines(ask), lambda line: _branches(ask, line)),
        via_points=Noted(lambda: _lines(ask), lambda line: _via_point(ask, line)),
        motions=Noted(lambda: _lines(ask), lambda line: _motion_note(ask, line, clearance)),
        motion_parts=Noted(lambda: _lines(ask), lambda line: _motion_parts(ask, line, clearance)),
    )


def location_notes(ask: Ask) -> Mapping[str, str]:
    """Maps the name of a location, in capitals, to its pose and how the arm reaches it."""
    return Noted(lambda: _locations(ask), lambda name: _location_note(ask, name))


def _locations(ask: Ask) -> Iterable[str]:
    subject = ask()
    return () if subject is None else subject.run.locations


def _location_note(ask: Ask, name: str) -> str | None:
    subject = ask()
    if subject is None:
        return None
    pose = location_pose(subject.program, name)
    pose = subject.run.locations.get(name) if pose is None else pose
    if pose is None or pose.ndim != 2:
        return None
    values = xyzoat_from_pose(pose, subject.program.dialect)
    figures = "  ".join(f"{n} {v + 0.0:.2f}" for n, v in zip("XYZOAT", values, strict=True))
    robot = equipped(subject.cell.robot, subject.run.tool)
    return f"{figures}\n{reach_note(robot, in_base(subject.run.base, pose))}"


def _lines(ask: Ask) -> Iterable[int]:
    subject = ask()
    lines = () if subject is None or not subject.is_fresh else subject.run.lines
    return (int(line) for line in lines)


def _motion(ask: Ask, line: int) -> tuple[Subject, LineFacts] | None:
    subject = ask()
    if subject is None or not subject.is_fresh:
        return None
    motion = subject.run.motion(line)
    return None if motion is None else (subject, motion)


def _motion_note(ask: Ask, line: int, clearance: Callable[[int], float | None]) -> str | None:
    parts = _motion_parts(ask, line, clearance)
    if parts is None:
        return None
    words = dict(parts)
    near = f"clearance{words[CLEARANCE]}" if CLEARANCE in words else ""
    found = (words[TIME], f"ends in branch {words[BRANCH]}", near, words.get(SPEED, ""))
    return "; ".join(filter(None, found))


def _motion_parts(
    ask: Ask, line: int, clearance: Callable[[int], float | None]
) -> tuple[tuple[str, str], ...] | None:
    """What is known of the motion of a line, each with its heading."""
    from scenes.checking.coverage import coverage_of

    found = _motion(ask, line)
    if found is None:
        return None
    subject, motion = found
    again = f", {motion.times} times" if motion.times > 1 else ""
    before = subject.before(line)
    change = 0.0 if before is None else motion.duration - before
    edited = f", {changed_words(change)} than before the edit" if abs(change) >= SHOWN else ""
    parts = [(TIME, f"{motion.duration:.2f} s{again}{edited}"), (BRANCH, motion.branch)]
    least = clearance(line)
    if least is not None:
        parts.append((CLEARANCE, f"{coverage_of(subject.cell).as_drawn} {least:.2f} mm"))
    if motion.speed:
        parts.append((SPEED, motion.speed))
    return tuple(parts)


def _branches(ask: Ask, line: int) -> tuple[str, ...] | None:
    from scenes.execution.line_facts import branches_at

    found = _motion(ask, line)
    return None if found is None else branches_at(found[0].cell.robot, found[1].q)


def _via_point(ask: Ask, line: int) -> tuple[float, ...] | None:
    from scenes.execution.line_facts import via_point

    found = _motion(ask, line)
    if found is None:
        return None
    subject, motion = found
    return via_point(subject.cell.robot, motion, subject.program.dialect)


def reach_note(robot: Robot, T_base_tool: Array) -> str:
    """The number of sets of joint values that take the tool to a pose, or why there is none."""
    from kinematics import inverse, with_goal_at_tool

    try:
        mechanism, T_flange_tool = with_goal_at_tool(robot.mechanism, robot.T_flange_tool)
        found = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    except KinematicsError as fault:
        return str(fault)
    if not len(found):
        return found.reason
    count, kept = len(found), int(found.within_limits.sum())
    singular = ", singular: a whole range of them" if found.continuum else ""
    return f"{count} solution{'s' if count > 1 else ''}, {kept} within the limits{singular}"
