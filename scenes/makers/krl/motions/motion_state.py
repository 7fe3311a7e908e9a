"""The state that BAS and assignments give to motions of KRL: tool, base, speeds, corners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from scenes.makers.defined_points import SAME_FRAME
from scenes.makers.krl.krl_data import Declarations, numbers_of
from scenes.makers.krl.krl_frames import FRAME_KEYS, pose_of_frame
from scenes.world.frozen import Array

DEFAULT_M_S = 2.0  # DEF_VEL_CP of a controller as delivered
# The settings that are known or not known together, with their attributes.
BASE, TOOL, AXIS_SPEED, SPEED, CORNER = "base", "tool", "axis speed", "speed", "corner"
GROUPS: Mapping[str, tuple[str, ...]] = {
    BASE: ("T_base", "base_said"),
    TOOL: ("T_tool", "tool_said"),
    AXIS_SPEED: ("percent",),
    SPEED: ("m_s", "speed_said"),
    CORNER: ("cptp", "cdis", "ptp_in_mm"),
}
# The sets that wait for BAS, and the groups that a set decides on.
FRAMES_SET, JOINTS_SET, LINES_SET = "FDAT_ACT", "PDAT_ACT", "LDAT_ACT"
SETS: Mapping[str, tuple[str, ...]] = {
    FRAMES_SET: (TOOL, BASE),
    JOINTS_SET: (AXIS_SPEED, CORNER),
    LINES_SET: (SPEED, CORNER),
}
SETTINGS = (*GROUPS, *SETS)  # all that is known or not known on its own


@dataclass
class MotionState:
    """The values that hold at a line, and the sets of them that wait for BAS.

    percent: Of axis speed. m_s: Of the tool. cptp: Corner of PTP, %. cdis: Corner, mm.
    ptp_in_mm: Whether a corner of PTP is given in mm too. tool_said, base_said: The tool in the
    flange frame and the base in the controller's, in our words, where only a run knows them.
    speed_said: Speed of the tool, m/s, likewise.

    Of groups of settings and of sets: mixed: Only a run knows them, since it may come from places
    with others. touched: They were given in this program. is_left: No run comes to this line.
    """

    T_base: Array = field(default_factory=lambda: np.eye(4))
    T_tool: Array = field(default_factory=lambda: np.eye(4))
    percent: float = 100.0
    m_s: float = DEFAULT_M_S
    cptp: float = 0.0
    cdis: float = 0.0
    ptp_in_mm: bool = False
    tool_said: str = ""
    base_said: str = ""
    speed_said: str = ""
    waiting: dict[str, dict[str, object]] = field(default_factory=dict)
    mixed: frozenset[str] = frozenset()
    touched: frozenset[str] = frozenset()
    is_left: bool = False

    def give(self, group: str, **values: Any) -> None:
        """Gives settings of a group their values."""
        for name, value in values.items():
            setattr(self, name, value)
        self._touch(group)

    def wait(self, name: str, values: dict[str, object]) -> None:
        """Takes a set that waits for BAS."""
        self.waiting = {**self.waiting, name: values}
        self._touch(name)

    def lose(self, *settings: str) -> None:
        """From here on only a run knows these settings."""
        self.mixed |= {*settings}
        self.touched |= {*settings}

    def _touch(self, setting: str) -> None:
        self.mixed -= {setting}
        self.touched |= {setting}

    def is_alike(self, other: MotionState, setting: str) -> bool:
        """Whether the settings of a group, or a set, are the same in another state."""
        if setting in SETS:
            return self.waiting.get(setting) == other.waiting.get(setting)
        return all(_are_same(getattr(self, n), getattr(other, n)) for n in GROUPS[setting])

    def take_over(self, left: MotionState) -> None:
        """Takes what a called program has left: the settings and the sets that it gave."""
        for setting in left.touched:
            if setting in GROUPS:
                self.give(setting, **{name: getattr(left, name) for name in GROUPS[setting]})
            else:
                self.wait(setting, left.waiting.get(setting, {}))
        self.mixed |= left.mixed & left.touched

    def without_mixed(self) -> MotionState:
        """The state with all that only a run knows as at the start."""
        first = MotionState()
        names = [name for group in self.mixed & {*GROUPS} for name in GROUPS[group]]
        waiting = {name: each for name, each in self.waiting.items() if name not in self.mixed}
        return replace(self, waiting=waiting, **{name: getattr(first, name) for name in names})

    def bas(self, what: str, value: float | None, data: Declarations) -> str:
        """Carries out BAS(#what, value); what is wrong with it, or ""."""
        what = what.upper()
        fault = ""
        if what in ("FRAMES", "PTP_PARAMS", "CP_PARAMS") and self._has_set(FRAMES_SET):
            fault = self._frames(data)
        if what in ("PTP_DAT", "PTP_PARAMS") and self._has_set(JOINTS_SET):
            self._ptp_data()
        if what in ("CP_DAT", "CP_PARAMS") and self._has_set(LINES_SET):
            self._cp_data(self._most_m_s(data))
        if what in ("VEL_PTP", "PTP_PARAMS") and value is not None:
            self.give(AXIS_SPEED, percent=value)
        if what in ("VEL_CP", "CP_PARAMS") and value is not None:
            self.give(SPEED, m_s=min(value, self._most_m_s(data)), speed_said="")
        if what == "TOOL" and value is not None:
            fault = self.numbered("TOOL_DATA", value, data)
        if what == "BASE" and value is not None:
            fault = self.numbered("BASE_DATA", value, data)
        known = {"INITMOV", "FRAMES", "PTP_PARAMS", "CP_PARAMS", "PTP_DAT", "CP_DAT", "VEL_PTP"}
        known |= {"VEL_CP", "TOOL", "BASE", "ACC_PTP", "ACC_CP", "OUT_SYNC"}
        return fault if what in known else f"BAS(#{what}) is not known"

    def _has_set(self, name: str) -> bool:
        """Whether a set is known here; what it decides on is lost where only a run knows it."""
        if name in self.mixed:
            self.lose(*SETS[name])
        return name not in self.mixed

    def _most_m_s(self, data: Declarations) -> float:
        most = data.values.get("DEF_VEL_CP", DEFAULT_M_S)
        return most if isinstance(most, float) else DEFAULT_M_S

    def _frames(self, data: Declarations) -> str:
        given = self.waiting.get(FRAMES_SET)
        if given is None:
            return "FDAT_ACT is not known here"
        if given.get("IPO_FRAME") == "#TCP":
            return "a tool that stands while the arm carries the part (#TCP) is not read"
        numbers = numbers_of(given)
        faults = [
            self.numbered("TOOL_DATA", numbers.get("TOOL_NO", 0.0), data),
            self.numbered("BASE_DATA", numbers.get("BASE_NO", 0.0), data),
        ]
        return next((fault for fault in faults if fault), "")

    def numbered(self, kind: str, number: float, data: Declarations) -> str:
        """Takes the tool or the base of a number; 0 is the null frame."""
        values = {}
        if number:
            values = numbers_of(data.aggregate(f"{kind}[{number:.0f}]"))
            if not set(FRAME_KEYS) <= set(values):
                return f"{kind}[{number:.0f}] is not known: give $config.dat with --config"
        T = pose_of_frame({**dict.fromkeys(FRAME_KEYS, 0.0), **values})
        self.take(TOOL if kind == "TOOL_DATA" else BASE, T)
        return ""

    def take(self, group: str, T: Array) -> None:
        """Takes a tool or a base that is known, (4, 4). group: Which of them."""
        frame, said = GROUPS[group]
        self.give(group, **{frame: T, said: ""})

    def say(self, group: str, text: str) -> None:
        """Takes a tool or a base that only a run knows, in our words."""
        frame, said = GROUPS[group]
        self.give(group, **{frame: np.eye(4), said: text})

    def frame_of(self, group: str) -> Array:
        """The tool or the base, (4, 4); no frame where only a run knows it."""
        return self.T_tool if group == TOOL else self.T_base

    def said_of(self, group: str) -> str:
        """The tool or the base in our words, where only a run knows it; else ""."""
        return self.tool_said if group == TOOL else self.base_said

    def _ptp_data(self) -> None:
        given = self.waiting.get(JOINTS_SET, {})
        numbers = numbers_of(given)
        if "VEL" in numbers:
            self.give(AXIS_SPEED, percent=numbers["VEL"])
        self.take_corner(given, is_ptp=True)

    def take_corner(self, given: dict[str, object], is_ptp: bool) -> None:
        """Takes the corner of a set: in mm for lines, for PTP in percent unless the set says mm."""
        distance = numbers_of(given).get("APO_DIST")
        if is_ptp:
            self.give(CORNER, ptp_in_mm=given.get("APO_MODE") == "#CDIS")
        if distance is None:
            return
        if is_ptp and not self.ptp_in_mm:
            self.give(CORNER, cptp=min(distance, 100.0))
        else:
            self.give(CORNER, cdis=distance)

    def _cp_data(self, most: float) -> None:
        """Takes a set of a line; a speed above DEF_VEL_CP is cut to it."""
        numbers = numbers_of(self.waiting.get(LINES_SET))
        if "VEL" in numbers or not self.speed_said:
            self.give(SPEED, m_s=min(numbers.get("VEL", self.m_s), most), speed_said="")
        if "APO_DIST" in numbers:
            self.give(CORNER, cdis=numbers["APO_DIST"])


def _are_same(a: object, b: object) -> bool:
    """Whether two values are the same; frames are where the last digits of numbers differ."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.abs(a - b).max() <= SAME_FRAME)
    return a == b
