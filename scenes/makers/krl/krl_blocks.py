"""The blocks of KRL: programs, branches, loops, labels, in the words of our language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from language.foreign.commas import between_commas
from language.foreign.kept.label_numbers import Unnamed
from language.foreign.kept.nesting import Nesting
from language.foreign.open_blocks import has_a_turn
from scenes.makers.krl.motions.state_flow import StateFlow, Ways

Translate = Callable[[str], str | None]
LABEL, JUMP = re.compile(r"(\w+)\s*:"), re.compile(r"GOTO(?![A-Z_])(.*)", re.IGNORECASE)
LOOPS = ("FOR", "WHILE", "LOOP", "REPEAT")
PROGRAMS = ("DEF", "DEFFCT")
NO_VALUE = 987654321  # stands for a case whose values are not read: no program has this one


def labels_in(codes: Iterable[str]) -> Iterator[str]:
    """The labels of some lines and those they jump to, in capitals."""
    for code in codes:
        found = LABEL.fullmatch(code) or JUMP.fullmatch(code)
        if found is not None:
            yield found[1].strip().upper()


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
    """A block that is open.

    ways: The states with which a run comes to its parts. is_never: Whether it is never run. behind:
    The label behind its end, None where no EXIT leaves it. is_parted: Whether a part of it began.
    """

    kind: str
    ways: Ways
    is_never: bool = False
    behind: int | None = None
    is_parted: bool = False


@dataclass
class Blocks:
    """Follows the blocks that are open.

    flow: Follows the settings of motions through them. labels: Our numbers of labels by their
    names in capitals, unnamed: those of labels behind loops. program: The name of the present
    program, in capitals. has_begun: Whether one has begun.
    """

    flow: StateFlow
    labels: Mapping[str, int]
    nesting: Nesting[Open] = field(default_factory=Nesting[Open])
    unnamed: Unnamed = field(default_factory=Unnamed)
    program: str = ""
    has_begun: bool = False

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
        label = LABEL.fullmatch(code)
        if label is not None:
            self.flow.label(self._own_label(label[1]))
            return BlockLine((f"{self.labels[label[1].upper()]} REMARK {label[1]}",))
        return None

    def label_behind_loop(self) -> int | None:
        """The label behind the innermost loop that is open; None where none is."""
        loops = ((at, each) for at, each in self.nesting.inside_out() if each.kind in LOOPS)
        at, loop = next(loops, (0, None))
        if loop is None:
            return None
        behind = loop.behind
        if behind is None:
            behind = self.unnamed.next()
        ways = self.flow.leaves_loop(loop.ways)
        self.nesting.replace(at, replace(loop, behind=behind, ways=ways))
        return behind

    def _own_label(self, label: str) -> str:
        """The name of a label with that of its program."""
        return f"{self.program} {label.upper()}"

    def _opened(self, kind: str, *lines: str, is_whole: bool = False) -> BlockLine:
        """Opens a block. is_whole: Whether it is run at least once."""
        self.nesting.open(Open(kind, self._begun(kind, lines[0], is_whole)))
        return BlockLine(lines)

    def _begun(self, kind: str, head: str, is_whole: bool) -> Ways:
        """A block begins with a head in our words."""
        if kind in LOOPS:
            return self.flow.begun_loop(self.program, head, is_whole)
        return self.flow.begun(is_whole)

    def _never(self, kind: str, fault: str) -> BlockLine:
        """Opens a block that is never run, because its head is not read."""
        ways = self._begun(kind, "", is_whole=False)
        self.nesting.open(Open(kind, ways, is_never=True))
        return BlockLine(("IF FALSE THEN",), fault)

    def _closed(self, kind: str, line: str) -> BlockLine:
        newest = self.nesting.newest
        if newest is None or newest.kind != kind:
            return BlockLine(fault=f"no {kind} is open here")
        block = self.nesting.close()
        if kind in LOOPS:
            self.flow.ended_loop(block.ways, block.is_never, is_endless=kind == "LOOP")
        elif kind in PROGRAMS:
            self.flow.end_program(self.program, returns=False)
        else:
            self.flow.ended(block.ways, block.is_never)
        more = () if block.behind is None else (f"{block.behind} REMARK behind the loop",)
        return BlockLine((line, *more))

    def _divided(self, kind: str, line: str) -> BlockLine:
        newest = self.nesting.newest
        if newest is None or newest.kind != kind:
            return BlockLine(fault=f"no {kind} is open here")
        if newest.is_never:  # its other parts are not run either
            return BlockLine()
        is_first = kind == "SWITCH" and not newest.is_parted
        is_last = line in ("ELSE", "ANY")
        ways = self.flow.divided(newest.ways, is_first, is_last)
        self.nesting.replace_newest(replace(newest, ways=ways, is_parted=True))
        return BlockLine((line,))

    def begin(self, code: str, translate: Translate) -> BlockLine:
        """DEF name(parameters)."""
        found = re.fullmatch(r"DEF\s+(\w+)\s*\((.*)\)", code, re.IGNORECASE)
        if found is None:
            return BlockLine(fault="not understood")
        names = [part.partition(":")[0].strip().upper() for part in between_commas(found[2])]
        given = f"({', '.join(names)})" if found[2].strip() else ""
        return self._program("DEF", found[1].upper(), given)

    def _program(self, kind: str, name: str, given: str = "") -> BlockLine:
        """A program begins."""
        if kind == "DEFFCT":
            self.flow.begin_function(name)
        else:
            self.flow.begin_program(name, is_first=not self.has_begun)
        self.program, self.has_begun = name, True
        return self._opened(kind, f".PROGRAM {name}{given}")

    def function(self, code: str, translate: Translate) -> BlockLine:
        """DEFFCT TYPE name(parameters): a program that leaves its value in a parameter."""
        found = re.fullmatch(
            r"DEFFCT\s+\w+(?:\[\s*\d*\s*\])?\s+(\w+)\s*\(.*\)", code, re.IGNORECASE
        )
        name = found[1].upper() if found else "FUNCTION"
        opened = self._program("DEFFCT", name)
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
        is_whole = not step and has_a_turn(str(first), str(last))
        return self._opened("FOR", f"FOR {name} = {first} TO {last}{tail}", is_whole=is_whole)

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
        told = [translate(value.strip()) for value in between_commas(code[4:])]
        values = [value for value in told if value is not None]
        is_read = len(values) == len(told)
        divided = self._divided("SWITCH", f"VALUE {', '.join(values) if is_read else NO_VALUE}:")
        if not is_read:  # its lines must not follow those of the case before
            return BlockLine(divided.lines, "these values are not read")
        return divided

    def goto(self, code: str, translate: Translate) -> BlockLine:
        """GOTO label."""
        label = code[4:].strip()
        self.flow.jump(self._own_label(label))
        return BlockLine((f"GOTO {self.labels[label.upper()]}",))


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
    "REPEAT": lambda blocks, code, translate: blocks._opened("REPEAT", "DO", is_whole=True),
    "UNTIL": Blocks.until,
    "SWITCH": Blocks.switch,
    "CASE": Blocks.case,
    "DEFAULT": lambda blocks, code, translate: blocks._divided("SWITCH", "ANY"),
    "ENDSWITCH": lambda blocks, code, translate: blocks._closed("SWITCH", "END"),
    "GOTO": Blocks.goto,
}
