"""Programs, branches, loops and labels of AS and V+ in our words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from language.foreign.draft import Effect
from language.foreign.kawasaki.as_rows import Row
from language.foreign.kawasaki.as_tokens import Word, our_name, split
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.texts.word_cursor import UnreadError
from language.foreign.kept.label_numbers import Unnamed
from language.foreign.kept.ledgers import Lookups
from language.foreign.kept.nesting import Nesting

LOOPS = ("FOR", "WHILE", "DO")
_HEAD = re.compile(r"\s*\.PROGRAM\s+([^\s(;#@]+)\s*(?:\(([^)]*)\))?", re.IGNORECASE)
_TAIL = re.compile(r"\s*\.E(?:N(?:D)?)?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Open:
    """A block that is open.

    never: Whether it is never run. leave: Label behind it, if asked. again: Label at its end, if
    asked.
    """

    word: str
    never: bool = False
    leave: int = 0
    again: int = 0


@dataclass
class Blocks:
    """Follows the blocks of a text.

    labels: The numbers of labels by their program and name in capitals, unnamed: those of labels at
    the ends of loops. program: Name of the program that is open here, "" for none. parameters:
    Names of the parameters of the program that is open. waiting: Labels that stand before the next
    line of code.
    """

    values: Values
    labels: Lookups[tuple[str, str], int]
    program: str = ""
    nesting: Nesting[Open] = field(default_factory=Nesting[Open])
    unnamed: Unnamed = field(default_factory=Unnamed)
    parameters: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)

    def label(self, name: str) -> int:
        """The number here of a label of the present program. Raises UnreadError."""
        number = self.labels.get((self.program, name.upper()))
        if number is None:
            raise UnreadError("the label of this jump is not in its program")
        return number

    def head(self, row: Row) -> bool:
        """Takes .PROGRAM or .END; False for another line."""
        found = _HEAD.match(row.code)
        if found is not None:
            row.lines, row.frames = [f".PROGRAM {self._begun(found[1], found[2] or '')}"], True
            return True
        if _TAIL.match(row.code) is None:
            return False
        row.frames = True
        if not self.program:
            row.lose("no program is open here")
            return True
        self.program = self.values.program = ""
        self.nesting.clear()
        row.lines = [".END"]
        return True

    def _begun(self, name: str, given: str) -> str:
        self.program = name.upper()
        self.nesting.clear()
        names = [part.strip() for part in given.split(",")]
        joined = re.sub(r"\[[\s,]*\]", "[]", given)
        names = [part.strip() for part in joined.split(",") if part.strip()]
        self.values.program = self.program
        texts = self.values.texts
        told = [
            parameter(part)
            for at, part in enumerate(names)
            if "$" not in part or texts.takes(self.program, at)
        ]
        self.parameters = {each.partition("[")[0].upper() for each in told}
        listed = f"({', '.join(told)})" if told else ""
        return our_name(name) + listed

    def take(self, row: Row, words: list[Word]) -> bool:
        """Takes a line that opens, divides or closes a block, or jumps; False for another one."""
        act = _ACTS.get(words[0].key)
        if act is None or (len(words) > 1 and words[1].text in ("=", "[")):
            return False
        row.frames = True
        act(self, row, words)
        return True

    def _say(self, row: Row, text: str) -> None:
        row.lines.append(text)

    def _opened(self, row: Row, word: str, text: str) -> None:
        self._say(row, text)
        self.nesting.open(Open(word))

    def _never(self, row: Row, word: str, why: str) -> None:
        """Opens a block that is never run, because its head is not read."""
        self._say(row, "IF FALSE THEN")
        self.nesting.open(Open(word, never=True))
        row.effect, row.why = Effect.NOT_UNDERSTOOD, why

    def if_(self, row: Row, words: list[Word]) -> None:
        """IF condition THEN, or IF condition GOTO label."""
        jump = next((i for i, word in enumerate(words) if word.key == "GOTO"), None)
        if jump is not None and jump + 1 < len(words):
            row.frames = False
            condition = self.values.number(words[1:jump])
            self._say(row, f"IF {condition} GOTO {self.label(words[jump + 1].text)}")
            return
        end = len(words) - (words[-1].key == "THEN")
        try:
            self._opened(row, "IF", f"IF {self.values.number(words[1:end])} THEN")
        except UnreadError as why:
            self._never(row, "IF", f"this condition is not read, {why}")

    def while_(self, row: Row, words: list[Word]) -> None:
        """WHILE condition DO."""
        end = len(words) - (words[-1].key == "DO")
        try:
            condition = self.values.number(words[1:end])
            before, self.values.before = self.values.before, []
            self._opened(row, "WHILE", f"WHILE {'TRUE' if before else condition} DO")
            if before:  # what the condition needs is worked out before each turn
                for line in before:
                    self._say(row, line)
                self._say(row, f"IF NOT ({condition}) GOTO {self._leave()}")
        except UnreadError as why:
            self._never(row, "WHILE", f"this condition is not read, {why}")

    def do(self, row: Row, words: list[Word]) -> None:
        """DO, the beginning of a loop."""
        self._opened(row, "DO", "DO")

    def until(self, row: Row, words: list[Word]) -> None:
        """UNTIL condition."""
        newest = self.nesting.newest
        if newest is None or newest.word != "DO":
            row.lose("no DO is open here")
            return
        try:
            told = self.values.number(words[1:])
        except UnreadError as why:
            told = "TRUE"
            row.effect, row.why = Effect.NOT_UNDERSTOOD, f"this condition is not read, {why}"
        before, self.values.before = self.values.before, []
        self._say_again(row)
        for line in before:  # what the condition needs is worked out where NEXT goes to
            self._say(row, line)
        self._say(row, f"UNTIL {told}")
        self._left()

    def for_(self, row: Row, words: list[Word]) -> None:
        """FOR i = first TO last STEP step."""
        try:
            at = {word.key: i for i, word in enumerate(words) if word.key in ("=", "TO", "STEP")}
            end = at.get("STEP", len(words))
            if "TO" not in at or "=" not in at:
                raise UnreadError("TO is missing")
            name = self.values.number(words[1 : at["="]])
            first = self.values.number(words[at["="] + 1 : at["TO"]])
            last = self.values.number(words[at["TO"] + 1 : end])
            step = f" STEP {self.values.number(words[end + 1 :])}" if "STEP" in at else ""
            self._opened(row, "FOR", f"FOR {name} = {first} TO {last}{step}")
        except UnreadError as why:
            self._never(row, "FOR", f"this loop is not read, {why}")

    def case(self, row: Row, words: list[Word]) -> None:
        """CASE number OF, or SCASE text OF."""
        end = len(words) - (words[-1].key == "OF")
        read = self.values.text if words[0].key == "SCASE" else self.values.number
        try:
            self._opened(row, "CASE", f"CASE {read(words[1:end])} OF")
        except UnreadError as why:
            self._never(row, "CASE", f"this value is not read, {why}")

    def value(self, row: Row, words: list[Word]) -> None:
        """VALUE a, b: of numbers, SVALUE of texts."""
        if not self._divides(row, "CASE"):
            return
        end = len(words) - (words[-1].text == ":")
        read = self.values.text if words[0].key == "SVALUE" else self.values.number
        told = [read(part) for part in split(words[1:end])]
        if self.values.before:
            raise UnreadError("this value is not known before the run")
        self._say(row, f"VALUE {', '.join(told)}:")

    def any_(self, row: Row, words: list[Word]) -> None:
        """ANY :"""
        if self._divides(row, "CASE"):
            self._say(row, "ANY")

    def else_(self, row: Row, words: list[Word]) -> None:
        """ELSE of an IF."""
        if self._divides(row, "IF"):
            self._say(row, "ELSE")

    def _divides(self, row: Row, word: str) -> bool:
        """Whether a part begins here that may be run."""
        newest = self.nesting.newest
        if newest is None or newest.word != word:
            row.lose(f"no {word} is open here")
            return False
        return not newest.never

    def end(self, row: Row, words: list[Word]) -> None:
        """END of a block."""
        newest = self.nesting.newest
        if newest is None and row.is_last:
            self._say(row, "RETURN")  # it ends the program, as the line behind it does
            return
        if newest is None or newest.word == "DO":
            row.lose("no block is open here")
            return
        self._say_again(row)
        self._say(row, "END")
        self._left()

    def _left(self) -> None:
        """Closes a block; a label stands before the next line where EXIT leaves it."""
        leave = self.nesting.close().leave
        if leave:
            self.waiting.append(f"{leave} REMARK")

    def taken_labels(self) -> list[str]:
        """The labels that stand before the next line of code."""
        taken, self.waiting = self.waiting, []
        return taken

    def exit(self, row: Row, words: list[Word]) -> None:
        """EXIT, which leaves the innermost loop."""
        row.frames = False
        label = self._leave()
        if not label:
            row.lose("no loop is open here")
            return
        self._say(row, f"GOTO {label}")

    def next(self, row: Row, words: list[Word]) -> None:
        """NEXT of V+, which goes on with the next turn of the innermost loop."""
        row.frames = False
        label = 0 if len(words) > 1 else self._again()
        if not label:
            row.lose("only the innermost loop is gone on with")
            return
        self._say(row, f"GOTO {label}")

    def _say_again(self, row: Row) -> None:
        """A label at the end of a loop, where NEXT goes to."""
        newest = self.nesting.newest
        if newest is not None and newest.again:
            row.lines.append(f"{newest.again} REMARK")

    def _leave(self) -> int:
        """The label behind the innermost loop; 0 where none is open."""
        at, loop = self._loop()
        if loop is not None and not loop.leave:
            loop = replace(loop, leave=self.unnamed.next())
            self.nesting.replace(at, loop)
        return 0 if loop is None else loop.leave

    def _again(self) -> int:
        """The label at the end of the innermost loop; 0 where none is open."""
        at, loop = self._loop()
        if loop is not None and not loop.again:
            loop = replace(loop, again=self.unnamed.next())
            self.nesting.replace(at, loop)
        return 0 if loop is None else loop.again

    def _loop(self) -> tuple[int, Open | None]:
        """The innermost loop with its place among the blocks; None where none is open."""
        loops = ((at, each) for at, each in self.nesting.inside_out() if each.word in LOOPS)
        return next(loops, (0, None))

    def goto(self, row: Row, words: list[Word]) -> None:
        """GOTO label, or GOTO label IF condition."""
        row.frames = False
        if len(words) < 2:
            raise UnreadError("a label is missing")
        condition = ""
        if len(words) > 3 and words[2].key == "IF":
            condition = f"IF {self.values.number(words[3:])} "
        self._say(row, f"{condition}GOTO {self.label(words[1].text)}")


def parameter(text: str) -> str:
    """A parameter or an array as ours: `.&p[,]` is `_p[]`, `.#j` is `#_j`."""
    name, bracket, _ = text.partition("[")
    joint = "#" if "#" in name else ""
    return f"{joint}{our_name(name.strip())}{'[]' if bracket else ''}"


_ACTS = {
    "IF": Blocks.if_, "WHILE": Blocks.while_, "DO": Blocks.do, "UNTIL": Blocks.until,
    "FOR": Blocks.for_, "CASE": Blocks.case, "SCASE": Blocks.case, "VALUE": Blocks.value,
    "SVALUE": Blocks.value, "ANY": Blocks.any_, "ELSE": Blocks.else_, "END": Blocks.end,
    "EXIT": Blocks.exit, "NEXT": Blocks.next, "GOTO": Blocks.goto,
}  # fmt: skip
