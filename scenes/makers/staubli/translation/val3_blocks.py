"""Blocks of VAL3 in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from language.foreign.draft import NotSaidError
from language.foreign.open_blocks import OpenBlocks
from scenes.makers.staubli.translation.val3_trees import SyntaxFaultError, tree_of
from scenes.makers.staubli.translation.val3_values import Values
from scenes.makers.staubli.translation.val3_work import Work

COUNTED = re.compile(
    r"for\b\s*(\w+(?:\[[^\]]*\])?)\s*=\s*(.+?)\s+to\s+(.+?)(?:\s+step\s+(.+))?", re.IGNORECASE
)
HEADS = {"if": "IF", "while": "WHILE", "for": "FOR", "switch": "SWITCH", "do": "DO"}
ENDS = {"endif": "IF", "endwhile": "WHILE", "endfor": "FOR", "endswitch": "SWITCH", "until": "DO"}
PARTS = frozenset({"else", "elseif", "case", "default", "break"})
FIRST = re.compile(r"[A-Za-z]+")


@dataclass
class Blocks:
    """Follows the blocks that are open. lose: Takes why a head is not read."""

    work: Work
    values: Values
    lose: Callable[[str], None]
    opened: OpenBlocks = field(init=False)

    def __post_init__(self) -> None:
        self.opened = OpenBlocks(self.work, self.lose)

    def take(self, code: str) -> bool:
        """Says a line of blocks; False for another one. Raises NotSaidError."""
        first = FIRST.match(code)
        key = first[0].lower() if first is not None else ""
        if key not in HEADS and key not in ENDS and key not in PARTS:
            return False
        rest = code[len(key) :].strip()
        if key in HEADS:
            self.opened.begin(HEADS[key], partial(self._head, HEADS[key], rest, code))
        elif key in ENDS:
            self._close(ENDS[key], rest)
        elif key == "break":
            self.opened.newest("SWITCH")
        elif key in ("case", "default"):
            self.opened.case("SWITCH", partial(self._case, key, rest))
        elif key == "else":
            self.opened.divide()
        else:
            self.opened.divide_again(partial(self._head, "IF", rest, code))
        self.work.forget()
        return True

    def finish(self) -> int:
        """Closes what is open at the end of the program; the number of blocks without an end."""
        return len(self.opened.close_all(lambda kind: self._close(kind, "true")))

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

    def _case(self, key: str, rest: str) -> str:
        if key == "default":
            return "ANY"
        return f"VALUE {', '.join(self._number(each) for each in rest.split(','))}:"

    def _close(self, kind: str, condition: str) -> None:
        end = "END"
        if kind == "DO" and self.opened.is_in(kind):
            try:
                end = f"UNTIL {self._number(condition)}"
            except NotSaidError as why:
                self.lose(f"{why}; the block is run once")
                end = "UNTIL TRUE"
        self.opened.end(kind, end)
