"""The blocks of RAPID inside a routine, in the words of our language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from language.foreign.draft import NotSaidError
from language.foreign.kept.label_numbers import numbers_of
from language.foreign.kept.nesting import Nesting
from scenes.makers.rapid.rapid_text import Statement, Token
from scenes.makers.rapid.rapid_trees import TreeError, tree_of
from scenes.makers.rapid.translation.rapid_counters import Counters, Loop
from scenes.makers.rapid.translation.rapid_module import Routine

Told = Callable[[tuple[Token, ...]], str]
CLOSES = {"ENDIF": "IF", "ENDFOR": "FOR", "ENDWHILE": "WHILE", "ENDTEST": "TEST"}
BLOCK_WORDS = frozenset({*CLOSES, *CLOSES.values(), "ELSEIF", "ELSE", "CASE", "DEFAULT"})


@dataclass(frozen=True)
class Open:
    """A block that is open. is_never: Its head is not read, so that no part of it is run. ends: Of
    how many blocks of ours."""

    word: str
    is_never: bool = False
    ends: int = 1


@dataclass
class Blocks:
    """Follows the blocks that are open.

    say: Takes a line of our language. lose: Takes why the head of a block is not read. counters:
    Those of loops, which are known inside them alone. labels: Our numbers of the labels of the
    present routine.
    """

    say: Callable[[str], None]
    lose: Callable[[str], None]
    told: Told
    counters: Counters
    nesting: Nesting[Open] = field(default_factory=Nesting[Open])
    labels: Mapping[str, int] = field(default_factory=dict)

    def enter(self, routine: Routine) -> None:
        """Numbers the labels of a routine."""
        labels = (group.labels for group, _ in routine.groups)
        self.labels = numbers_of(frozenset[str]().union(*labels))

    def take(self, statement: Statement) -> None:
        """Carries out the head, the middle or the end of a block."""
        word, tokens = statement.key, statement.tokens
        if word in CLOSES:
            self._close(CLOSES[word])
            if word == "ENDFOR":
                self.counters.end()
        elif word == "IF":
            self._open("IF", lambda: f"IF {self.told(tokens[1:-1])} THEN")
        elif word == "WHILE":
            self._open("WHILE", lambda: f"WHILE {self.told(tokens[1:-1])} DO")
        elif word == "FOR":
            loop = self.counters.next()
            self._open("FOR", lambda: self._for(loop, tokens))
            self.counters.begin(loop)
        elif word == "TEST":
            self._open("TEST", lambda: f"CASE {self.told(tokens[1:])} OF")
        else:
            self._divide(word, tokens)

    def label(self, key: str) -> int:
        """The number of a label of the present routine. Raises NotSaidError."""
        number = self.labels.get(key)
        if number is None:
            raise NotSaidError("a label does not stand here")
        return number

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Says what stands in a block of one statement, which nothing closes or divides."""
        self.nesting.open(Open(""))
        try:
            yield
        finally:
            self.nesting.close()

    def finish(self) -> int:
        """Closes what is open at the end of a routine; the number of blocks without an end."""
        missing = 0
        while (block := self.nesting.newest) is not None:
            self._close(block.word)
            missing += 1
        return missing

    def _open(self, word: str, head: Callable[[], str]) -> None:
        try:
            line = head()
        except (NotSaidError, TreeError) as why:
            self.lose(f"{why}; the block is not run")
            self.say("IF FALSE THEN")
            self.nesting.open(Open(word, is_never=True))
            return
        self.say(line)
        self.nesting.open(Open(word))

    def _close(self, word: str) -> None:
        block = self.nesting.newest
        if block is None or block.word != word:
            self.lose(f"no {word} is open here")
            return
        for _ in range(block.ends):
            self.say("END")
        self.nesting.close()

    def _divide(self, word: str, tokens: tuple[Token, ...]) -> None:
        """ELSEIF, ELSE, CASE, DEFAULT."""
        opens = "TEST" if word in ("CASE", "DEFAULT") else "IF"
        block = self.nesting.newest
        if block is None or block.word != opens:
            self.lose(f"no {opens} is open here")
            return
        if block.is_never:
            return
        if word in ("ELSEIF", "ELSE", "DEFAULT"):
            self.say("ANY" if word == "DEFAULT" else "ELSE")
        try:
            if word == "ELSEIF":
                self.say(f"IF {self.told(tokens[1:-1])} THEN")
                self.nesting.replace_newest(replace(block, ends=block.ends + 1))
            elif word == "CASE":
                self.say(self._case(tokens))
        except (NotSaidError, TreeError) as why:
            self._never(word, block, str(why))

    def _never(self, word: str, block: Open, why: str) -> None:
        """A part whose condition is not read: it and the parts behind it are not run."""
        self.lose(f"{why}; this part of the block is not run")
        if word == "ELSEIF":
            self.say("IF FALSE THEN")
            never = replace(block, is_never=True, ends=block.ends + 1)
            self.nesting.replace_newest(never)
        else:
            self.say("VALUE 987654321:")  # stands for a case that no program has

    def _case(self, tokens: tuple[Token, ...]) -> str:
        parts: list[list[Token]] = [[]]
        for token in tokens[1:-1]:
            if token.text == ",":
                parts.append([])
            else:
                parts[-1].append(token)
        return f"VALUE {', '.join(self.told(tuple(part)) for part in parts)}:"

    def _for(self, loop: Loop, tokens: tuple[Token, ...]) -> str:
        """FOR i FROM a TO b STEP c DO, whose numbers are counted before it begins."""
        keys = [token.key for token in tokens]
        if (
            not loop.key
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
        return f"FOR {loop.name} = {first} TO {last}{by}"


def _is_down(first: tuple[Token, ...], last: tuple[Token, ...]) -> bool:
    values = [getattr(tree_of(part), "value", None) for part in (first, last)]
    begin, end = (value if isinstance(value, float) else 0.0 for value in values)
    return None not in values and begin > end
