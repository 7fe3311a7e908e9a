"""Blocks, branches and jumps of jobs, in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from scenes.makers.yaskawa.translation.jbi_values import target, told_condition, told_number
from scenes.makers.yaskawa.translation.jbi_work import NotSaidError, Work

LABEL = re.compile(r"\*([^\s*]{1,32})")
JUMP = re.compile(r"(?:JUMP|JMP)\s+\*(\S+?)(?:\s+IF\s+(.+))?", re.IGNORECASE)
OPENED = re.compile(r"IFTHEN(?:EXP)?\s+(.+)", re.IGNORECASE)
OTHERWISE = re.compile(r"ELSEIF(?:EXP)?\s+(.+)", re.IGNORECASE)
LOOPED = re.compile(r"WHILE(?:EXP)?\s+(.+)", re.IGNORECASE)
COUNTED = re.compile(
    r"FOR\s+(\S+?)\s*(?:START\s*)?=\s*(.+?)\s+TO\s+(.+?)(?:\s+(?:STEP|BY)\s*=?\s*(.+))?",
    re.IGNORECASE,
)
CHOSEN = re.compile(r"SWITCH\s+(.+?)(?:\s+CASE\s+(.+))?", re.IGNORECASE)
CASE = re.compile(r"CASE\s+(.+)", re.IGNORECASE)
ENDS = {"ENDIF": "IF", "ENDWHILE": "WHILE", "ENDFOR": "FOR", "NEXT": "FOR", "ENDSWITCH": "SWITCH"}


@dataclass
class Open:
    """A block that is open. ends: How many of our blocks it comes to."""

    kind: str
    is_never: bool
    ends: int = 1


@dataclass
class Blocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Work
    lose: Callable[[str], None]
    open: list[Open] = field(default_factory=list)

    def take(self, code: str) -> bool:
        """Says an instruction of blocks; False for another one. Raises NotSaidError."""
        key = code.split()[0].upper()
        if (found := LABEL.fullmatch(code)) is not None:
            number = self.work.labels[found[1]]  # all labels are gathered before
            self.work.draft.say(f"{number} REMARK label {found[1]}")
        elif (found := JUMP.fullmatch(code)) is not None:
            self._jump(found[1], found[2])
        elif key in ENDS:
            self._close(ENDS[key])
        elif key == "ELSE":
            self._divide()
        elif (found := OTHERWISE.fullmatch(code)) is not None:
            self._divide_again(found[1])
        elif (found := OPENED.fullmatch(code)) is not None:
            self._open("IF", partial(self._if, found[1]))
        elif (found := LOOPED.fullmatch(code)) is not None:
            self._open("WHILE", partial(self._while, found[1]))
        elif (found := COUNTED.fullmatch(code)) is not None:
            self._open("FOR", partial(self._for, found))
        elif (found := CHOSEN.fullmatch(code)) is not None:
            self._open("SWITCH", partial(self._switch, found[1]))
            if found[2]:
                self._case(f"VALUE {told_number(self.work, found[2])}:")
        elif (found := CASE.fullmatch(code)) is not None:
            self._case(f"VALUE {told_number(self.work, found[1])}:")
        elif key == "DEFAULT":
            self._case("ANY")
        else:
            return False
        self.work.forget()
        return True

    def finish(self) -> int:
        """Closes what is open at the end of the job; the number of blocks without an end."""
        missing = len(self.open)
        while self.open:
            self._close(self.open[-1].kind)
        return missing

    def _jump(self, label: str, condition: str | None) -> None:
        number = self.work.labels.get(label)
        if number is None:
            raise NotSaidError(f"the label *{label} is not there")
        told = f"IF {told_condition(self.work, condition)} " if condition else ""
        self.work.say(f"{told}GOTO {number}")

    def _if(self, condition: str) -> str:
        return f"IF {told_condition(self.work, condition)} THEN"

    def _while(self, condition: str) -> str:
        return f"WHILE {told_condition(self.work, condition)} DO"

    def _for(self, found: re.Match[str]) -> str:
        step = f" STEP {told_number(self.work, found[4])}" if found[4] else ""
        first, last = (told_number(self.work, found[at]) for at in (2, 3))
        return f"FOR {target(self.work, found[1])} = {first} TO {last}{step}"

    def _switch(self, value: str) -> str:
        return f"CASE {told_number(self.work, value)} OF"

    def _open(self, kind: str, head: Callable[[], str]) -> None:
        try:
            line, is_never = head(), False
        except NotSaidError as why:
            self.lose(f"{why}; the block is not run")
            line, is_never = "IF FALSE THEN", True
        self.work.say(line)
        self.work.depth += 1
        self.open.append(Open(kind, is_never))

    def _top(self, kind: str) -> Open:
        if not self.open or self.open[-1].kind != kind:
            raise NotSaidError(f"no {kind} is open here")
        return self.open[-1]

    def _divide(self) -> None:
        if not self._top("IF").is_never:  # the other part of such a block is not run either
            self.work.depth -= 1
            self.work.say("ELSE")
            self.work.depth += 1

    def _divide_again(self, condition: str) -> None:
        """ELSEIFEXP: an IF in the ELSE."""
        block = self._top("IF")
        if block.is_never:
            return
        self._divide()
        try:
            head = self._if(condition)
        except NotSaidError as why:
            self.lose(f"{why}; what stands behind is not run")
            head, block.is_never = "IF FALSE THEN", True
        self.work.say(head)
        self.work.depth += 1
        block.ends += 1

    def _case(self, head: str) -> None:
        if self._top("SWITCH").is_never:
            return
        self.work.depth -= 1
        self.work.say(head)
        self.work.depth += 1

    def _close(self, kind: str) -> None:
        block = self._top(kind)
        self.open.pop()
        for _ in range(block.ends):
            self.work.depth -= 1
            self.work.say("END")
