"""Points at the head of a translated program, each of them defined once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import eq

import numpy as np

from kinematics import Mechanism
from kinematics.poses.orientation import xyzoat_from_pose
from scenes.world.frozen import Array

# O A T are Rz Ry Rz of the tool: frames compose as those of a controller do.
DIALECT = "vplus"
DIGITS = 6
# The name of a goal that has none in the text: its point is named after its place, such as
# P400_M30_250, since the number of its line changes where lines are put in above it.
GOAL = "@"
# A name with numbers for a definition and None for a question, and the answer.
Asked = tuple[str, str | None, str | bool]
NO_FRAME = np.eye(4)
NO_FRAME.flags.writeable = False
SAME_FRAME = 1e-9  # mm, and of the entries of a rotation: two frames are one


@dataclass(frozen=True, eq=False)
class Answers:
    """The points that a part of a program defined or asked for.

    values: The numbers of each point. are_plain: Whether all were defined, under their own names.
    """

    asked: list[Asked]
    values: dict[str, str]
    are_plain: bool

    def __len__(self) -> int:
        return len(self.asked)

    @staticmethod
    def of(asked: list[Asked]) -> Answers:
        """The answers in the order in which they were given."""
        values = {name: numbers for name, numbers, _ in asked if numbers is not None}
        are_plain = all(numbers is not None and name == told for name, numbers, told in asked)
        return Answers(list(dict.fromkeys(asked)), values, are_plain)


@dataclass
class DefinedPoints:
    """The points of a program of ours that stands for a foreign one.

    values: The numbers of each point by its name here; # begins the name of joint values.
    made_of: The name in the foreign text of points that have another one here, by that one; both
    with # for joint values. asked: Every point that was defined or asked for, with the answer.
    """

    values: dict[str, str] = field(default_factory=dict)
    made_of: dict[str, str] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def at_pose(self, name: str, T: Array) -> str:
        """Defines a point at a pose (4, 4); its name here."""
        return self._define(name, pose_text(T))

    def at_numbers(self, name: str, values: Iterable[float]) -> str:
        """Defines a point at x, y, z (mm), O, A, T (degrees); its name here."""
        return self._define(name, " ".join(shown_numbers(values)))

    def at_joints(self, name: str, q: Array, mechanism: Mechanism) -> str:
        """Defines a point at joint values (n,), rad or mm; its name here."""
        turns = np.array([kind == "R" for kind in mechanism.kinds])
        return self._define(f"#{name}", " ".join(shown_numbers(np.where(turns, np.degrees(q), q))))

    def _define(self, name: str, numbers: str) -> str:
        """Defines a point once; a name that stands for another place already gets a number."""
        if name.endswith(GOAL):
            name = name[: -len(GOAL)] + _name_of(numbers, is_place=name[0] != "#")
        wanted, count = name, 1
        while self.values.setdefault(wanted, numbers) != numbers:
            count += 1
            wanted = f"{name}_{count}"
        if wanted != name:
            self.made_of.setdefault(wanted, name)
        self.asked.append((name, numbers, wanted))
        return wanted

    def __contains__(self, name: str) -> bool:
        """Whether a point with a name here is defined."""
        found = name in self.values
        self.asked.append((name, None, found))
        return found

    def mark(self) -> tuple[int, int]:
        """The present place, for `since` and `back_to`."""
        return len(self.values), len(self.asked)

    def since(self, mark: tuple[int, int]) -> Answers:
        """The answers that were given behind a mark."""
        return Answers.of(self.asked[mark[1] :])

    def repeat(self, answers: Answers) -> bool:
        """Defines points as before; False as soon as an answer is another."""
        if answers.are_plain:
            self.asked += answers.asked
            return self._takes(answers.values)
        for name, numbers, answer in answers.asked:
            now = name in self if numbers is None else self._define(name, numbers)
            if now != answer:
                return False
        return True

    def _takes(self, values: Mapping[str, str]) -> bool:
        """Defines points under their own names; whether no other points have these."""
        known = self.values
        if known.keys().isdisjoint(values):
            known |= values
            return True
        return all(map(eq, map(known.setdefault, values, values.values()), values.values()))

    def back_to(self, mark: tuple[int, int]) -> None:
        """Takes back what was defined behind a mark."""
        while len(self.values) > mark[0]:
            self.made_of.pop(self.values.popitem()[0], None)
        del self.asked[mark[1] :]

    def statements(self) -> list[str]:
        """The statements that define all points."""
        return [f"POINT {name} {numbers}" for name, numbers in self.values.items()]

    def with_points(self, origins: Mapping[str, str]) -> dict[str, str]:
        """Origins of values by their names, and those of the points that were made of them."""
        if not origins:
            return {}
        made_of = ((name.lstrip("#"), self.made_of.get(name, name)) for name in self.values)
        plain = ((name, of.lstrip("#")) for name, of in made_of)
        of_points = {name: origins[of] for name, of in plain if of in origins}
        return {**origins, **of_points}


def _name_of(numbers: str, *, is_place: bool) -> str:
    """A name for numbers: X, Y and Z of a place, or joint values; M stands for a minus sign."""
    values = numbers.split()
    whole = (f"{round(float(value))}" for value in (values[:3] if is_place else values))
    return "P" + "_".join(whole).replace("-", "M")


def pose_text(T: Array) -> str:
    """The six numbers of a POINT at a pose (4, 4)."""
    return " ".join(shown_numbers(xyzoat_from_pose(T, DIALECT)))


def tool_argument(T: Array) -> str:
    """The argument of TOOL for a tool (4, 4) in the robot file's own tool frame."""
    if is_no_frame(T):
        return "NULL"
    return f"TRANS({', '.join(shown_numbers(xyzoat_from_pose(T, DIALECT)))})"


def is_no_frame(T: Array) -> bool:
    """Whether a frame (4, 4) is the one in which it stands."""
    return bool(np.abs(T - NO_FRAME).max() <= SAME_FRAME)


def shown_numbers(values: Iterable[float]) -> list[str]:
    """Numbers with 6 decimals at most."""
    texts = [f"{float(value):.{DIGITS}f}".rstrip("0").rstrip(".") for value in values]
    return ["0" if text in ("-0", "") else text for text in texts]
