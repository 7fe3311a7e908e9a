"""Blocks of VAL3 in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from scenes.makers.staubli.translation.val3_trees import SyntaxFaultError, tree_of
from scenes.makers.staubli.translation.val3_values import Values
from scenes.makers.staubli.translation.val3_work import NotSaidError, Work

COUNTED = re.compile(
    r"for\b\s*(\w+(?:\[[^\]]*\])?)\s*=\s*(.+?)\s+to\s+(.+?)(?:\s+step\s+(.+))?", re.IGNORECASE
)
HEADS = {"if": "IF", "while": "WHILE", "for": "FOR", "switch": "SWITCH", "do": "DO"}
ENDS = {"endif": "IF", "endwhile": "WHILE", "endfor": "FOR", "endswitch": "SWITCH", "until": "DO"}
PARTS = frozenset({"else", "elseif", "case", "default", "break"})
FIRST = re.compile(r"[A-Za-z]+")


@dataclass
class Open:
    """A block that is open. is_never: Whether it is not run. ends: Of how many blocks of ours."""

    kind: str
    is_never: bool
    ends: int = 1


@dataclass
class Blocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Work
    values: Values
    lose: Callable[[str], None]
    open: list[Open] = field(default_factory=list)

    def take(self, code: str) -> bool:
        """Says a line of blocks; False for another one. Raises NotSaidError."""
        first = FIRST.match(code)
        key = first[0].lower() if first is not None else ""
        if key not in HEADS and key not in ENDS and key not in PARTS:
            return False
        rest = code[len(key) :].strip()
        if key in HEADS:
            self._begin(HEADS[key], rest, code)
        elif key in ENDS:
            self._close(ENDS[key], rest)
        elif key == "break":
            self._top("SWITCH")
        elif key in ("case", "default"):
            self._case(key, rest)
        elif key == "else":
            self._divide()
        else:
            self._divide_again(rest)
        self.work.forget()
        return True

    def finish(self) -> int:
        """Closes what is open at the end of the program; the number of blocks without an end."""
        missing = len(self.open)
        while self.open:
            kind = self.open[-1].kind
            self._close(kind, "true")
        return missing

    def _number(self, code: str) -> str:
        try:
            return self.values.number(tree_of(code))
        except SyntaxFaultError as why:
            raise NotSaidError(str(why)) from why

    def _head(self, kind: str, rest: str, code: str) -> str:
        if kind == "DO":
            return "DO"
        if kind in ("IF", "WHILE"):
            return f"{kind} {self._number(rest)} {'THEN' if kind == 'IF' else 'DO'}"
        if kind == "SWITCH":
            return f"CASE {self._number(rest)} OF"
        found = COUNTED.fullmatch(code)
        if found is None:
            raise NotSaidError("this loop is not understood")
        counter = self.work.kept(self.values.element(tree_of(found[1])))
        step = f" STEP {self._number(found[4])}" if found[4] else ""
        return f"FOR {counter} = {self._number(found[2])} TO {self._number(found[3])}{step}"

    def _begin(self, kind: str, rest: str, code: str) -> None:
        try:
            line, is_never = self._head(kind, rest, code), False
        except NotSaidError as why:
            self.lose(f"{why}; the block is not run")
            line, is_never = "IF FALSE THEN", True
        self.work.say(line)
        self.work.depth += 1
        self.open.append(Open(kind, is_never))

    def _top(self, kind: str) -> Open:
        if not self.open or self.open[-1].kind != kind:
            raise NotSaidError("it belongs to no block that is open")
        return self.open[-1]

    def _divide(self) -> None:
        if not self._top("IF").is_never:  # the other part of such a block is not run either
            self.work.depth -= 1
            self.work.say("ELSE")
            self.work.depth += 1

    def _divide_again(self, condition: str) -> None:
        """elseIf: an IF in the ELSE."""
        block = self._top("IF")
        if block.is_never:
            return
        self._divide()
        try:
            head = f"IF {self._number(condition)} THEN"
        except NotSaidError as why:
            self.lose(f"{why}; what stands behind is not run")
            head, block.is_never = "IF FALSE THEN", True
        self.work.say(head)
        self.work.depth += 1
        block.ends += 1

    def _case(self, key: str, rest: str) -> None:
        if self._top("SWITCH").is_never:
            return
        told = "ANY"
        if key == "case":
            told = f"VALUE {', '.join(self._number(each) for each in rest.split(','))}:"
        self.work.depth -= 1
        self.work.say(told)
        self.work.depth += 1

    def _close(self, kind: str, condition: str) -> None:
        block = self._top(kind)
        end = "END"
        if kind == "DO":
            try:
                end = f"UNTIL {self._number(condition)}"
            except NotSaidError as why:
                self.lose(f"{why}; the block is run once")
                end = "UNTIL TRUE"
        self.open.pop()
        for _ in range(block.ends):
            self.work.depth -= 1
            self.work.say(end)
