"""The blocks of RAPID inside a routine, in the words of our language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from language.foreign.draft import NotSaidError
from scenes.makers.rapid.rapid_stretches import counter_of
from scenes.makers.rapid.rapid_text import Statement, Token
from scenes.makers.rapid.rapid_trees import TreeError, tree_of
from scenes.makers.rapid.translation.rapid_counters import Counters

FIRST_LABEL = 100
Told = Callable[[tuple[Token, ...]], str]
CLOSES = {"ENDIF": "IF", "ENDFOR": "FOR", "ENDWHILE": "WHILE", "ENDTEST": "TEST"}
BLOCK_WORDS = frozenset({*CLOSES, *CLOSES.values(), "ELSEIF", "ELSE", "CASE", "DEFAULT"})


@dataclass
class Open:
    """A block that is open. depth: Number of our blocks that it stands for. is_never: Its head is
    not read, so that no part of it is run."""

    word: str
    depth: int = 1
    is_never: bool = False


@dataclass
class Blocks:
    """Follows the blocks that are open.

    say: Takes a line of our language. lose: Takes why the head of a block is not read. counters:
    Those of loops, which are known inside them alone.
    """

    say: Callable[[str], None]
    lose: Callable[[str], None]
    told: Told
    counters: Counters
    open: list[Open] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    count: int = 0

    @property
    def depth(self) -> int:
        """Steps of the indent at this line."""
        return 1 + sum(block.depth for block in self.open)

    @property
    def is_never(self) -> bool:
        """Whether what stands here is never run."""
        return any(block.is_never for block in self.open)

    def take(self, statement: Statement) -> None:
        """Carries out the head, the middle or the end of a block."""
        word, tokens = statement.key, statement.tokens
        if word in CLOSES:
            self._close(CLOSES[word])
        elif word == "IF":
            self._open("IF", lambda: f"IF {self.told(tokens[1:-1])} THEN")
        elif word == "WHILE":
            self._open("WHILE", lambda: f"WHILE {self.told(tokens[1:-1])} DO")
        elif word == "FOR":
            counter = counter_of(statement)
            self._open("FOR", lambda: self._for(counter, tokens))
            self.counters.begin(counter)
        elif word == "TEST":
            self._open("TEST", lambda: f"CASE {self.told(tokens[1:])} OF")
        else:
            self._divide(word, tokens)

    def label(self, key: str) -> int:
        """The number of a label of the present routine."""
        if key not in self.labels:
            self.labels[key] = FIRST_LABEL + 10 * self.count
            self.count += 1
        return self.labels[key]

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Says what stands in a block of one statement, which has no end of its own."""
        self.open.append(Open("IF"))
        try:
            yield
        finally:
            self.open.pop()

    def finish(self) -> int:
        """Closes what is open at the end of a routine; the number of blocks without an end."""
        missing = len(self.open)
        while self.open:
            self._close(self.open[-1].word)
        self.labels.clear()
        return missing

    def _open(self, word: str, head: Callable[[], str]) -> None:
        try:
            line = head()
        except (NotSaidError, TreeError) as why:
            self.lose(f"{why}; the block is not run")
            self.say("IF FALSE THEN")
            self.open.append(Open(word, is_never=True))
            return
        self.say(line)
        self.open.append(Open(word))

    def _close(self, word: str) -> None:
        if not self.open or self.open[-1].word != word:
            self.lose(f"no {word} is open here")
            return
        block = self.open[-1]
        while block.depth:
            self._outside(block, "END")
            block.depth -= 1
        self.open.pop()
        if word == "FOR":
            self.counters.end()

    def _divide(self, word: str, tokens: tuple[Token, ...]) -> None:
        """ELSEIF, ELSE, CASE, DEFAULT."""
        opens = "TEST" if word in ("CASE", "DEFAULT") else "IF"
        if not self.open or self.open[-1].word != opens:
            self.lose(f"no {opens} is open here")
            return
        block = self.open[-1]
        if block.is_never:
            return
        if word in ("ELSEIF", "ELSE", "DEFAULT"):
            self._outside(block, "ANY" if word == "DEFAULT" else "ELSE")
        try:
            if word == "ELSEIF":
                self.say(f"IF {self.told(tokens[1:-1])} THEN")
                block.depth += 1
            elif word == "CASE":
                self._outside(block, self._case(tokens))
        except (NotSaidError, TreeError) as why:
            self._never(word, block, str(why))

    def _outside(self, block: Open, line: str) -> None:
        """Says a line that divides a block, one step out."""
        block.depth -= 1
        self.say(line)
        block.depth += 1

    def _never(self, word: str, block: Open, why: str) -> None:
        """A part whose condition is not read: it and the parts behind it are not run."""
        self.lose(f"{why}; this part of the block is not run")
        if word == "ELSEIF":
            self.say("IF FALSE THEN")
            block.depth, block.is_never = block.depth + 1, True
        else:
            self._outside(block, "VALUE 987654321:")  # stands for a case that no program has

    def _case(self, tokens: tuple[Token, ...]) -> str:
        parts: list[list[Token]] = [[]]
        for token in tokens[1:-1]:
            if token.text == ",":
                parts.append([])
            else:
                parts[-1].append(token)
        return f"VALUE {', '.join(self.told(tuple(part)) for part in parts)}:"

    def _for(self, counter: str, tokens: tuple[Token, ...]) -> str:
        """FOR i FROM a TO b STEP c DO, whose numbers are counted before it begins."""
        keys = [token.key for token in tokens]
        if (
            not counter
            or len(keys) < 6
            or keys[2] != "FROM"
            or "TO" not in keys
            or keys[-1] != "DO"
        ):
            raise TreeError("this loop is not read")
        to, step = keys.index("TO"), keys.index("STEP") if "STEP" in keys else len(keys) - 1
        first, last = self.told(tokens[3:to]), self.told(tokens[to + 1 : step])
        by = f" STEP {self.told(tokens[step + 1 : -1])}" if "STEP" in keys else ""
        if not by and _is_down(tokens[3:to], tokens[to + 1 : step]):
            by = " STEP -1"  # without STEP it counts down where the end is less
        return f"FOR {self.counters.name(counter)} = {first} TO {last}{by}"


def _is_down(first: tuple[Token, ...], last: tuple[Token, ...]) -> bool:
    values = [getattr(tree_of(part), "value", None) for part in (first, last)]
    begin, end = (value if isinstance(value, float) else 0.0 for value in values)
    return None not in values and begin > end
