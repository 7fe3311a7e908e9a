"""Position registers of FANUC: six numbers each, X to R or J1 to J6, PR[n,1] to PR[n,6].

They are added and changed number by number, as on the controller, and become a place or joint
values where a motion goes to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from language.foreign.draft import NotSaidError
from scenes.makers.fanuc.ls_frames import FRAME_KEYS, frame_values, pose_of_values
from scenes.makers.fanuc.ls_points import LsPoint
from scenes.makers.fanuc.ls_trees import Item, Joined, Tree, Word, constant_of
from scenes.makers.fanuc.translation.ls_expressions import Expressions
from scenes.makers.fanuc.translation.ls_forms import ANY, EITHER, JOINTS, PLACE, changed
from scenes.makers.fanuc.translation.ls_work import Work

JOINT_KEYS = tuple(f"J{i}" for i in range(1, 7))
VALUES, TOOL_PLACE = "LS.V", "LS.P"
FRAMES = frozenset({"UFRAME", "UTOOL"})


@dataclass
class Registers:
    """Says assignments to position registers and frames, and places of registers."""

    work: Work
    expressions: Expressions

    # Places.

    def place(self, index: str) -> str:
        """The location that a register holds: Rz(R) Ry(P) Rx(W) at X, Y, Z."""
        x, y, z, w, p, r = (f"PR[{index},{at}]" for at in range(1, 7))
        return f"TRANS({x}, {y}, {z}, {r}, {p}, 0):TRANS(0, 0, 0, -90, {w}, 90)"

    def joint_values(self, index: str) -> str:
        """The joint values of our model that a register holds."""
        own = self.work.shared.controller
        told = [f"PR[{index},{at}]" for at in range(1, 7)]
        if own.axis_2_in_3:
            sign = "-" if own.axis_2_in_3 > 0 else "+"
            told[2] = f"{told[2]} {sign} {told[1]}"
        for at, (sign_, zero) in enumerate(zip(own.signs, np.degrees(own.zeros), strict=True)):
            if sign_ < 0 or zero:
                told[at] = f"{sign_:g} * ({told[at]} - {zero:.9g})"
        return f"#PPOINT({', '.join(told)})"

    def index(self, tree: Item) -> str:
        """The index of a register that has a value. Raises NotSaidError."""
        number = constant_of(tree.at[0])
        if number is not None:
            self.work.shared.positions_used.add(int(number))
            if int(number) not in self.work.shared.given:
                raise NotSaidError(
                    f"PR[{number:.0f}] has no value: give posreg.va of the controller"
                )
        return self.expressions.told(tree.at[0])

    def holds_joints(self, tree: Item) -> bool:
        """Whether a register holds joint values. Raises NotSaidError where only a run knows it."""
        number, forms = constant_of(tree.at[0]), self.work.frames.forms
        if number is None:
            found = set(forms.values()) or {PLACE}
            form = found.pop() if len(found) == 1 else EITHER
        else:
            form = forms.get(int(number), PLACE)
        if form == EITHER:
            shown = "this PR" if number is None else f"PR[{number:.0f}]"
            raise NotSaidError(f"only a run knows whether {shown} holds joint values here")
        return form == JOINTS

    # Assignments.

    def assign(self, target: Item, value: Tree) -> None:
        """PR[n] = value, PR[n,m] = number, UFRAME[n] = PR[m]. Raises NotSaidError."""
        number = constant_of(target.at[0])
        if target.kind in FRAMES:
            self._fill(target, value)
        elif len(target.at) == 2:
            told = self.expressions.told(value)
            self.work.say(f"{self.expressions.component(target)} = {told}")
            self._note_component(number, constant_of(target.at[1]), constant_of(value))
        else:
            index, form = self.expressions.told(target.at[0]), self._form_of(value)
            known, frames = self._whole(index, value), self.work.frames
            if number is not None:
                self.work.registers[int(number)] = known
                frames.forms[int(number)] = form
            else:
                self.work.registers.clear()
                frames.forms = changed(frames.forms, {ANY: frozenset({form})})

    def _note_component(self, number: float | None, at: float | None, value: float | None) -> None:
        if number is None or at is None:
            self.work.registers.clear()
        elif 1 <= int(at) <= 6:
            known = self.work.registers.setdefault(int(number), [None] * 6)
            known[int(at) - 1] = value

    def _fill(self, target: Item, value: Tree) -> None:
        """A frame of the controller gets the numbers of a register."""
        number = constant_of(target.at[0])
        is_register = isinstance(value, Item) and value.kind == "PR" and len(value.at) == 1
        if number is None or not is_register:
            raise NotSaidError("a frame is only given the place of a register")
        assert isinstance(value, Item)
        of = constant_of(value.at[0])
        known = self.work.registers.get(-1 if of is None else int(of), [None])
        if None not in known:
            self.work.fill(
                target.kind, int(number), pose_of_values([float(v or 0.0) for v in known])
            )
            return
        name = f"LS.{target.kind}{number:.0f}"
        self.work.say(f"SET {name} = {self.place(self.index(value))}")
        self.work.fill(target.kind, int(number), name)

    def _whole(self, index: str, value: Tree) -> list[float | None]:
        """Says all six numbers of a register; those that are known before a run."""
        if isinstance(value, Word) and value.key in ("LPOS", "JPOS"):
            for line in self._here(value.key == "JPOS"):
                self.work.say(line)
            for at in range(1, 7):
                self.work.say(f"PR[{index},{at}] = LS.W[{at}]")
            return [None] * 6
        terms = self._terms(value)
        if terms is None:  # a frame without numbers gives its form, and no value
            return [None] * 6
        for at, parts in enumerate(terms, start=1):
            self.work.say(f"PR[{index},{at}] = {' '.join(parts)}")
        return [_number_of(parts) for parts in terms]

    def _terms(self, value: Tree) -> list[list[str]] | None:
        """The six sums of a value of registers and points."""
        if isinstance(value, Joined) and value.operator in ("+", "-"):
            left, right = self._terms(value.left), self._terms(value.right)
            if left is None or right is None:
                raise NotSaidError("a frame without a value is added")
            return [[*a, value.operator, *_grouped(b)] for a, b in zip(left, right, strict=True)]
        if not isinstance(value, Item) or len(value.at) != 1:
            raise NotSaidError("this is no position")
        if value.kind == "PR":
            index = self.index(value)
            return [[f"PR[{index},{at}]"] for at in range(1, 7)]
        if value.kind == "P":
            return [[f"{number:.9g}"] for number in self.point_values(self.point(value))]
        if value.kind in FRAMES:
            return self._frame_terms(value)
        raise NotSaidError("this is no position")

    def _frame_terms(self, value: Item) -> list[list[str]] | None:
        number = constant_of(value.at[0])
        frames = self.work.frames
        table = frames.frames if value.kind == "UFRAME" else frames.tools
        found = table.get(-1 if number is None else int(number))
        if found is None and number is not None:
            return None
        if found is None or isinstance(found, str):
            raise NotSaidError("this frame is not known here")
        return [[f"{each:.9g}"] for each in frame_values(found)]

    def _here(self, is_joints: bool) -> list[str]:
        """Lines that put where the arm is into LS.W[1] to LS.W[6]."""
        own = self.work.shared.controller
        if is_joints:
            lines = ["HERE #LS.Q", f"DECOMPOSE {VALUES}[] = #LS.Q"]
            for at, (sign, zero) in enumerate(
                zip(own.signs, np.degrees(own.zeros), strict=True), 1
            ):
                told = f"{VALUES}[{at}]" if sign > 0 else f"-{VALUES}[{at}]"
                lines.append(
                    f"LS.W[{at}] = {told} + {zero:.9g}" if zero else f"LS.W[{at}] = {told}"
                )
            if own.axis_2_in_3:
                lines.append(f"LS.W[3] = LS.W[3] + {own.axis_2_in_3:.10g} * LS.W[2]")
            return lines
        frames = self.work.frames
        tool = self.work.tool_text(frames.tool)
        lines = [] if tool == self.work.told_tool else [f"TOOL {tool}"]
        self.work.told_tool = tool
        base = self.work.frame_text(frames.frame)
        lines.append(f"SET {TOOL_PLACE} = " + (f"INVERSE({base}):HERE" if base else "HERE"))
        return [*lines, *_as_wpr(TOOL_PLACE)]

    # Points.

    def point(self, tree: Item) -> LsPoint:
        """A point of the program that has its values. Raises NotSaidError."""
        number = constant_of(tree.at[0]) if len(tree.at) == 1 else None
        if number is None:
            raise NotSaidError("only a run knows the number of this point")
        point = self.work.program.points.get(int(number))
        if point is None or not point.values:
            raise NotSaidError(f"P[{number:.0f}] has no value")
        self.point_values(point)
        return point

    def point_values(self, point: LsPoint) -> list[float]:
        """X to R, or J1 to J6, of a point. Raises NotSaidError where one is missing."""
        keys = JOINT_KEYS if point.is_joints else FRAME_KEYS
        missing = [key for key in keys if key not in point.values]
        if missing:
            raise NotSaidError(f"P[{point.number}] has no {missing[0]}")
        return [point.values[key] for key in keys]

    def _form_of(self, value: Tree) -> str:
        """Whether a whole value is joint values or a place."""
        if isinstance(value, Joined):
            return self._form_of(value.left)
        is_joints = isinstance(value, Word) and value.key == "JPOS"
        if isinstance(value, Item) and value.kind == "P":
            is_joints = self.point(value).is_joints
        elif isinstance(value, Item) and value.kind == "PR":
            number = constant_of(value.at[0])
            return EITHER if number is None else self.work.frames.forms.get(int(number), PLACE)
        return JOINTS if is_joints else PLACE


def _grouped(parts: list[str]) -> list[str]:
    """A sum behind a sign, in parentheses where it needs them."""
    is_alone = len(parts) == 1 and not parts[0].startswith("-")
    return parts if is_alone else [f"({' '.join(parts)})"]


def _number_of(parts: list[str]) -> float | None:
    """The number of a sum that is one; None for what only a run knows."""
    try:
        return float(parts[0]) if len(parts) == 1 else None
    except ValueError:
        return None


def _as_wpr(place: str) -> list[str]:
    """Lines that put X to R of a location into LS.W: DECOMPOSE gives o, a, t of Rz(o) Ry(a) Rz(t),
    and the entries of that matrix give W, P, R."""
    o, a, t = (f"{VALUES}[{number}]" for number in (4, 5, 6))
    return [
        f"DECOMPOSE {VALUES}[] = {place}",
        *(f"LS.W[{at}] = {VALUES}[{at}]" for at in (1, 2, 3)),
        f"LS.R11 = COS({o}) * COS({a}) * COS({t}) - SIN({o}) * SIN({t})",
        f"LS.R21 = SIN({o}) * COS({a}) * COS({t}) + COS({o}) * SIN({t})",
        f"LS.W[4] = ATAN2(SIN({a}) * SIN({t}), COS({a}))",
        f"LS.W[5] = ATAN2(SIN({a}) * COS({t}), SQRT(LS.R11 * LS.R11 + LS.R21 * LS.R21))",
        "LS.W[6] = ATAN2(LS.R21, LS.R11)",
    ]
