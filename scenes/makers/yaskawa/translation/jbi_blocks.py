"""Blocks, branches and jumps of jobs, in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from language.foreign.draft import NotSaidError
from language.foreign.open_blocks import OpenBlocks
from scenes.makers.yaskawa.translation.jbi_values import target, told_condition, told_number
from scenes.makers.yaskawa.translation.jbi_work import Work

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
class Blocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Work
    lose: Callable[[str], None]
    opened: OpenBlocks = field(init=False)

    def __post_init__(self) -> None:
        self.opened = OpenBlocks(self.work, self.lose)

    def take(self, code: str) -> bool:
        """Says an instruction of blocks; False for another one. Raises NotSaidError."""
        key = code.split()[0].upper()
        if (found := LABEL.fullmatch(code)) is not None:
            number = self.work.labels[found[1]]  # all labels are gathered before
            self.work.draft.say(f"{number} REMARK label {found[1]}")
            self.work.come_back()
        elif (found := JUMP.fullmatch(code)) is not None:
            self._jump(found[1], found[2])
        elif key in ENDS:
            self.opened.end(ENDS[key])
        elif key == "ELSE":
            self.opened.divide()
        elif (found := OTHERWISE.fullmatch(code)) is not None:
            self.opened.divide_again(partial(self._if, found[1]))
        elif (found := OPENED.fullmatch(code)) is not None:
            self.opened.begin("IF", partial(self._if, found[1]))
        elif (found := LOOPED.fullmatch(code)) is not None:
            self.work.come_back()
            self.opened.begin("WHILE", partial(self._while, found[1]))
        elif (found := COUNTED.fullmatch(code)) is not None:
            self.work.come_back()
            self.opened.begin("FOR", partial(self._for, found))
        elif (found := CHOSEN.fullmatch(code)) is not None:
            self.opened.begin("SWITCH", partial(self._switch, found[1]), is_parted=False)
            if found[2]:
                self.opened.case("SWITCH", partial(self._value, found[2]))
        elif (found := CASE.fullmatch(code)) is not None:
            self.opened.case("SWITCH", partial(self._value, found[1]))
        elif key == "DEFAULT":
            self.opened.case("SWITCH", lambda: "ANY", is_last=True)
        else:
            return False
        self.work.forget()
        return True

    def finish(self) -> int:
        """Closes what is open at the end of the job; the number of blocks without an end."""
        return len(self.opened.close_all(self.opened.end))

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

    def _value(self, code: str) -> str:
        return f"VALUE {told_number(self.work, code)}:"
