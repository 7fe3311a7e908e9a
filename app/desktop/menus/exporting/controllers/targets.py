"""What a program can be exported to for an arm: languages of makers, and messages of ROS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scenes.makers.maker_languages import controller_of, maker_of, styles_of
from scenes.makers.ros.ros_text import FORMS, SUFFIX
from scenes.world.robot import Robot


@dataclass(frozen=True)
class Target:
    """A form of exported programs.

    title: For people. suffix, encoding: Of its files. has_folder: Whether each program has a folder
    of its own.
    """

    title: str
    suffix: str
    encoding: str
    has_folder: bool = False

    @property
    def filter(self) -> str:
        """The kind of file, as file dialogs list it."""
        return f"{self.title} (*{self.suffix})"


def target_of(key: str) -> Target:
    """A form by its key: that of a language (see `maker_of`), or of a message of ROS.

    Raises SceneError for another key.
    """
    if key in FORMS:
        return Target(f"ROS 2 {FORMS[key].title.rpartition('/')[2]}", SUFFIX, "utf-8")
    maker = maker_of(key)
    return Target(maker.title, maker.suffix, maker.encoding, maker.has_folder)


def place_of(key: str, folder: Path, stem: str) -> Path:
    """The file of a program in a folder, or in the folder there that it has of its own."""
    return folder / f"{stem}{SUFFIX}" if key in FORMS else maker_of(key).place(folder, stem)


def folder_of(key: str, file: Path) -> Path:
    """The folder in which `place_of` gives a file."""
    above = file.parent.parent
    return above if place_of(key, above, file.stem) == file else file.parent


def targets_for(robot: Robot) -> list[str]:
    """The keys of the forms in which programs of an arm can be written, its own language first.

    Raises SceneError where there is none, because the robot file says nothing of a controller.
    """
    of_ros = list(FORMS) if robot.ros is not None else []
    if robot.controller is None and of_ros:
        return of_ros
    return [*styles_of(controller_of(robot, None).language), *of_ros]
