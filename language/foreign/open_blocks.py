"""The blocks of a foreign text that are open, said as blocks of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from language.foreign.draft import NotSaidError


class Speaker(Protocol):
    """Says lines of ours. depth: The number of our blocks in which they stand."""

    depth: int

    def say(self, line: str) -> None: ...

    def forget(self) -> None:
        """From here on a run may come from several places."""


@dataclass
class Open:
    """A block that is open. is_never: Whether it is not run. ends: Of how many blocks of ours."""

    kind: str
    is_never: bool
    ends: int = 1


@dataclass
class OpenBlocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Speaker
    lose: Callable[[str], None]
    stack: list[Open] = field(default_factory=list)

    def begin(self, kind: str, head: Callable[[], str]) -> None:
        """Opens a block; one whose head cannot be said is not run."""
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; the block is not run")
            line, is_never = "IF FALSE THEN", True
        self._step_in(line)
        self.stack.append(Open(kind, is_never))

    def newest(self, kind: str) -> Open:
        """The block that was opened last. Raises NotSaidError where it is of another kind."""
        if not self.stack or self.stack[-1].kind != kind:
            raise NotSaidError(f"no {kind} is open here")
        return self.stack[-1]

    def is_in(self, kind: str) -> bool:
        """Whether the block that was opened last is of a kind."""
        return bool(self.stack) and self.stack[-1].kind == kind

    def divide(self) -> None:
        """The other part of an IF; it is not run either where the IF is not."""
        if not self.newest("IF").is_never:
            self._part("ELSE")

    def divide_again(self, head: Callable[[], str]) -> None:
        """The other part of an IF under a condition of its own: an IF in the ELSE."""
        block = self.newest("IF")
        if block.is_never:
            return
        self._part("ELSE")
        try:
            line = head()
        except NotSaidError as why:
            self.lose(f"{why}; what stands behind is not run")
            line, block.is_never = "IF FALSE THEN", True
        self._step_in(line)
        block.ends += 1

    def case(self, kind: str, head: Callable[[], str]) -> bool:
        """A part of a choice; False where the choice is not run."""
        if self.newest(kind).is_never:
            return False
        self._part(head())
        return True

    def end(self, kind: str, line: str = "END") -> None:
        """Closes the block that was opened last."""
        block = self.newest(kind)
        self.stack.pop()
        for _ in range(block.ends):
            self.work.depth -= 1
            self.work.say(line)
        self.work.forget()

    def _step_in(self, line: str) -> None:
        self.work.say(line)
        self.work.depth += 1
        self.work.forget()

    def _part(self, line: str) -> None:
        self.work.depth -= 1
        self._step_in(line)
