"""Parts and runs of parts: taken from before where all is as before, else translated anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import pytest

from language.foreign.draft import Draft
from language.foreign.kept.ledgers import Ledger, Numbers, Used
from language.foreign.kept.nesting import Nesting
from language.foreign.kept.parts import Lines, cut, forget, one_state, runs_of, translate
from language.foreign.reading import Place, Reading

ENVIRONMENT = one_state("words")


@dataclass
class Words:
    """A language of words, one in each line.

    A name gets a number, `open` and `close` are a block, `slow` changes all names behind it,
    `lost` is not understood, `here` names its line.
    """

    draft: Draft = field(default_factory=Draft)
    numbers: Numbers = field(default_factory=Numbers)
    used: Used[str] = field(default_factory=Used)
    nesting: Nesting[str] = field(default_factory=Nesting)
    is_slow: bool = False

    def reading(self, lines: Sequence[str], gap: int) -> Reading:
        """The translation. gap: So many lines that are not read stand behind each part that ends
        with an x."""
        ledgers: tuple[Ledger, ...] = self.numbers, self.used, self.nesting
        parts = self._parts(lines, gap)
        translate(ENVIRONMENT, parts, self.draft, ledgers, ((self, ("is_slow",)),))
        for name in self.used:
            self.draft.say(f"used {name}")
        for _, block in self.nesting.inside_out():
            self.draft.not_understood(block, "a block is open")
        return self.draft.reading()

    def _parts(self, lines: Sequence[str], gap: int) -> Iterator[Lines]:
        first = 1
        for rows in cut(lines):
            yield Lines(first, rows, len(rows), partial(self._rows, first, rows))
            first += len(rows) + gap * rows[-1].endswith("x")

    def _rows(self, first: int, rows: Sequence[str]) -> None:
        for number, row in enumerate(rows, start=first):
            self._row(first, number, row)

    def _row(self, first: int, number: int, row: str) -> None:
        draft = self.draft
        if not row:
            draft.at(Place(number))
            return
        draft.begin(Place(number, 1, 1 + len(row)))
        if row == "open":
            self.nesting.open(f"block {(number - first) % 3}")
        elif row == "close":
            around = [block for _, block in islice(self.nesting.inside_out(), 2)]
            draft.say(f"end of {' in '.join(around)}")
            if self.nesting.newest:
                self.nesting.close()
        elif row == "slow":
            self.is_slow = not self.is_slow
        elif row == "lost":
            draft.not_understood(row, "lost")
        elif row == "here":
            draft.say(f"line {draft.line_number()}")
        else:
            draft.motion()
            self.used.add(row[:1])
            draft.say(f"{self.numbers.of(row)}{' slow' if self.is_slow else ''}")


def of_words(rng: random.Random, size: int, special: Sequence[str]) -> list[str]:
    names = [f"{rng.choice('abc')}{rng.randrange(300)}{rng.choice(['', 'x'])}" for _ in range(size)]
    return [rng.choice(special) if rng.random() < 0.05 else name for name in names]


@pytest.mark.parametrize("seed", range(9))
def test_words_read_again_after_any_edits_are_those_of_a_new_text(seed: int) -> None:
    rng = random.Random(seed)
    special = [["", "lost"], ["open", "close", ""], ["slow", "lost", "open", "close", "here"]]
    lines, again = of_words(rng, 700, special[seed % 3]), []
    forget()
    for _ in range(20):
        at, gap = rng.randrange(len(lines)), rng.choice([0, 0, 0, 1])
        lines[at : at + rng.randrange(3)] = of_words(rng, rng.randrange(3), special[seed % 3])
        again.append((list(lines), gap, Words().reading(lines, gap)))
    for text, gap, found in again:
        forget()
        assert found == Words().reading(text, gap)


def test_a_line_has_only_its_own_part_translated_and_the_other_runs_taken_whole() -> None:
    rng = random.Random(3)
    lines = of_words(rng, 5_000, ["", "open", "close"])
    forget()
    before = Words()
    assert before.reading(lines, gap=0).lines_read > 4_900
    parts = cut(lines)
    found = list(runs_of(Lines(1, rows, len(rows), forget) for rows in parts))
    assert len(found) < len(parts) / 8
    assert [part.content for run in found for part in run] == list(parts)
    lines[2_500] = lines[2_499]
    words, asked = Words(), 0
    repeat = words.used.repeat

    def counted(answers: dict[str, None]) -> bool:
        nonlocal asked
        asked += 1
        return repeat(answers)

    words.used.repeat = counted  # type: ignore[method-assign]
    again = words.reading(lines, gap=0)
    assert 0 < again.lines_read < 200
    assert asked < len(found) + len(parts) / 4
