"""The blocks of KRL: programs, branches, loops, labels, in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from language.foreign.kept.nesting import Nesting

Translate = Callable[[str], str | None]
FIRST_LABEL = 100
LOOPS = ("FOR", "WHILE", "LOOP", "REPEAT")
PROGRAMS = ("DEF", "DEFFCT")
NO_VALUE = 987654321  # stands for a case whose values are not read: no program has this one


@dataclass(frozen=True)
class BlockLine:
    """The lines of our language for a line that opens, divides or closes a block.

    fault: What is wrong with it, "" for nothing. A block whose condition is not read is opened all
    the same, and is never run: its lines must not be run as if they stood outside.
    """

    lines: tuple[str, ...] = ()
    fault: str = ""


@dataclass(frozen=True)
class Open:
    """A block that is open. is_never: Whether it is never run. behind: The label behind its end,
    None where no EXIT leaves it."""

    kind: str
    is_never: bool = False
    behind: int | None = None


@dataclass
class Blocks:
    """Follows the blocks that are open. labels: The numbers of labels by their names."""

    nesting: Nesting[Open] = field(default_factory=Nesting[Open])
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def is_in_program(self) -> bool:
        """Whether a line stands in a program, and in no block of it."""
        newest = self.nesting.newest
        return newest is not None and newest.kind in PROGRAMS

    def take(self, code: str, translate: Translate, plain: Translate) -> BlockLine | None:
        """The lines for a line of blocks; None for another statement.

        plain: Translates conditions that are asked again, with nothing to do before.
        """
        code = re.sub(r"GLOBAL\s+(?=DEF)", "", code, flags=re.IGNORECASE)
        word = re.match(r"[A-Za-z_]+", code)
        act = _LINES.get(word[0].upper() if word else "")
        if act is not None:
            is_again = act in (Blocks.while_, Blocks.until, Blocks.case)
            return act(self, code, plain if is_again else translate)
        label = re.fullmatch(r"(\w+)\s*:", code)
        if label is not None:
            return BlockLine((f"{self._number(label[1])} REMARK {label[1]}",))
        return None

    def label_behind_loop(self) -> int | None:
        """The label behind the innermost loop that is open; None where none is."""
        loops = ((at, each) for at, each in self.nesting.inside_out() if each.kind in LOOPS)
        at, loop = next(loops, (0, None))
        if loop is None:
            return None
        if loop.behind is not None:
            return loop.behind
        label = self._number(f"BEHIND LOOP {len(self.labels)}")
        self.nesting.replace(at, replace(loop, behind=label))
        return label

    def _number(self, label: str) -> int:
        """The number of a label."""
        return self.labels.setdefault(label.upper(), FIRST_LABEL + 10 * len(self.labels))

    def _opened(self, kind: str, *lines: str) -> BlockLine:
        self.nesting.open(Open(kind))
        return BlockLine(lines)

    def _never(self, kind: str, fault: str) -> BlockLine:
        """Opens a block that is never run, because its head is not read."""
        self.nesting.open(Open(kind, is_never=True))
        return BlockLine(("IF FALSE THEN",), fault)

    def _closed(self, kind: str, line: str) -> BlockLine:
        newest = self.nesting.newest
        if newest is None or newest.kind != kind:
            return BlockLine(fault=f"no {kind} is open here")
        behind = self.nesting.close().behind
        more = () if behind is None else (f"{behind} REMARK behind the loop",)
        return BlockLine((line, *more))

    def _divided(self, kind: str, line: str) -> BlockLine:
        newest = self.nesting.newest
        if newest is None or newest.kind != kind:
            return BlockLine(fault=f"no {kind} is open here")
        if newest.is_never:  # its other parts are not run either
            return BlockLine()
        return BlockLine((line,))

    def begin(self, code: str, translate: Translate) -> BlockLine:
        """DEF name(parameters)."""
        found = re.fullmatch(r"DEF\s+(\w+)\s*\((.*)\)", code, re.IGNORECASE)
        if found is None:
            return BlockLine(fault="not understood")
        names = [part.partition(":")[0].strip().upper() for part in found[2].split(",")]
        given = f"({', '.join(names)})" if found[2].strip() else ""
        return self._opened("DEF", f".PROGRAM {found[1].upper()}{given}")

    def function(self, code: str, translate: Translate) -> BlockLine:
        """DEFFCT TYPE name(parameters): a program that leaves its value in a parameter."""
        found = re.fullmatch(
            r"DEFFCT\s+\w+(?:\[\s*\d*\s*\])?\s+(\w+)\s*\(.*\)", code, re.IGNORECASE
        )
        name = found[1].upper() if found else "FUNCTION"
        opened = self._opened("DEFFCT", f".PROGRAM {name}")
        return BlockLine(opened.lines, "" if found else "not understood")

    def end(self, code: str, translate: Translate) -> BlockLine:
        """END of a DEF."""
        return self._closed("DEF", ".END")

    def if_(self, code: str, translate: Translate) -> BlockLine:
        """IF condition THEN."""
        found = re.fullmatch(r"IF\b(.+?)\bTHEN", code, re.IGNORECASE)
        told = translate(found[1].strip()) if found else None
        if told is None:
            return self._never("IF", "this condition is not read")
        return self._opened("IF", f"IF {told} THEN")

    def for_(self, code: str, translate: Translate) -> BlockLine:
        """FOR i = first TO last STEP step."""
        found = re.fullmatch(
            r"FOR\s+(\w+)\s*=\s*(.+?)\s+TO\s+(.+?)(?:\s+STEP\s+(.+))?", code, re.IGNORECASE
        )
        parts = [translate(part) for part in found.groups() if part] if found else [None]
        if any(part is None for part in parts):
            return self._never("FOR", "this loop is not read")
        name, first, last, *step = parts
        tail = f" STEP {step[0]}" if step else ""
        return self._opened("FOR", f"FOR {name} = {first} TO {last}{tail}")

    def while_(self, code: str, translate: Translate) -> BlockLine:
        """WHILE condition."""
        told = translate(code[5:].strip())
        if told is None:
            return self._never("WHILE", "this condition is not read")
        return self._opened("WHILE", f"WHILE {told} DO")

    def until(self, code: str, translate: Translate) -> BlockLine:
        """UNTIL condition, the end of REPEAT."""
        told = translate(code[5:].strip())
        closed = self._closed("REPEAT", f"UNTIL {told or 'TRUE'}")
        if told is None:
            return BlockLine(closed.lines, "this condition is not read")
        return closed

    def switch(self, code: str, translate: Translate) -> BlockLine:
        """SWITCH value."""
        told = translate(code[6:].strip())
        if told is None:
            return self._never("SWITCH", "this value is not read")
        return self._opened("SWITCH", f"CASE {told} OF")

    def case(self, code: str, translate: Translate) -> BlockLine:
        """CASE value, value."""
        told = translate(code[4:].strip())
        divided = self._divided("SWITCH", f"VALUE {told or NO_VALUE}:")
        if told is None:  # its lines must not follow those of the case before
            return BlockLine(divided.lines, "these values are not read")
        return divided

    def goto(self, code: str, translate: Translate) -> BlockLine:
        """GOTO label."""
        label = code[4:].strip()
        return BlockLine((f"GOTO {self._number(label)}",))


_LINES: dict[str, Callable[[Blocks, str, Translate], BlockLine]] = {
    "DEF": Blocks.begin,
    "END": Blocks.end,
    "DEFFCT": Blocks.function,
    "ENDFCT": lambda blocks, code, translate: blocks._closed("DEFFCT", ".END"),
    "IF": Blocks.if_,
    "ELSE": lambda blocks, code, translate: blocks._divided("IF", "ELSE"),
    "ENDIF": lambda blocks, code, translate: blocks._closed("IF", "END"),
    "FOR": Blocks.for_,
    "ENDFOR": lambda blocks, code, translate: blocks._closed("FOR", "END"),
    "WHILE": Blocks.while_,
    "ENDWHILE": lambda blocks, code, translate: blocks._closed("WHILE", "END"),
    "LOOP": lambda blocks, code, translate: blocks._opened("LOOP", "WHILE TRUE DO"),
    "ENDLOOP": lambda blocks, code, translate: blocks._closed("LOOP", "END"),
    "REPEAT": lambda blocks, code, translate: blocks._opened("REPEAT", "DO"),
    "UNTIL": Blocks.until,
    "SWITCH": Blocks.switch,
    "CASE": Blocks.case,
    "DEFAULT": lambda blocks, code, translate: blocks._divided("SWITCH", "ANY"),
    "ENDSWITCH": lambda blocks, code, translate: blocks._closed("SWITCH", "END"),
    "GOTO": Blocks.goto,
}
