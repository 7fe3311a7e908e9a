"""Rows and parts of texts that are kept: after any edits those of a text that was never seen."""

import random

from language.rows import kept_rows
from language.rows.cuts import ends_of
from language.rows.kept_cuts import KeptCuts, Rows
from language.rows.kept_rows import forget, rows_of

AVERAGE, LONGEST = 24, 96
PIECES = ["", "\n", "\n\n\n", "IF a THEN", " ", "x" * 300, "\nEND\n", "é作業\n", "\r\n", "\r"]


def plain(text: str) -> tuple[str, ...]:
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def long_text(rng: random.Random, count: int) -> str:
    return "\n".join(f"LMOVE p[{rng.randrange(999)}]" for _ in range(count))


def edited(text: str, rng: random.Random) -> str:
    """The text with a stretch of letters in place of another one: short ones, or half of it."""
    at = rng.randrange(len(text) + 1)
    size = rng.choice([0, 1, 5, 200, len(text) // 2 if len(text) > 30_000 else 0])
    more = rng.choice(PIECES) if rng.randrange(9) else long_text(rng, 900)
    return text[:at] + more + text[at + size :]


def test_rows_after_any_edits_are_those_of_the_text() -> None:
    rng = random.Random(5)
    forget()
    texts = [long_text(rng, 1500) for _ in range(3)]
    for _ in range(1500):
        at = rng.randrange(len(texts))
        texts[at] = edited(texts[at], rng)
        assert rows_of(texts[at]) == plain(texts[at])


def test_a_text_with_an_edit_shares_all_other_rows_with_the_one_before() -> None:
    rng = random.Random(6)
    forget()
    text = long_text(rng, 3000)
    old = rows_of(text)
    middle = text.index("\n", len(text) // 2)
    new = rows_of(text[:middle] + "1" + text[middle:])
    assert sum(a is not b for a, b in zip(old, new, strict=True)) == 1
    longer = rows_of(text[:middle] + "\n" + text[middle:])
    assert len({*map(id, longer)} - {*map(id, old)}) <= 2
    assert rows_of("".join(text)) is rows_of(text)


def test_no_more_letters_are_kept_than_a_bound(monkeypatch) -> None:
    forget()
    monkeypatch.setattr(kept_rows._late, "most", 60_000)
    texts = [f"{n}\n" * 12_000 for n in range(5)]
    rows = [rows_of(text) for text in texts]
    again = [rows_of(text) is row for text, row in zip(texts[::-1], rows[::-1], strict=True)]
    assert again == [True, True, False, False, False]


def test_parts_after_any_edits_are_those_of_rows_cut_anew() -> None:
    rng = random.Random(7)
    made = list[Rows]()

    def make(rows: Rows) -> Rows:
        made.append(rows)
        return rows

    cuts = KeptCuts[Rows](AVERAGE, LONGEST, make)
    texts = [[f"p{rng.randrange(400)}" for _ in range(1500)] for _ in range(3)]
    for _ in range(600):
        rows = rng.choice(texts)
        at, size = rng.randrange(len(rows)), rng.choice([0, 1, 3, 40, 700])
        rows[at : at + min(size, len(rows) - 300)] = [f"p{rng.randrange(9)}"] * rng.randrange(150)
        found = cuts.cut(tuple(rows))
        assert found.ends == tuple(ends_of(rows, AVERAGE, LONGEST))
        assert [row for part in found.parts for row in part] == rows
        assert [len(part) for part in found.parts] == [
            b - a for a, b in zip((0, *found.ends), found.ends, strict=False)
        ]
    assert sum(map(len, made)) < 0.5 * 600 * 1500  # most were taken from before
