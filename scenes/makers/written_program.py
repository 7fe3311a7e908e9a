"""A program in a maker's language, read back and compared with what it was made of."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.errors import SceneError
from scenes.makers.maker_languages import controller_of, maker_of
from scenes.makers.writing.calls import routines_in, without_calls
from scenes.makers.writing.comparison import Deviation, deviation
from scenes.makers.writing.orders import Go, Turns
from scenes.makers.writing.turns import without_turns
from scenes.makers.writing.unrolled import Orders
from scenes.world.robot import Robot


@dataclass(frozen=True)
class Written:
    """A program in a maker's language, and how far it is off when it is read back.

    deviation: None where the language cannot be read back. motions, turns, routines: Number of
    motions, of loops and of called programs in it. files: Names and texts of the files that belong
    beside it.
    """

    text: str
    deviation: Deviation | None
    motions: int
    turns: int = 0
    files: tuple[tuple[str, str], ...] = ()
    routines: int = 0

    @property
    def content(self) -> str:
        """What is in it, in words."""
        counts = ((self.turns, "loop"), (self.routines, "called program"))
        kept = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in counts if n]
        if not kept:
            return f"{self.motions:,} motions, one after the other as they were run"
        return f"{self.motions:,} motions, {' and '.join(kept)} kept"

    @property
    def words(self) -> str:
        """How far it is off, in words."""
        if self.deviation is None:
            return "not compared: this language has no reader"
        return self.deviation.words


def written(orders: Orders, robot: Robot, language: str, name: str) -> Written:
    """The program of orders in a language, read back and compared.

    language: Its key, as for `maker_of`. name: Name of the program. Raises SceneError where the
    robot file says nothing of such a controller, and where the text does not say what the orders
    say.
    """
    controller = controller_of(robot, language)
    maker = maker_of(language)
    said = maker.said(orders)
    text = maker.write(said, robot, controller, name)
    routines = routines_in(said.orders)
    written_once = [*said.orders, *(each for call in routines.values() for each in call.orders)]
    motions, turns = (sum(isinstance(each, kind) for each in written_once) for kind in (Go, Turns))
    files: tuple[tuple[str, str], ...] = ()
    if maker.write_beside is not None:
        files = maker.write_beside(said, robot, controller, name)
    back = maker.read_back(text, files, robot, controller)
    if back is None:
        return Written(text, None, motions, turns, files, len(routines))
    if back.losses:
        first = back.losses[0]
        where = f"{first.file} line {first.line}".strip()
        raise SceneError(f"the written program is not read back: {where}: {first.message}")
    off = deviation(without_turns(without_calls(said)), without_turns(back), robot)
    return Written(text, off, motions, turns, files, len(routines))
