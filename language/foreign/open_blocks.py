"""The blocks of a foreign text that are open, said as blocks of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from language.foreign.draft import NotSaidError
from language.foreign.kept.nesting import Nesting


class Speaker(Protocol):
    """Says lines of ours."""

    def say(self, line: str) -> None: ...

    def forget(self) -> None:
        """From here on a run may come from several places."""


@dataclass(frozen=True)
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
    nesting: Nesting[Open] = field(default_factory=Nesting[Open])

    def begin(self, kind: str, head: Callable[[], str]) -> None:
        """Opens a block; one whose head cannot be said is not run."""
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; the block is not run")
            line, is_never = "IF FALSE THEN", True
        self._step_in(line)
        self.nesting.open(Open(kind, is_never))

    def newest(self, kind: str) -> Open:
        """The block that was opened last. Raises NotSaidError where it is of another kind."""
        block = self.nesting.newest
        if block is None or block.kind != kind:
            raise NotSaidError(f"no {kind} is open here")
        return block

    def is_in(self, kind: str) -> bool:
        """Whether the block that was opened last is of a kind."""
        block = self.nesting.newest
        return block is not None and block.kind == kind

    def divide(self) -> None:
        """The other part of an IF; it is not run either where the IF is not."""
        if not self.newest("IF").is_never:
            self._step_in("ELSE")

    def divide_again(self, head: Callable[[], str]) -> None:
        """The other part of an IF under a condition of its own: an IF in the ELSE."""
        block = self.newest("IF")
        if block.is_never:
            return
        self._step_in("ELSE")
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; what stands behind is not run")
            line, is_never = "IF FALSE THEN", True
        self._step_in(line)
        self.nesting.replace_newest(Open("IF", is_never, block.ends + 1))

    def case(self, kind: str, head: Callable[[], str]) -> bool:
        """A part of a choice; False where the choice is not run."""
        if self.newest(kind).is_never:
            return False
        self._step_in(head())
        return True

    def end(self, kind: str, line: str = "END") -> None:
        """Closes the block that was opened last."""
        block = self.newest(kind)
        self.nesting.close()
        for _ in range(block.ends):
            self.work.say(line)
        self.work.forget()

    def close_all(self, close: Callable[[str], None]) -> list[str]:
        """Closes what is open at the end of a program; the kinds of these blocks.

        close: Closes the block that was opened last; it takes its kind.
        """
        found = list[str]()
        while (block := self.nesting.newest) is not None:
            found.append(block.kind)
            close(block.kind)
        return found

    def _step_in(self, line: str) -> None:
        self.work.say(line)
        self.work.forget()
