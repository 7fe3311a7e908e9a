"""Blocks of URScript in our language: if, while, and the jumps out of loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from language.foreign.draft import NotSaidError
from language.foreign.kept.label_numbers import Unnamed
from scenes.makers.urscript.grammar.script_statements import (
    Arm,
    Branch,
    Condition,
    Do,
    Fault,
    Leap,
    Loop,
    Note,
    Source,
    Statement,
)
from scenes.makers.urscript.grammar.script_trees import Call
from scenes.makers.urscript.translation.script_expressions import Expressions
from scenes.makers.urscript.translation.script_places import STOP
from scenes.makers.urscript.translation.script_work import Work

FIRST_LABEL = 110
LONGEST_TURN = 0.5  # s: a loop that only sleeps this long waits for its condition


@dataclass
class _Open:
    """A loop that is open. around, out: Labels in front of its end and behind it, 0 for none."""

    around: int = 0
    out: int = 0


@dataclass
class Blocks:
    """Says blocks.

    body: Says the statements of a block. begin: Notes where code stands. lose: Takes the place of
    code and why it is not read. labels: Those at the ends of loops and behind them.
    """

    work: Work
    expressions: Expressions
    body: Callable[[Sequence[Statement]], None]
    begin: Callable[[Source], None]
    lose: Callable[[Source, str], None]
    forget: Callable[[], None]
    loops: list[_Open] = field(default_factory=list)
    labels: Unnamed = field(default_factory=lambda: Unnamed(FIRST_LABEL))

    def start(self) -> None:
        """A function begins: its labels are its own."""
        self.loops.clear()
        self.labels = Unnamed(FIRST_LABEL)

    def branch(self, branch: Branch) -> None:
        """if with its parts; each elif is an if inside of ELSE."""
        opened, is_never = 0, False
        for at, arm in enumerate(branch.arms):
            self.begin(arm.source)
            if at and not is_never:
                self._say(arm.source, "ELSE")
            if arm.condition is not None and not is_never:
                is_never = not self._head(arm)
                opened += 1
            self.forget()
            self.body(arm.body)
            self.forget()
        self._end(branch.end, branch.arms[0].source)
        for _ in range(opened):
            self.work.say("END")

    def _head(self, arm: Arm) -> bool:
        """Says IF; False where its condition is not read."""
        try:
            self._say(arm.source, f"IF {self._told(arm.condition)} THEN")
        except NotSaidError as why:
            self._never(arm.source, why)
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

    def loop(self, loop: Loop) -> None:
        """while; one that only passes time is a wait."""
        self.begin(loop.source)
        self.forget()
        try:
            told = self._told(loop.condition)
        except NotSaidError as why:
            self._never(loop.source, why)
            self._inside(loop, _Open())
            return
        if self._only_waits(loop.body) and not set(self.work.before) - {STOP}:
            self._wait(loop, told)
            return
        opened = _Open()
        if self.work.before:  # the condition is worked out anew in each turn
            held, self.work.before = self.work.before, []
            self.work.say("WHILE TRUE DO")
            opened.out = self.labels.next()
            self.work.before = held
            self.work.say(f"IF NOT ({told}) GOTO {opened.out}")
        else:
            self._say(loop.source, f"WHILE {told} DO")
        self._inside(loop, opened)

    def _inside(self, loop: Loop, opened: _Open) -> None:
        """The statements of a loop, its end and its labels."""
        self.loops.append(opened)
        self.body(loop.body)
        self.loops.pop()
        if opened.around:
            self.work.say(f"{opened.around} REMARK")
        self._end(loop.end, loop.source)
        self.work.say("END")
        if opened.out:
            self.work.say(f"{opened.out} REMARK")
        self.forget()

    def _only_waits(self, body: Sequence[Statement]) -> bool:
        """Whether statements only pass a short time."""
        for each in body:
            if isinstance(each, Note) or (isinstance(each, Leap) and each.word == "pass"):
                continue
            call = each.tree if isinstance(each, Do) else None
            if not isinstance(call, Call) or call.key not in ("sync", "sleep"):
                return False
            seconds = self.expressions.number(call.given[0]) if call.given else 0.0
            if call.key == "sleep" and (seconds is None or seconds > LONGEST_TURN):
                return False
        return True

    def _wait(self, loop: Loop, told: str) -> None:
        """WAIT for the end of a condition."""
        is_simple = told.startswith("SIG(") and told.endswith(")") and told.count("(") == 1
        if told.startswith("NOT SIG(") and told.count("(") == 1:
            until = told.removeprefix("NOT ")
        else:
            until = f"NOT {told}" if is_simple else f"NOT ({told})"
        self._say(loop.source, f"WAIT {until}")
        for each in loop.body:
            if isinstance(each, Do | Leap):
                self.begin(each.source)
        self._end(loop.end, loop.source)

    def leap(self, word: str) -> None:
        """break and continue. Raises NotSaidError outside of a loop."""
        if not self.loops:
            raise NotSaidError("no loop is open here")
        opened = self.loops[-1]
        if word == "break":
            opened.out = opened.out or self.labels.next()
            self.work.say(f"GOTO {opened.out}")
        else:
            opened.around = opened.around or self.labels.next()
            self.work.say(f"GOTO {opened.around}")

    def _say(self, source: Source, line: str) -> None:
        self.work.say(f"{line} ; {source.remark}" if source.remark else line)

    def _end(self, end: Source | None, head: Source) -> None:
        if end is None:
            self.lose(head, "the block has no end")
        else:
            self.begin(end)
