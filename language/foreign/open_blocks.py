"""The blocks of a foreign text that are open, said as blocks of ours."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Protocol

from language.foreign.draft import NotSaidError
from language.foreign.kept.nesting import Nesting


class Speaker(Protocol):
    """Says lines of ours, and has settings that hold from where they are made."""

    def say(self, line: str) -> None: ...

    def forget(self) -> None:
        """From here on a run may come from several places."""

    def held(self) -> Hashable:
        """The settings that hold here, as a value."""

    def hold(self, held: Hashable) -> None:
        """The settings are those of a value."""

    def hold_either(self, held: Hashable) -> None:
        """The settings are those that hold here or those of a value: which only a run knows."""


@dataclass(frozen=True)
class Open:
    """A block that is open.

    is_never: Whether it is not run. before: The settings in front of it. ended: Those behind each
    of its parts so far. is_whole: Whether one of its parts is run in any case. is_parted: Whether
    what it runs has begun. ends: Of how many blocks of ours.
    """

    kind: str
    is_never: bool
    before: Hashable
    ended: tuple[Hashable, ...] = ()
    is_whole: bool = False
    is_parted: bool = True
    ends: int = 1


@dataclass
class OpenBlocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Speaker
    lose: Callable[[str], None]
    nesting: Nesting[Open] = field(default_factory=Nesting[Open])

    def begin(
        self,
        kind: str,
        head: Callable[[], str],
        is_whole: bool = False,
        is_parted: bool = True,
    ) -> None:
        """Opens a block; one whose head cannot be said is not run.

        is_whole: Whether it is run at least once. is_parted: Whether what it runs begins here: that
        of a choice begins with its first case.
        """
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; the block is not run")
            line, is_never = "IF FALSE THEN", True
        self._step_in(line)
        before = self.work.held()
        self.nesting.open(
            Open(kind, is_never, before, is_whole=is_whole and not is_never, is_parted=is_parted)
        )

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
        block = self.newest("IF")
        if not block.is_never:
            self._part(block, is_last=True)
            self._step_in("ELSE")

    def divide_again(self, head: Callable[[], str]) -> None:
        """The other part of an IF under a condition of its own: an IF in the ELSE."""
        block = self.newest("IF")
        if block.is_never:
            return
        block = self._part(block, is_last=False)
        self._step_in("ELSE")
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; what stands behind is not run")
            line, is_never = "IF FALSE THEN", True
        self._step_in(line)
        self.nesting.replace_newest(replace(block, is_never=is_never, ends=block.ends + 1))

    def case(self, kind: str, head: Callable[[], str], is_last: bool = False) -> bool:
        """A part of a choice; False where the choice is not run. is_last: For all other cases."""
        block = self.newest(kind)
        if block.is_never:
            return False
        self._part(block, is_last)
        self._step_in(head())
        return True

    def end(self, kind: str, line: str = "END") -> None:
        """Closes the block that was opened last."""
        block = self.newest(kind)
        self.nesting.close()
        for _ in range(block.ends):
            self.work.say(line)
        self.work.forget()
        if block.is_never:  # nor is its last part
            self.work.hold(block.before)
        for held in block.ended if block.is_whole else (*block.ended, block.before):
            self.work.hold_either(held)

    def close_all(self, close: Callable[[str], None]) -> list[str]:
        """Closes what is open at the end of a program; the kinds of these blocks.

        close: Closes the block that was opened last; it takes its kind.
        """
        found = list[str]()
        while (block := self.nesting.newest) is not None:
            found.append(block.kind)
            close(block.kind)
        return found

    def _part(self, block: Open, is_last: bool) -> Open:
        """A part of a block begins: with the settings in front of the block."""
        ended = (*block.ended, self.work.held()) if block.is_parted else ()
        self.work.hold(block.before)
        whole = block.is_whole or is_last
        block = replace(block, ended=ended, is_whole=whole, is_parted=True)
        self.nesting.replace_newest(block)
        return block

    def _step_in(self, line: str) -> None:
        self.work.say(line)
        self.work.forget()


def has_a_turn(first: str, last: str) -> bool:
    """Whether a loop that counts from one text to another runs; False where only a run knows it."""
    try:
        return float(first) <= float(last)
    except ValueError:
        return False
