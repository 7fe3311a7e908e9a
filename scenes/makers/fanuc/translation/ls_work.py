"""What all statements of FANUC programs share while they are translated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kinematics import invert
from language.foreign.draft import NotSaidError
from language.foreign.followed import Followed
from language.foreign.kept.ledgers import Used
from scenes.makers.defined_points import DefinedPoints, is_no_frame, tool_argument
from scenes.makers.fanuc.ls_data import LsData
from scenes.makers.fanuc.ls_frames import pose_of_values
from scenes.makers.fanuc.ls_text import LsProgram
from scenes.makers.fanuc.translation.ls_forms import ANY, Forms, changed, either, forms_of
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot


@dataclass
class Shared:
    """What the programs of a run have in common.

    programs: By their names in capitals. inputs_from: Added to the number of a DI. given: The
    position registers that some program or file gives a value to. own_tool: The only tool number of
    all programs where no file gives it numbers: it is taken to be the tool of the cell.
    files: The files beside it. numbers_used, clocks: Registers and timers that get a value at the
    start; ANY_NUMBER for a register whose number only a run knows.
    """

    robot: Robot
    controller: Controller
    data: LsData
    programs: Mapping[str, LsProgram]
    inputs_from: int = 0
    given: frozenset[int] = frozenset()
    own_tool: int | None = None
    only_frame: int | None = None
    defined: DefinedPoints = field(default_factory=DefinedPoints)
    files: tuple[tuple[str, str], ...] = ()
    numbers_used: Used[int] = field(default_factory=Used)
    positions_used: Used[int] = field(default_factory=Used)
    clocks: Used[int] = field(default_factory=Used)


ANY_NUMBER = -1  # no register has this number
CONDITIONS = ("OFFSET CONDITION", "TOOL_OFFSET CONDITION", "SKIP CONDITION")
NUMBERS = ("UFRAME_NUM", "UTOOL_NUM")  # of the frames in use
WAIT_TIME = "$WAITTMOUT"  # how long a WAIT with TIMEOUT waits, in hundredths of a second
FOLLOWED = (*CONDITIONS, WAIT_TIME, *NUMBERS)
# What each of FOLLOWED may be at a line, as texts of the program.
Given = tuple[frozenset[str], ...]
NOT_GIVEN = ""
BEGUN: Given = (frozenset({NOT_GIVEN}),) * len(FOLLOWED)  # where nothing is given yet
OTHER = "?"  # what only another program knows: it has arguments of its own
ARGUMENTS = re.compile(r"\bAR\s*\[", re.IGNORECASE)

SEVERAL = -2  # the number of a frame that is one of several: only a run knows which one
SEVERAL_WAYS = "branches, turns or calls leave several"
UNSURE = ""  # the value of a frame that has one of several


@dataclass
class Frames:
    """The tool and user frames that hold at a line.

    frames, tools: Poses (4, 4) by number; a text of ours where only a run knows one. frame, tool:
    The numbers in use; None where not known. forms: What position registers hold.
    """

    frames: dict[int, Array | str] = field(default_factory=lambda: {0: np.eye(4)})
    tools: dict[int, Array | str] = field(default_factory=lambda: {0: np.eye(4)})
    frame: int | None = None
    tool: int | None = None
    forms: Forms = field(default_factory=dict)

    def copied(self) -> Frames:
        """The same frames, which change on their own from here on."""
        tables = dict(self.frames), dict(self.tools)
        return Frames(*tables, self.frame, self.tool, dict(self.forms))

    def either(self, other: Frames) -> Frames:
        """What is known where these frames hold or others."""
        return Frames(
            _same_of(self.frames, other.frames),
            _same_of(self.tools, other.tools),
            self.frame if self.frame == other.frame else SEVERAL,
            self.tool if self.tool == other.tool else SEVERAL,
            either(self.forms, other.forms),
        )


def _same_of(a: dict[int, Array | str], b: dict[int, Array | str]) -> dict[int, Array | str]:
    return {
        n: a[n] if n in a and n in b and np.array_equal(a[n], b[n]) else UNSURE
        for n in sorted({*a, *b})
    }


@dataclass
class Work(Followed[Frames]):
    """One program while it is translated.

    registers: Components of position registers that are known here, X to R or J1 to J6. changes:
    What the program and those that it calls may change (see `changes_of`). given: What FOLLOWED may
    be at the lines that ask for it.
    """

    shared: Shared
    program: LsProgram
    registers: dict[int, list[float | None]] = field(default_factory=dict)
    changes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    given: Mapping[int, Given] = field(default_factory=dict)

    @property
    def frames(self) -> Frames:
        """The tool and user frames that hold here."""
        return self.settings

    def forget(self) -> None:
        """From here on a run may come from several places."""
        self.told_tool = ""
        self.registers.clear()

    def come_back(self) -> None:
        """A run may come here from further down: another frame may be in use then."""
        self.choose(self.changes)

    def arrive(self) -> None:
        """A run may come to the label here: with the frames of where it jumps from."""
        self.come_back()
        given = self.given[self.draft.here.line]
        frame, tool = (given[FOLLOWED.index(kind)] for kind in NUMBERS)
        if len(frame) > 1:
            self.frames.frame = SEVERAL
        if len(tool) > 1:
            self.frames.tool = SEVERAL

    def choose(self, changes: Mapping[str, frozenset[str]]) -> None:
        """Frames of these numbers may have been taken into use, by FRAME and TOOL, and registers
        may have got these forms."""
        frames = self.frames
        if changes.get("FRAME", frozenset()) - {str(frames.frame)}:
            frames.frame = SEVERAL
        if changes.get("TOOL", frozenset()) - {str(frames.tool)}:
            frames.tool = SEVERAL
        forms = {name: each for name, each in changes.items() if name.startswith(ANY)}
        if forms:
            frames.forms = changed(frames.forms, forms)

    def given_here(self, kind: str) -> frozenset[str]:
        """What one of FOLLOWED may be at a line that asks for it."""
        return self.given[self.draft.here.line][FOLLOWED.index(kind)]

    def condition(self, kind: str) -> str:
        """What holds here of one of CONDITIONS. Raises NotSaidError where no run knows it."""
        given = self.given_here(kind)
        if given == {NOT_GIVEN}:
            raise NotSaidError(f"no {kind} is set before")
        if len(given) > 1 or OTHER in given:
            raise NotSaidError(f"only a run knows the {kind} here: {SEVERAL_WAYS}")
        (found,) = given
        return found

    def either(self, a: Frames, b: Frames) -> Frames:
        """What is known where some frames hold or others."""
        return a.either(b)

    # Frames.

    def T_flange_tool(self, number: int | None) -> Array | str:
        """A tool in the flange, (4, 4); a text of ours where only a run knows it."""
        found = self.frames.tools.get(-1 if number is None else number)
        if found is None and number is not None and number == self.shared.own_tool:
            told = f"tool {number} has no numbers here: it is taken to be the tool of the cell"
            self.partly_once("tool", told)
            return self.shared.robot.T_flange_tool
        if found is None or (isinstance(found, str) and found == UNSURE):
            raise NotSaidError(_missing("UTOOL", number, found))
        if isinstance(found, str):
            return found
        return np.asarray(self.shared.controller.T_flange_controller @ found)

    def tool_text(self, number: int | None) -> str:
        """The argument of TOOL for a tool of the controller."""
        if number not in self.tool_texts:
            self.tool_texts[number] = self._tool_text(number)
        return self.tool_texts[number]

    def _tool_text(self, number: int | None) -> str:
        T = self.T_flange_tool(number)
        back = invert(self.shared.robot.T_flange_tool)
        if not isinstance(T, str):
            return tool_argument(back @ T)
        between = back @ self.shared.controller.T_flange_controller
        first = "" if is_no_frame(between) else self.shared.defined.at_pose("LS.FLANGE", between)
        return f"{first}:{T}" if first else T

    def T_base_frame(self, number: int | None) -> Array | str:
        """A user frame in the base of the arm, (4, 4), or a text of ours."""
        found = self.frames.frames.get(-1 if number is None else number)
        if found is None or (isinstance(found, str) and found == UNSURE):
            raise NotSaidError(_missing("UFRAME", number, found))
        own = self.shared.controller.T_base_controller
        if not isinstance(found, str):
            return np.asarray(own @ found)
        first = "" if is_no_frame(own) else self.shared.defined.at_pose("LS.WORLD", own)
        return f"{first}:{found}" if first else found

    def frame_text(self, number: int | None) -> str:
        """A user frame in our words; "" where it is the base of the arm."""
        T = self.T_base_frame(number)
        if isinstance(T, str):
            return T
        return "" if is_no_frame(T) else self.shared.defined.at_pose(f"UFRAME{number}", T)

    def fill(self, kind: str, number: int, value: Array | str) -> None:
        """UFRAME[n] or UTOOL[n] gets a value."""
        table = self.frames.frames if kind == "UFRAME" else self.frames.tools
        table[number] = value
        self.told_tool = ""
        self.tool_texts.clear()


def frames_of(data: LsData) -> Frames:
    """The frames that the files of a controller give, and the forms of its registers."""
    found = Frames(forms=forms_of(data))
    for table, given in ((found.frames, data.frames), (found.tools, data.tools)):
        for number, position in given.items():
            numbers = position.numbers
            if numbers is not None and not position.is_joints:
                table[number] = pose_of_values(numbers)
    return found


def begun_with(frames: Frames) -> Given:
    """What is given where a run begins with frames."""
    taken = (NOT_GIVEN if n is None else str(n) for n in (frames.frame, frames.tool))
    return *BEGUN[: -len(NUMBERS)], *(frozenset({number}) for number in taken)


def _missing(kind: str, number: int | None, found: Array | str | None) -> str:
    if number == SEVERAL or found is not None:
        named = f"{kind}_NUM" if number == SEVERAL else f"{kind}[{number}]"
        return f"only a run knows {named} here: {SEVERAL_WAYS}"
    if number is None:
        return (
            f"{kind}_NUM is not set before, and points have several: which one holds is not known"
        )
    return f"{kind}[{number}] has no value: give framevar.va, sysframe.va or frame.dg"
