"""Blocks, branches and jumps of FANUC programs, in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from language.foreign.draft import NotSaidError
from language.foreign.open_blocks import OpenBlocks, has_a_turn
from scenes.makers.fanuc.translation.ls_expressions import Expressions
from scenes.makers.fanuc.translation.ls_motions import BRACKETS
from scenes.makers.fanuc.translation.ls_work import Work

LABEL = re.compile(r"LBL\[\s*(\d+)\s*\]")
JUMP = re.compile(rf"JMP\s+LBL({BRACKETS})", re.IGNORECASE)
# Code up to a comma; one in brackets, as in PR[1,2], is part of it.
UP_TO_COMMA = rf"((?:{BRACKETS}|[^,\[\]])+?)\s*,\s*"
BRANCH = re.compile(rf"IF\s+{UP_TO_COMMA}(.+)", re.IGNORECASE)
OPENED = re.compile(r"IF\s*\(?(.+?)\)?\s*THEN", re.IGNORECASE)
COUNTED = re.compile(r"FOR\s+(.+?)\s*=\s*(.+?)\s+(TO|DOWNTO)\s+(.+)", re.IGNORECASE)
CHOSEN = re.compile(rf"SELECT\s+(\w+{BRACKETS})\s*=\s*{UP_TO_COMMA}(.+)", re.IGNORECASE)
CASE = re.compile(rf"=\s*{UP_TO_COMMA}(.+)")
ELSE_CASE = re.compile(r"ELSE\s*,\s*(.+)", re.IGNORECASE)
ENDS = {"ENDIF": "IF", "ENDFOR": "FOR"}
NO_VALUE = 987654321  # stands for a case that is not read: no program has this one


@dataclass
class Blocks:
    """Follows the blocks that are open.

    action: Says what stands behind a condition. lose: Takes why a head is not read. labels: Those
    of the program.
    """

    work: Work
    expressions: Expressions
    action: Callable[[str], None]
    lose: Callable[[str], None]
    labels: frozenset[int]
    opened: OpenBlocks = field(init=False)
    _is_acting: bool = False
    _is_choosing: bool = False  # whether the line before belongs to a SELECT

    def __post_init__(self) -> None:
        self.opened = OpenBlocks(self.work, self.lose)

    def take(self, code: str) -> bool:
        """Says a statement of blocks; False for another one. Raises NotSaidError."""
        key = code.upper()
        if self._is_choosing and not self._is_acting and self._goes_on(code):
            return True
        if key in ENDS:
            self.opened.end(ENDS[key])
        elif key == "ENDSELECT":
            return True
        elif key == "ELSE":
            self.opened.divide()
        elif OPENED.fullmatch(code) is not None:
            self._if(code)
        elif (found := COUNTED.fullmatch(code)) is not None:
            self.work.come_back()
            is_whole = found[3].upper() == "TO" and has_a_turn(found[2], found[4])
            self.opened.begin("FOR", partial(self._for, found), is_whole)
        elif (found := CHOSEN.fullmatch(code)) is not None:
            self.opened.begin("SELECT", partial(self._chosen, found[1]), is_parted=False)
            self._is_choosing = True
            self._case(f"VALUE {self.expressions.told_text(found[2])}:", found[3])
        elif (found := LABEL.fullmatch(code)) is not None:
            self.work.draft.say(f"{found[1]} REMARK label {found[1]}")
            self.work.forget()
            self.work.arrive()
        elif (found := JUMP.fullmatch(code)) is not None:
            self.jump(found[1])
        elif (found := BRANCH.fullmatch(code)) is not None:
            self._branch(found[1], found[2])
        else:
            return False
        return True

    def finish(self) -> int:
        """Closes what is open at the end of the program; the number of blocks without an end."""
        return sum(kind != "SELECT" for kind in self.opened.close_all(self.opened.end))

    def jump(self, brackets: str) -> None:
        """JMP LBL[n], also to a label whose number only a run knows."""
        told = self.expressions.told_text(brackets[1:-1])
        if not told.isdecimal():
            for label in sorted(self.labels):
                self.work.say(f"IF {told} == {label} GOTO {label}")
            return
        if int(told) not in self.labels:
            raise NotSaidError(f"LBL[{told}] is not there")
        self.work.say(f"GOTO {told}")

    def _goes_on(self, code: str) -> bool:
        """Says a further case of SELECT; False where it has ended."""
        found, otherwise = CASE.fullmatch(code), ELSE_CASE.fullmatch(code)
        if found is not None:
            try:
                head = f"VALUE {self.expressions.told_text(found[1])}:"
            except NotSaidError:
                head = f"VALUE {NO_VALUE}:"
            self._case(head, found[2])
        elif otherwise is not None:
            self._case("ANY", otherwise[1], is_last=True)
        else:
            self.opened.end("SELECT")
            self._is_choosing = False
            return False
        return True

    def _case(self, head: str, action: str, is_last: bool = False) -> None:
        if self.opened.case("SELECT", lambda: head, is_last):
            self._inside(action)

    def _inside(self, action: str) -> None:
        """What stands behind a comma."""
        self._is_acting = True
        self.action(action)
        self._is_acting = False
        self.work.forget()

    def _branch(self, condition: str, action: str) -> None:
        """IF condition, action."""
        told = self.expressions.told_text(condition)
        jump = JUMP.fullmatch(action)
        if jump is not None and jump[1][1:-1].strip().isdecimal():
            number = int(jump[1][1:-1])
            if number not in self.labels:
                raise NotSaidError(f"LBL[{number}] is not there")
            self.work.say(f"IF {told} GOTO {number}")
            return
        self.work.say(f"IF {told} THEN")
        before = self.work.held()
        try:
            self._inside(action)
        finally:
            self.work.say("END")
            self.work.hold_either(before)

    def _if(self, code: str) -> None:
        inside = code[2 : code.upper().rindex("THEN")].strip()
        self.opened.begin("IF", lambda: f"IF {self.expressions.told_text(inside)} THEN")

    def _chosen(self, value: str) -> str:
        return f"CASE {self.expressions.told_text(value)} OF"

    def _for(self, found: re.Match[str]) -> str:
        name, first, last = (self.expressions.told_text(found[at]) for at in (1, 2, 4))
        step = " STEP -1" if found[3].upper() == "DOWNTO" else ""
        return f"FOR {name} = {first} TO {last}{step}"
