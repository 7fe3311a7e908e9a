"""Loops that are read back: a label, and a jump back to it as long as a counter says.

Labels are those of one program, counters are those of all programs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scenes.makers.writing.orders import EndTurns, Order, Turns


@dataclass(frozen=True, eq=False)
class OpenLoop:
    """A loop whose jump is not read yet.

    program, file: Where its label stands, in the line of that name. at: Number of its order Turns.
    """

    label: str
    program: object
    file: str
    line: int
    at: int


@dataclass
class LabelledLoops:
    """Reads loops as they come. orders: Added to. open: The loops here, the inner ones last."""

    orders: list[Order]
    open: list[OpenLoop] = field(default_factory=list)
    _set: dict[str, int] = field(default_factory=dict)  # at which order each counter was set to 0
    _counted: tuple[str, int] | None = None  # the last counter that was counted, at which order

    def set_counter(self, counter: str) -> None:
        """A counter is set to 0."""
        self._set[counter] = len(self.orders)

    def count(self, counter: str) -> None:
        """One is added to a counter."""
        self._counted = (counter, len(self.orders))

    def begin(self, label: str, program: object, file: str, line: int) -> None:
        """A label: a loop begins. How often it is gone round its end tells."""
        self.open.append(OpenLoop(label, program, file, line, len(self.orders)))
        self.orders.append(Turns(line, None))

    def end(self, label: str, program: object, line: int) -> str:
        """A jump back to a label for ever; why it ends no loop, "" where it ends one."""
        loop = self.open[-1] if self.open else None
        if loop is None or loop.program is not program or loop.label != label:
            return "it leads to no loop that is open here"
        self.open.pop()
        self.orders.append(EndTurns(line))
        return ""

    def end_counted(self, label: str, program: object, line: int, counter: str, count: int) -> str:
        """A jump back as long as a counter is below a count; what it gives is as for `end`."""
        loop = self.open[-1] if self.open else None
        is_counted = self._counted == (counter, len(self.orders))
        why = self.end(label, program, line)
        if loop is None or why:
            return why
        if self._set.get(counter) != loop.at:
            return f"{counter} is not set to 0 in front of the loop"
        if not is_counted:
            return f"{counter} is not counted in front of it"
        self.orders[loop.at] = Turns(loop.line, count)
        return ""
