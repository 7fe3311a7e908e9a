"""What the parts of a translation of VAL3 share: names, values that are kept, signals, the draft.

A variable that no program changes is the value of its file where its index is known; any other one
is kept in numbers of ours, one for each field: `PPICK.X`, `JHOME.J1[K]`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from language.expressions.trees import RESERVED
from language.foreign.draft import Draft, NotSaidError, literal
from language.foreign.kept.ledgers import First, Made, Used
from language.instructions import BY_NAME
from language.words.functions import FUNCTIONS
from scenes.makers.defined_points import DefinedPoints
from scenes.makers.staubli.val3_application import (
    BLENDS,
    Application,
    Program,
    Variable,
    numbers_of,
)
from scenes.makers.staubli.val3_poses import FIELDS, JOINTS
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

TAKEN = RESERVED | frozenset(BY_NAME) | frozenset(FUNCTIONS)
POSES = frozenset({"trsf", "point", "pointRx", "frame", "tool"})
POINTS = frozenset({"point", "pointRx"})
JOINT_KINDS = frozenset({"joint", "jointRx"})
NUMBER_KINDS = frozenset({"num", "bool"})
# Fields of a descriptor in programs, and the attributes that hold them in files.
SPEEDS = {"vel": "vel", "tvel": "tmax", "rvel": "rmax", "leave": "leave", "reach": "reach"}
DEFAULTS = {"vel": 100.0, "tvel": 9999.0, "rvel": 9999.0, "leave": 50.0, "reach": 50.0}
BLEND = "blend"
OWN_OUTPUTS, OWN_INPUTS, INPUTS_FROM = "dOut", "dIn", 1_000
SIGNALS_FROM, MOST_KEPT = 2_001, 200


@dataclass(frozen=True)
class Element:
    """An element of a variable. index: Its number, or our expression for it. own: The program that
    declares it, "" for a variable of the application."""

    variable: Variable
    index: int | str = 0
    own: str = ""

    @property
    def kind(self) -> str:
        """The type of its variable."""
        return self.variable.kind

    @property
    def key(self) -> tuple[str, str]:
        """The program that declares the variable, and its name."""
        return self.own, self.variable.name


@dataclass
class Shared:
    """What the programs of a run have in common.

    changed: Variables that a program changes, by the program that declares them and their name.
    recursive: Programs that call themselves, directly or not. frames, tools: Those that were worked
    out: frames of the application by name in the world frame, arguments of TOOL by the tool.
    """

    robot: Robot
    controller: Controller
    application: Application
    changed: frozenset[tuple[str, str]] = frozenset()
    recursive: frozenset[str] = frozenset()
    defined: DefinedPoints = field(default_factory=DefinedPoints)
    signals: Made[str, int] = field(init=False)
    kept: Used[tuple[str, str]] = field(default_factory=Used)
    frames: dict[str, Array] = field(default_factory=dict)
    tools: dict[bytes, str] = field(default_factory=dict)
    names: Made[tuple[str, str], str] = field(default_factory=lambda: Made(_new_name))
    told: First[str] = field(default_factory=First)
    _programs: dict[object, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.signals = Made(self._new_signal)

    def name(self, own: str, name: str) -> str:
        """The name here of a variable or a program: names of ours know no capitals."""
        return self.names.of((own, name))

    def program_name(self, name: str, key: object) -> str:
        """The name here of a program, or of one more copy of it."""
        if key not in self._programs:
            plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
            plain = plain.upper() if plain[:1].isalpha() else f"P_{plain.upper()}"
            wanted, count = plain, 1
            while wanted in TAKEN or wanted in self._programs.values():
                count += 1
                wanted = f"{plain}_{count}"
            self._programs[key] = wanted
        return self._programs[key]

    def forget_program(self, key: object) -> None:
        """Takes back the name of a copy of a program."""
        del self._programs[key]

    def signal(self, variable: Variable) -> int:
        """The number of the signal that is element 0 of an array of inputs or outputs."""
        if variable.name in (OWN_OUTPUTS, OWN_INPUTS):
            both = {OWN_OUTPUTS, OWN_INPUTS} <= set(self.application.variables)
            return INPUTS_FROM if both and variable.name == OWN_INPUTS else 0
        return self.signals.of(variable.name)

    def _new_signal(self, name: str, known: Mapping[str, int]) -> int:
        """The number of the signal that is element 0 of another array."""
        sizes = self.application.variables
        taken = [at + _size(sizes.get(each)) for each, at in known.items()]
        return max(taken, default=SIGNALS_FROM)

    def tell_once(self, draft: Draft, key: str, why: str) -> None:
        """Tells once in all programs what the controller does in another way."""
        if self.told.of(key):
            draft.partly(why)

    def initial(self, own: str) -> list[str]:
        """Statements that give the variables that are kept their first values."""
        found = list[str]()
        for program, name in self.kept:
            variable = self._variable(program, name) if program == own else None
            if variable is not None:
                found += _initial(self.name(own, name), variable)
        return found

    def _variable(self, own: str, name: str) -> Variable | None:
        """A variable by the program that declares it, "" for the application, and its name."""
        if not own:
            return self.application.variables.get(name)
        program = self.application.programs[own]
        declared = (*program.locals, *(each for each, _ in program.parameters))
        return next((each for each in declared if each.name == name), None)


def _new_name(key: tuple[str, str], known: Mapping[tuple[str, str], str]) -> str:
    """A name of ours for a variable that no other one has."""
    own, name = key
    plain = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    plain = (f"{own}." if own else "").upper() + plain.upper()
    wanted, count = plain, 1
    while wanted in TAKEN or wanted in known.values() or not wanted[0].isalpha():
        count += 1
        wanted = f"V_{plain}_{count}"
    return wanted


def _size(variable: Variable | None) -> int:
    return 1 if variable is None else max(variable.size, 1)


def _initial(name: str, variable: Variable) -> list[str]:
    found = list[str]()
    for index in range(min(variable.size, MOST_KEPT)):
        values = variable.values.get(index, {})
        at = f"[{index}]" if variable.size > 1 else ""
        if variable.kind == "num":
            found.append(f"{name}{at} = {literal(_first(values, 'value', 0.0))}")
        elif variable.kind == "bool":
            word = values.get("value", "false").lower()
            found.append(f"{name}{at} = {'TRUE' if word in ('true', '1') else 'FALSE'}")
        elif variable.kind in POSES or variable.kind in JOINT_KINDS:
            keys = FIELDS if variable.kind in POSES else JOINTS
            told = [literal(_first(values, key, 0.0)) for key in keys]
            pairs = zip(keys, told, strict=True)
            found += [f"{name}.{key.upper()}{at} = {value}" for key, value in pairs]
        elif variable.kind == "mdesc":
            for key, attribute in SPEEDS.items():
                value = literal(_first(values, attribute, DEFAULTS[key]))
                found.append(f"{name}.{key.upper()}{at} = {value}")
            is_rounded = BLENDS.get(values.get(BLEND, "off").lower(), False)
            found.append(f"{name}.{BLEND.upper()}{at} = {int(is_rounded)}")
    return found


def _first(values: object, key: str, default: float) -> float:
    try:
        return numbers_of(values, [key], default)[0]  # type: ignore[arg-type]
    except ValueError:
        return default


@dataclass
class Work:
    """One program while it is translated.

    bound: Elements that its parameters stand for. numbers: Its parameters that are numbers. own:
    The name under which its variables are kept. told_tool: The argument of the last TOOL. is_ahead:
    Whether the arm may still move where the program is.
    """

    shared: Shared
    program: Program
    own: str
    bound: dict[str, Element] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()
    draft: Draft = field(default_factory=Draft)
    told_tool: str = ""
    is_ahead: bool = False
    temporary: int = 0
    fathers: dict[tuple[str, str], str] = field(default_factory=dict)
    configs: dict[tuple[tuple[str, str], int | str], dict[str, str]] = field(default_factory=dict)

    def held(self) -> Hashable:
        """No setting holds beyond its statement: motions name their tool and their speeds."""
        return None

    def hold(self, held: Hashable) -> None:
        """Nothing is held."""

    def hold_either(self, held: Hashable) -> None:
        """Nothing is held."""

    def say(self, line: str) -> None:
        """Adds a line of our language."""
        self.draft.say(line)

    def tell_once(self, key: str, why: str) -> None:
        """Tells once what the controller does in another way."""
        self.shared.tell_once(self.draft, key, why)

    def forget(self) -> None:
        """From here on a run may come from several places."""
        self.told_tool = ""
        self.is_ahead = True

    def variable(self, name: str) -> Element | None:
        """A variable by its name as this program sees it; None where there is none."""
        if name in self.bound:
            return self.bound[name]
        for each in self.program.locals:
            if each.name == name:
                return Element(each, 0, self.own)
        for each, _ in self.program.parameters:
            if each.name == name and name in self.numbers:
                return Element(each, 0, self.own)
            if each.name == name:
                raise NotSaidError(f"{name} is a parameter: only a call gives it a value")
        known = self.shared.application.variables.get(name)
        return None if known is None else Element(known)

    def is_constant(self, element: Element) -> bool:
        """Whether an element has the value of its file during the whole run."""
        is_fixed = element.key not in self.shared.changed and isinstance(element.index, int)
        return is_fixed and not (element.own and element.variable.name in self.numbers)

    def kept(self, element: Element, label: str = "") -> str:
        """The number of ours that keeps a value or a field of it."""
        self.shared.kept.add(element.key)
        name = self.shared.name(element.own, element.variable.name)
        at = f"[{element.index}]" if element.variable.size > 1 else ""
        return f"{name}{f'.{label.upper()}' if label else ''}{at}"

    def numbers_in(self, element: Element, keys: Sequence[str]) -> list[float] | list[str]:
        """Fields of an element: numbers where they are known, else the numbers that keep them."""
        if not self.is_constant(element):
            return [self.kept(element, key) for key in keys]
        assert isinstance(element.index, int)
        values = element.variable.values.get(element.index, {})
        if element.kind == "mdesc":
            return [self._speed(values, key) for key in keys]
        try:
            return numbers_of(values, keys)
        except ValueError as why:
            raise NotSaidError(f"{element.variable.name} has a value that is no number") from why

    def _speed(self, values: object, key: str) -> float:
        try:
            return numbers_of(values, [SPEEDS[key]], DEFAULTS[key])[0]  # type: ignore[arg-type]
        except ValueError as why:
            raise NotSaidError("a descriptor has a value that is no number") from why
