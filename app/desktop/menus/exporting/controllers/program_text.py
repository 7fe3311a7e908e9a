"""What the dialog shows of a program for a controller, worked out in a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.desktop.menus.exporting.controllers.targets import target_of
from scenes import Run
from scenes.errors import SceneError
from scenes.exporters.registry import write_together
from scenes.makers.maker_languages import maker_of
from scenes.makers.ros.ros_losses import ros_losses
from scenes.makers.ros.ros_points import ros_points
from scenes.makers.ros.ros_text import FORMS, SUFFIX, ros_text
from scenes.makers.writing.unrolled import Loss, unrolled
from scenes.makers.written_program import written

LINES_AT_ONCE = 2000  # of a text that is shown; a longer one is written whole all the same


@dataclass(frozen=True)
class ProgramText:
    """The text of a program, what it does not say, and the figures of its reading back.

    files: Names and texts of the files that belong beside it.
    """

    text: str
    losses: tuple[Loss, ...]
    facts: str
    files: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> str:
        """The text, or its first lines where it is long."""
        lines = self.text.splitlines()
        if len(lines) <= LINES_AT_ONCE:
            return "\n".join(lines)
        left_out = len(lines) - LINES_AT_ONCE
        return "\n".join([*lines[:LINES_AT_ONCE], f"⋯ {left_out:,} more lines ⋯"])


def make(
    run: Run, language: str, name: str, hand_output: int | None, goes_on: Callable[[], bool]
) -> ProgramText | str | None:
    """For the thread: the program, or in words why there is none; None for a call given up."""
    if language in FORMS:
        return _message(run, language, name)
    orders = unrolled(run, hand_output)
    if not goes_on():
        return None
    try:
        made = written(orders, run.cell.robot, language, name)
    except SceneError as fault:
        return str(fault)
    facts = f"{made.content}. Read back by the conventions of the controller: {made.words}."
    if made.files:
        facts += f" With it are written {', '.join(name for name, _ in made.files)}."
    return ProgramText(made.text, maker_of(language).said(orders).losses, facts, made.files)


def _message(run: Run, form: str, name: str) -> ProgramText | str:
    """The motion of a run as a message of ROS, or in words why there is none."""
    joints, message = run.cell.robot.ros, FORMS[form]
    if joints is None:
        return "the robot file does not say how ROS names its joints"
    try:
        points = ros_points(run, joints)
    except SceneError as fault:
        return str(fault)
    start = ", ".join(f"{value:.4f}" for value in points.positions[0])
    told = [
        f"joints: {joints.source}",
        f"The arm stands at [{start}] (rad, m) before it begins.",
    ]
    text = ros_text(points, joints.names, message, f"{name}{SUFFIX}", told)
    facts = (
        f"{len(points):,} points in {run.duration:.2f} s; between them joints stay within "
        f"{points.gap:.1e} rad or m of the motion. The arm must stand at its start: [{start}]. "
        f"Send it: {message.command.replace('FILE', name + SUFFIX)}"
    )
    return ProgramText(text, ros_losses(run), facts)


def write(made: ProgramText, language: str, path: Path, goes_on: Callable[[], bool]) -> str:
    """For the thread: writes the file and those beside it; gives the fault in words, or ""."""
    target = target_of(language)
    if path.suffix.lower() != target.suffix:
        return f"a {target.title} program is a file {target.suffix}"
    try:
        beside = [(path.with_name(name), text) for name, text in made.files]
        others = [file.name for file, _ in beside if file.exists() and not path.exists()]
        if others:
            return f"{others[0]} is there already, of another program: choose another folder"
        if target.has_folder:
            path.parent.mkdir(exist_ok=True)
        texts = [(path, made.text), *beside]
        encoding = target.encoding
        write_together([(file, text.encode(encoding, errors="replace")) for file, text in texts])
    except ValueError as fault:  # a name that no file can have
        return str(fault)
    except OSError as fault:
        return f"{fault.filename or path}: {fault.strerror or fault}"
    return ""
