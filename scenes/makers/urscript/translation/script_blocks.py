"""Blocks of URScript in our language: if, while, and the jumps out of loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from language.foreign.draft import NotSaidError
from language.foreign.kept.label_numbers import Unnamed
from language.foreign.kept.nesting import Nesting
from scenes.makers.urscript.grammar.script_parser import WAITING
from scenes.makers.urscript.grammar.script_statements import (
    Condition,
    Do,
    Else,
    End,
    Fault,
    If,
    Leap,
    Note,
    Source,
    Statement,
    While,
)
from scenes.makers.urscript.grammar.script_trees import Call
from scenes.makers.urscript.translation.script_expressions import Expressions
from scenes.makers.urscript.translation.script_places import STOP
from scenes.makers.urscript.translation.script_work import Work

FIRST_LABEL = 110
LONGEST_TURN = 0.5  # s: a loop that only sleeps this long waits for its condition


class _Open(NamedTuple):
    """A block that is open.

    ends: Of how many blocks of ours. is_never: Whether its newest part is not run. is_last: Whether
    its newest part is that of else. around, out: Labels in front of the end of a loop and behind
    it, 0 for none.
    """

    is_loop: bool
    ends: int = 1
    is_never: bool = False
    is_last: bool = False
    around: int = 0
    out: int = 0


@dataclass
class Blocks:
    """Says blocks.

    begin: Notes where code stands. lose: Takes the place of code and why it is not read. forget:
    Takes that the arm may come from several places. labels: Those at the ends of loops and behind
    them.
    """

    work: Work
    expressions: Expressions
    begin: Callable[[Source], None]
    lose: Callable[[Source, str], None]
    forget: Callable[[], None]
    nesting: Nesting[_Open] = field(default_factory=Nesting[_Open])
    labels: Unnamed = field(default_factory=lambda: Unnamed(FIRST_LABEL))

    def start(self) -> None:
        """A function begins: its blocks and labels are its own."""
        self.nesting = Nesting[_Open]()
        self.labels = Unnamed(FIRST_LABEL)

    def begin_if(self, head: If) -> None:
        """if: its first part begins."""
        self.begin(head.source)
        is_never = not self._head(head)
        self.forget()
        self.nesting.open(_Open(is_loop=False, is_never=is_never))

    def misplaced(self, statement: Else | End) -> str:
        """Why a part or an end of a block stands in no block; "" where it does."""
        block = self.nesting.newest
        if isinstance(statement, End):
            return "" if block is not None else "no block is open here"
        is_free = block is not None and not block.is_loop and not block.is_last
        return "" if is_free else "no if is open here"

    def divide(self, part: Else) -> None:
        """Another part of if; elif is an if inside of ELSE."""
        block = self.nesting.newest
        assert block is not None  # see `misplaced`
        self.forget()
        self.begin(part.source)
        block = block._replace(is_last=part.condition is None)
        if not block.is_never:
            self._say(part.source, "ELSE")
            if part.condition is not None:
                block = block._replace(is_never=not self._head(part), ends=block.ends + 1)
        self.forget()
        self.nesting.replace_newest(block)

    def end(self, end: End | None, head: Source | None = None) -> None:
        """Closes the block that was opened last. end: Where; None where that is missing.

        head: The head of the block, where its end is missing.
        """
        block = self.nesting.close()
        if not block.is_loop:
            self.forget()
        if block.around:
            self.work.say(f"{block.around} REMARK")
        if end is not None:
            self.begin(end.source)
        elif head is not None:
            self.lose(head, "the block has no end")
        for _ in range(block.ends):
            self.work.say("END")
        if block.out:
            self.work.say(f"{block.out} REMARK")
        if block.is_loop:
            self.forget()

    @property
    def is_open(self) -> bool:
        """Whether some block is open."""
        return self.nesting.newest is not None

    def _head(self, head: If | Else) -> bool:
        """Says IF; False where its condition is not read."""
        try:
            self._say(head.source, f"IF {self._told(head.condition)} THEN")
        except NotSaidError as why:
            self._never(head.source, why)
            return False
        return True

    def _told(self, condition: Condition | None) -> str:
        if isinstance(condition, Fault):
            raise NotSaidError(condition.why)
        assert condition is not None
        return self.expressions.told(condition)

    def _never(self, source: Source, why: NotSaidError) -> None:
        self.work.before.clear()
        self.lose(source, f"{why}; the block is not run")
        self.work.say("IF FALSE THEN")

    def begin_loop(self, loop: While, behind: Sequence[Statement]) -> int:
        """while; one that only passes time is a wait.

        behind: The statements behind its head. The number of those that are said with it.
        """
        self.begin(loop.source)
        self.forget()
        try:
            told = self._told(loop.condition)
        except NotSaidError as why:
            self._never(loop.source, why)
            self.nesting.open(_Open(is_loop=True))
            return 0
        size = self._size_of_wait(behind)
        if size and not set(self.work.before) - {STOP}:
            self._wait(loop, told, behind[:size])
            return size
        out = 0
        if self.work.before:  # the condition is worked out anew in each turn
            held, self.work.before = self.work.before, []
            self.work.say("WHILE TRUE DO")
            out = self.labels.next()
            self.work.before = held
            self.work.say(f"IF NOT ({told}) GOTO {out}")
        else:
            self._say(loop.source, f"WHILE {told} DO")
        self.nesting.open(_Open(is_loop=True, out=out))
        return 0

    def _size_of_wait(self, behind: Sequence[Statement]) -> int:
        """The number of statements up to the end of a loop that only pass a short time; else 0."""
        size = sum(1 for _ in takewhile(self._only_waits, behind))
        return size + 1 if isinstance(next(iter(behind[size:]), None), End) else 0

    def _only_waits(self, statement: Statement) -> bool:
        """Whether a statement only passes a short time."""
        if isinstance(statement, Note):
            return True
        if isinstance(statement, Leap):
            return statement.word in WAITING
        call = statement.tree if isinstance(statement, Do) else None
        if not isinstance(call, Call) or call.key not in WAITING:
            return False
        seconds = self.expressions.number(call.given[0]) if call.given else 0.0
        return call.key != "sleep" or (seconds is not None and seconds <= LONGEST_TURN)

    def _wait(self, loop: While, told: str, inside: Sequence[Statement]) -> None:
        """WAIT for the end of a condition."""
        is_simple = told.startswith("SIG(") and told.endswith(")") and told.count("(") == 1
        if told.startswith("NOT SIG(") and told.count("(") == 1:
            until = told.removeprefix("NOT ")
        else:
            until = f"NOT {told}" if is_simple else f"NOT ({told})"
        self._say(loop.source, f"WAIT {until}")
        for each in inside:
            if isinstance(each, Do | Leap | End):
                self.begin(each.source)

    def leap(self, word: str) -> None:
        """break and continue. Raises NotSaidError outside of a loop."""
        found = next(((at, each) for at, each in self.nesting.inside_out() if each.is_loop), None)
        if found is None:
            raise NotSaidError("no loop is open here")
        at, loop = found
        if word == "break":
            loop = loop._replace(out=loop.out or self.labels.next())
        else:
            loop = loop._replace(around=loop.around or self.labels.next())
        self.nesting.replace(at, loop)
        self.work.say(f"GOTO {loop.out if word == 'break' else loop.around}")

    def _say(self, source: Source, line: str) -> None:
        self.work.say(f"{line} ; {source.remark}" if source.remark else line)
