"""What the parts of a translation of a job share: the job, its frames, and what is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kinematics import invert
from language.foreign.draft import NotSaidError
from language.foreign.followed import Followed
from scenes.makers.defined_points import DefinedPoints, is_no_frame, tool_argument
from scenes.makers.yaskawa.jbi_data import JbiData
from scenes.makers.yaskawa.jbi_frames import pose_of_values
from scenes.makers.yaskawa.jbi_positions import USER, JbiPosition, JbiPositions
from scenes.makers.yaskawa.jbi_text import JbiJob
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

ROBOT_KINDS = ("ROBOT", "BASE", "")  # of positions in the robot's frame, as it is without a track
ROBOT_FRAME = "JBI.ROBOT"


def place_name(number: int) -> str:
    """The name here of a position variable that instructions change, in the robot's frame."""
    return f"PV.{number:03}"


@dataclass
class Shared:
    """What the jobs of a run have in common.

    jobs: Those beside the job by their names in capitals. variables: Positions of P variables that
    some job gives. changed: Numbers of P variables that instructions change. tools: Numbers of
    tools that an instruction fills, refilled: those that get the numbers of several variables.
    inputs_from: Added to the number of an IN#. own_tool: The only
    tool number of all jobs, where nothing gives it numbers: it is taken to be the tool of the cell.
    """

    robot: Robot
    controller: Controller | None
    data: JbiData
    jobs: Mapping[str, JbiJob]
    variables: JbiPositions
    changed: frozenset[int] = frozenset()
    tools: frozenset[int] = frozenset()
    refilled: frozenset[int] = frozenset()
    inputs_from: int = 0
    own_tool: int | None = -1
    defined: DefinedPoints = field(default_factory=DefinedPoints)

    @property
    def T_base_controller(self) -> Array:
        """The robot's frame in the base of the arm, (4, 4)."""
        return np.eye(4) if self.controller is None else self.controller.T_base_controller


Tools = dict[int, tuple[float, ...]]  # the numbers X to Rz that a job gave to tools
UNSURE: tuple[float, ...] = ()  # the numbers of a tool that has those of one of several places


@dataclass
class Work(Followed[Tools]):
    """One job while it is translated. labels: Our numbers of the labels of the job."""

    shared: Shared
    job: JbiJob
    labels: Mapping[str, int] = field(default_factory=dict)

    @property
    def tools(self) -> Tools:
        """Numbers that the job gave to tools, those that hold here."""
        return self.settings

    def forget(self) -> None:
        """From here on a run may come from several places."""
        self.told_tool = ""

    def come_back(self) -> None:
        """A run may come here from further down, or from another job: tools that get several
        numbers may have others."""
        for number in sorted(self.shared.refilled):
            self.tools[number] = UNSURE
        self.tool_texts.clear()

    def either(self, a: Tools, b: Tools) -> Tools:
        """What is known where tools have some numbers or others."""
        return {n: a[n] if n in a and a[n] == b.get(n) else UNSURE for n in sorted({*a, *b})}

    def T_flange_tool(self, number: int | None) -> Array:
        """A tool in the flange, (4, 4). Raises NotSaidError where it has no numbers."""
        shared = self.shared
        known = self.tools.get(-1 if number is None else number)
        if known == UNSURE:
            raise NotSaidError(
                f"only a run knows TL#({number}) here: branches, turns or jobs leave several"
            )
        if known is None and number is not None and number not in shared.tools:
            known = shared.data.tools.get(number)
        if known is not None:
            own = shared.controller
            flange = np.eye(4) if own is None else own.T_flange_controller
            return np.asarray(flange @ pose_of_values(known))
        if number == shared.own_tool:
            told = "no numbers here: it is taken to be the tool of the cell"
            self.partly_once("tool", f"tool {'' if number is None else number} has {told}")
            return shared.robot.T_flange_tool
        raise NotSaidError(f"TL#({number}) has no value: give TOOL.CND")

    def say_tool(self, number: int | None) -> None:
        """TOOL, where it changes."""
        told = self.tool_texts.get(number, "")
        if not told:
            own = invert(self.shared.robot.T_flange_tool) @ self.T_flange_tool(number)
            told = self.tool_texts.setdefault(number, tool_argument(own))
        if told != self.told_tool:
            self.told_tool = told
            self.say(f"TOOL {told}")

    def fill_tool(self, number: int, values: tuple[float, ...]) -> None:
        """A tool gets numbers, X to Rz."""
        self.tools[number] = values
        self.told_tool = ""
        self.tool_texts.clear()

    def T_base_frame(self, position: JbiPosition) -> Array:
        """The frame in which a pose lies in the base of the arm, (4, 4)."""
        own = self.shared.T_base_controller
        if position.kind in ROBOT_KINDS:
            return own
        if position.kind != USER:
            raise NotSaidError(f"positions in {position.kind} are not read")
        values = self.shared.data.frames.get(-1 if position.user is None else position.user)
        if values is None:
            raise NotSaidError(f"UF#({position.user}) has no value: give UFRAME.CND")
        return np.asarray(own @ pose_of_values(values))

    def robot_frame(self) -> str:
        """The robot's frame in our words with a colon behind it; "" where it is the base."""
        own = self.shared.T_base_controller
        return "" if is_no_frame(own) else f"{self.shared.defined.at_pose(ROBOT_FRAME, own)}:"
