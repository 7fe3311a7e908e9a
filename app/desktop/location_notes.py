"""What is worth knowing of a location in a cell, worked out when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.desktop.document import Document
from app.desktop.located import location_pose
from kinematics import KinematicsError, aimed, inverse, invert, xyzoat_from_pose
from scenes import Robot
from scenes.frozen import Array


class LocationNotes(Mapping[str, str]):
    """Name of a location, in capitals, to its pose and how the arm reaches it."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __getitem__(self, name: str) -> str:
        cell, program = self._document.cell, self._document.program
        pose = location_pose(program, name)
        pose = self._learnt().get(name) if pose is None else pose
        if cell is None or pose is None:
            raise KeyError(name)
        values = xyzoat_from_pose(pose, program.dialect)
        figures = "  ".join(f"{n} {v + 0.0:.2f}" for n, v in zip("XYZOAT", values, strict=True))
        return f"{figures}\n{reach_note(cell.robot, pose)}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._learnt())

    def __len__(self) -> int:
        return len(self._learnt())

    def _learnt(self) -> dict[str, Array]:
        """The locations at the end of the run, HERE and its kind among them."""
        run = self._document.run
        known = run.end_state.locations if run is not None else {}
        return {name.upper(): T for name, T in known.items()}


class MotionNotes(Mapping[int, str]):
    """Line of a motion to how it went in the run: time, and the branch it ended in."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def __getitem__(self, line: int) -> str:
        run = self._document.run
        found = [s for s in run.steps if s.line == line and s.branch] if run is not None else []
        own = [step for step in found if not step.file]
        if not own or not self._document.has_fresh_run:
            raise KeyError(line)
        step = own[-1]
        again = f", {len(own)} times" if len(own) > 1 else ""
        return f"{step.duration:.2f} s{again}; ends in branch {step.branch}"

    def __iter__(self) -> Iterator[int]:
        run = self._document.run
        return iter({s.line for s in run.steps if s.branch} if run is not None else ())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def reach_note(robot: Robot, T_base_tool: Array) -> str:
    """How many sets of joint values take the tool to a pose, or why none does."""
    try:
        mechanism, T_flange_tool = aimed(robot.mechanism, robot.T_flange_tool)
        found = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    except KinematicsError as fault:
        return str(fault)
    if not len(found):
        return found.reason
    count, kept = len(found), int(found.within_limits.sum())
    singular = ", singular: a whole range of them" if found.continuum else ""
    return f"{count} solution{'s' if count > 1 else ''}, {kept} within the limits{singular}"
