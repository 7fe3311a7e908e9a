"""The texts that an expression of AS or V+ may have, from those that its names may have.

A program runs through few texts where it only cuts and joins those that stand in it. What is made
of numbers, such as by $ENCODE, may be any text: that is None here. Words that need a text that
never comes have no text at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, prod

from language.foreign.kawasaki.as_tokens import NAME, NUMBER, STRING, Word, split
from language.foreign.kawasaki.texts.text_functions import (
    COUNT,
    ENCODE,
    JOIN,
    LONGEST,
    OTHER,
    TEXT_FUNCTIONS,
    TextFunction,
    Value,
    function_of,
    joined,
)

MOST_TEXTS = 100
MOST_ROWS = 200  # of a table of what a function gives
DAY = "the day of the run"
Texts = frozenset[str] | None
Row = tuple[tuple[Value, ...], Value]  # what a function gets, and what it gives
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Known:
    """What is known of texts. of: The texts of a name. counts: Whole numbers that texts hold."""

    of: Callable[[Word], Texts]
    counts: tuple[int, ...] = ()


def texts_in(words: Sequence[Word], texts_of: Known) -> Texts:
    """The texts that words may have. texts_of: Those of a name."""
    parts = [_part(part, texts_of) for part in split(list(words), "+")]
    return _all_joined(parts)


def _all_joined(parts: Sequence[Texts]) -> Texts:
    if any(part is not None and not part for part in parts) or not parts:
        return NOTHING
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or prod(map(len, known)) > MOST_TEXTS:
        return None
    return _bounded(joined(*each) for each in product(*known))


def _part(words: list[Word], texts_of: Known) -> Texts:
    """The texts of one operand."""
    if not words:
        return None
    word = words[0]
    if word.kind == STRING and len(words) == 1:
        return frozenset({bare_text(word)})
    if is_day(words):
        return frozenset({DAY})
    if word.text == "(" and words[-1].text == ")":
        return texts_in(words[1:-1], texts_of)
    if len(words) == 1 or words[1].text == "[":
        return texts_of.of(word) if word.kind == NAME and word.is_text else None
    if words[1].text != "(" or words[-1].text != ")":
        return None
    given = split(words[2:-1])
    if word.key == ENCODE:
        return _encoded(encoded_items(word, given), texts_of)
    if word.key not in TEXT_FUNCTIONS:
        return None
    found = rows_of(word.key, given, texts_of)
    return found if found is None else _bounded(str(result) for _, result in found)


def encoded_items(word: Word, given: Sequence[list[Word]]) -> list[list[Word]]:
    """What $ENCODE joins: texts, and each number as $ENCODE of it alone; [] where that is unread.

    word: The name $ENCODE. given: Its arguments; /L is the only format of numbers that is read.
    """
    items, before = list[list[Word]](), list[Word]()
    for part in given:
        if not part:
            return []
        if part[0].text == "/":
            before = [*part, _sign(word, ",")]
            if [each.key for each in part] != ["/", "L"]:
                return []
        elif part[0].is_text:
            items.append(part)
        elif before:
            items.append([word, _sign(word, "("), *before, *part, _sign(word, ")")])
        else:
            return []
    return items


def _sign(word: Word, sign: str) -> Word:
    return Word("sign", sign, sign, word.column, False)


def _encoded(items: Sequence[list[Word]], texts_of: Known) -> Texts:
    if len(items) == 1 and is_count(items[0]):
        rows = rows_of(COUNT, [counted_words(items[0])], texts_of)
        return rows if rows is None else _bounded(str(result) for _, result in rows)
    return _all_joined([texts_in(item, texts_of) for item in items]) if items else None


def counted_words(item: Sequence[Word]) -> list[Word]:
    """The words of the number in $ENCODE of one number."""
    return list(item[5:-1])


def is_count(item: Sequence[Word]) -> bool:
    """Whether words are $ENCODE of one number."""
    return len(item) > 5 and item[0].key == ENCODE and item[2].text == "/"


def _bounded(texts: Iterable[str]) -> Texts:
    found = frozenset(texts)
    longest = max(map(len, found), default=0)
    return found if len(found) <= MOST_TEXTS and longest <= LONGEST else None


def rows_of(key: str, given: Sequence[list[Word]], texts_of: Known) -> frozenset[Row] | None:
    """What a function gives for each set of its arguments; None where that is not known."""
    function = function_of(key, len(given))
    columns = None if function is None else columns_of(function, given, texts_of)
    if function is None or columns is None or prod(map(len, columns)) > MOST_ROWS:
        return None
    if key != JOIN and any(isinstance(v, str) and OTHER in v for own in columns for v in own):
        return None
    found = frozenset((each, function.work(*each)) for each in product(*columns))
    results = (result for _, result in found if isinstance(result, str))
    return None if any(len(result) > LONGEST for result in results) else found


def columns_of(
    function: TextFunction, given: Sequence[list[Word]], texts_of: Known
) -> list[tuple[Value, ...]] | None:
    """The values that each argument may have; None where one of them is not known."""
    found = list[tuple[Value, ...]]()
    longest = 0
    for kind, words in zip(function.kinds, given, strict=False):
        values: tuple[Value, ...] | None
        if kind == "t":
            texts = texts_in(words, texts_of)
            values = texts if texts is None else tuple(sorted(texts))
            longest = longest or max(map(len, texts or NOTHING), default=0)
        else:
            number = literal(words)
            values = _numbers(kind, longest, texts_of) if number is None else (number,)
        if values is None:
            return None
        found.append(values)
    return found


def _numbers(kind: str, longest: int, texts_of: Known) -> tuple[Value, ...] | None:
    """The numbers that a computed argument may have; the last stands for all others."""
    if kind == "p":
        return tuple(map(float, range(longest + 2)))
    return (*map(float, texts_of.counts), inf) if kind == "i" and texts_of.counts else None


def literal(words: Sequence[Word]) -> float | None:
    """The number that words are in digits; None for anything else."""
    if len(words) == 2 and words[0].text == "-" and words[1].kind == NUMBER:
        return -words[1].value
    return words[0].value if len(words) == 1 and words[0].kind == NUMBER else None


def bare_text(word: Word) -> str:
    """A string without its marks."""
    return word.text.strip('"')


def is_day(words: Sequence[Word]) -> bool:
    """Whether words are $DATE(form): the day of a run, which is no day that a file tells."""
    return len(words) == 4 and words[0].key == "$DATE"
