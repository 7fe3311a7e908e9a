"""What is no motion: outputs, waits, pauses, variables that get values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from language.foreign.draft import NotSaidError
from scenes.makers.staubli.translation.val3_places import Places
from scenes.makers.staubli.translation.val3_trees import Access, Call, Structure, Tree, Truth
from scenes.makers.staubli.translation.val3_values import Values
from scenes.makers.staubli.translation.val3_work import (
    BLEND,
    JOINT_KINDS,
    NUMBER_KINDS,
    POINTS,
    POSES,
    SPEEDS,
    Element,
    Work,
)
from scenes.makers.staubli.val3_application import BLENDS, Variable
from scenes.makers.staubli.val3_configuration import WORDS
from scenes.makers.staubli.val3_poses import FIELDS, JOINTS

# They change nothing of the motions here: displays, loads, power, links of data.
_SILENT = """cls put putln gotoxy userpage title settextmode logmsg popupmsg setpayload
autoconnectmove enablepower disablepower resetmotion sioctrl clearbuffer sioget sioset
setmonitorspeed restartmove getkey setscreen helpscreen"""
IGNORED = frozenset(_SILENT.split())
SILENT_KINDS = frozenset({"string", "sio", "aio", "screen"})
STANDS = frozenset({"isempty", "issettled"})
WATCH_TIMER = 99
AHEAD = (
    "VAL3 runs ahead of its arm: without waitEndMove() it does this before the arm is there, here "
    "it does it behind the motion"
)
HAND = "the hand is not moved: its output changes"
CONFIGS = "configurations that a program sets are followed in the order of the text"


@dataclass
class Actions:
    """Says instructions and assignments."""

    work: Work
    values: Values
    places: Places

    def call(self, call: Call) -> None:
        """Says an instruction that is no motion. Raises NotSaidError."""
        name, given = call.name.lower(), call.given
        forms: dict[tuple[str, int], Callable[..., None]] = {
            ("waitendmove", 0): self._stand_still,
            ("delay", 1): self._delay,
            ("wait", 1): self._wait,
            ("watch", 2): self._watch,
            ("open", 1): lambda tool: self._hand(tool, True),
            ("close", 1): lambda tool: self._hand(tool, False),
        }
        if name in IGNORED:
            self.work.draft.ignore()
        elif (name, len(given)) in forms:
            forms[name, len(given)](*given)
        else:
            raise NotSaidError("not understood")

    def _stand_still(self) -> None:
        self.work.say("BREAK")
        self.work.is_ahead = False

    def _acts(self) -> None:
        """Tells where the controller acts while the arm still moves."""
        if self.work.is_ahead:
            self.work.tell_once("ahead", AHEAD)

    def _delay(self, seconds: Tree) -> None:
        self._acts()
        told = self.values.number(seconds)
        self.work.say(
            f"DELAY {told}" if told[0].isdigit() and " " not in told else f"DELAY ({told})"
        )

    def _wait(self, condition: Tree) -> None:
        if isinstance(condition, Call) and condition.name.lower() in STANDS:
            self._stand_still()
            return
        self._acts()
        self.work.say(f"WAIT {self.values.number(condition)}")

    def _watch(self, condition: Tree, seconds: Tree) -> None:
        """A wait that lasts no longer than some seconds."""
        told, most = self.values.number(condition), self.values.number(seconds)
        self._acts()
        self.work.say(f"TIMER {WATCH_TIMER} = 0")
        self.work.say(f"WAIT ({told}) OR TIMER({WATCH_TIMER}) >= {most}")

    def _hand(self, tool: Tree, is_opening: bool) -> None:
        """open and close: the output of a tool, behind the motion."""
        element = self.values.element(tool)
        if element.kind != "tool" or not isinstance(element.index, int):
            raise NotSaidError("this is no tool")
        self._stand_still()
        self.work.tell_once("hand", HAND)
        output = Variable(f"output of {element.variable.name}[{element.index}]", "dio")
        number = self.work.shared.signal(output)
        self.work.say(f"SIGNAL {'' if is_opening else '-'}{number}")

    # Assignments.

    def assign(self, target: Tree, value: Tree) -> None:
        """Says an assignment. Raises NotSaidError."""
        assert isinstance(target, Access)
        element, path = self.values.element(target), target.path
        kind = element.kind
        if kind in SILENT_KINDS:
            self.work.draft.ignore()
        elif kind == "dio" and not path:
            self._switch(element, value)
        elif kind in NUMBER_KINDS and not path:
            self._number(element, value)
        elif path:
            self._field(element, path, value)
        elif kind in POSES:
            self._place(element, value)
        elif kind in JOINT_KINDS:
            told = [self._told(each) for each in self.places.joints(value)]
            self._fields(element, JOINTS, told)
        elif kind == "mdesc":
            self._descriptor(element, value)
        else:
            raise NotSaidError(f"values of {kind or 'this kind'} are not followed")

    def _told(self, value: float | str) -> str:
        return value if isinstance(value, str) else f"{value:.12g}"

    def _switch(self, element: Element, value: Tree) -> None:
        self._acts()
        number = self.values.signal(element)
        told = number if number.isdecimal() else f"({number})"
        if isinstance(value, Truth):
            self.work.say(f"SIGNAL {'' if value.value else '-'}{told}")
            return
        condition = self.values.number(value)
        for line in (
            f"IF {condition} THEN", f"  SIGNAL {told}", "ELSE", f"  SIGNAL -{told}", "END",
        ):  # fmt: skip
            self.work.say(line)

    def _number(self, element: Element, value: Tree) -> None:
        work = self.work
        is_passed = element.variable.name in work.numbers and element.own == work.own
        name = work.shared.name(work.own, element.variable.name) if is_passed else ""
        target = name or work.kept(element)
        if isinstance(value, Call) and value.name.lower() == "watch" and len(value.given) == 2:
            self._watch(*value.given)
            value = value.given[0]
        work.say(f"{target} = {self.values.number(value)}")

    def _field(self, element: Element, path: tuple[str, ...], value: Tree) -> None:
        kind, label = element.kind, path[-1]
        is_joint = kind in JOINT_KINDS and len(path) == 1 and label in JOINTS
        is_place = kind in POSES and path[:-1] in ((), ("trsf",)) and label in FIELDS
        is_speed = kind == "mdesc" and len(path) == 1 and label in SPEEDS
        if path == ("trsf",) and kind in POSES:
            self._pose(element, value)
        elif is_joint or is_place or is_speed:
            self.work.say(f"{self.work.kept(element, label)} = {self.values.number(value)}")
        elif kind == "mdesc" and path == (BLEND,):
            word = value.name.lower() if isinstance(value, Access) else ""
            if word not in BLENDS:
                raise NotSaidError("this way to join motions is not known")
            self.work.say(f"{self.work.kept(element, BLEND)} = {int(BLENDS[word])}")
        elif kind == "mdesc" and label in ("accel", "decel"):
            self.work.draft.ignore()
        elif kind in POINTS and len(path) == 2 and path[0] == "config" and label in WORDS:
            self._configure(element, label, value)
        else:
            raise NotSaidError(f"{element.variable.name}.{'.'.join(path)} is not followed")

    def _configure(self, element: Element, label: str, value: Tree) -> None:
        word = value.name.lower() if isinstance(value, Access) else ""
        if word not in WORDS[label]:
            raise NotSaidError("this configuration is not known")
        self.work.tell_once("configs", CONFIGS)
        self.work.configs.setdefault((element.key, element.index), {})[label] = word

    def _fields(self, element: Element, keys: tuple[str, ...], told: list[str]) -> None:
        for key, value in zip(keys, told, strict=True):
            self.work.say(f"{self.work.kept(element, key)} = {value}")

    def _pose(self, element: Element, value: Tree) -> None:
        """The transformation of a variable gets a value."""
        pose = self.places.pose(value)
        target = self.work.kept(element, "@").replace("@", "{}")
        for line in self.places.field_lines(pose, target):
            self.work.say(line)

    def _place(self, element: Element, value: Tree) -> None:
        """A transformation or a point gets a value; points keep the frame in which they lie."""
        if element.kind == "trsf":
            self._pose(element, value)
            return
        if element.kind not in POINTS:
            raise NotSaidError("frames and tools that change are not read")
        if isinstance(value, Structure) and value.parts:
            self._pose(element, value.parts[0])
            return
        point = self.places.point(value)
        lies_in = self._lies_in(element) or point.father
        if _plain(lies_in) != _plain(point.father):
            raise NotSaidError("the reference frame of the point changes")
        self.work.fathers.setdefault(element.key, point.father)
        self.work.configs[element.key, element.index] = dict(point.attributes)
        target = self.work.kept(element, "@").replace("@", "{}")
        for line in self.places.field_lines(point.pose, target):
            self.work.say(line)

    def _lies_in(self, element: Element) -> str:
        try:
            return self.places.father_of(element)
        except NotSaidError:
            return ""

    def _descriptor(self, element: Element, value: Tree) -> None:
        other = self.values.element(value)
        if other.kind != "mdesc":
            raise NotSaidError("this is no descriptor of a motion")
        told = [self._told(each) for each in self.work.numbers_in(other, list(SPEEDS))]
        self._fields(element, tuple(SPEEDS), told)
        blend = self.work.kept(other, BLEND)
        self.work.say(f"{self.work.kept(element, BLEND)} = {blend}")


def _plain(frame: str) -> str:
    return frame.removesuffix("[0]")
