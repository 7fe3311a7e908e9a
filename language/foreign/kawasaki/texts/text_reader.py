"""Texts of AS or V+ in our language: their numbers, and tables of what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Protocol

from language.foreign.kawasaki.as_tokens import STRING, Word, our_name, split
from language.foreign.kawasaki.as_words import OPERATORS
from language.foreign.kawasaki.texts.as_texts import Texts
from language.foreign.kawasaki.texts.text_functions import (
    COUNT,
    CUTS,
    ENCODE,
    JOIN,
    OTHER,
    REST,
    TEXT_FUNCTIONS,
    function_of,
)
from language.foreign.kawasaki.texts.text_sets import (
    DAY,
    Row,
    bare_text,
    counted_words,
    encoded_items,
    is_count,
    is_day,
    literal,
    rows_of,
    texts_in,
)
from language.foreign.kawasaki.texts.text_tables import table_lines
from language.foreign.kawasaki.texts.word_cursor import UnreadError, WordCursor
from language.foreign.kept.ledgers import Members


class KnownValues(Protocol):
    """What a reader of texts asks of the reader of all values."""

    before: list[str]
    program: str
    unknown: Members[str]
    texts: Texts

    def number(self, words: list[Word]) -> str:
        """A number in our words."""

    def text(self, words: list[Word]) -> str:
        """A text in our words."""

    def no_value(self, word: Word) -> UnreadError:
        """Why a name has no value."""


class TextReader(WordCursor):
    """A reader of the words of one value that is a text, or a number found in a text."""

    def __init__(self, values: KnownValues, words: list[Word]) -> None:
        super().__init__(words)
        self._known = values

    def name(self) -> str:
        """A name with its index."""
        return our_name(self._next().text) + self._index()

    def _compared(self) -> str:
        """Whether two texts are equal, or not; the first word of the first one is read already."""
        self._at -= 1
        start = self._at
        first, middle = self.text(), self._at
        if self._key() not in ("==", "<>", "!="):
            raise UnreadError("texts are only compared by == and <> here")
        sign = OPERATORS[self._next().key]
        second = self.text()
        sides = self._words[start:middle], self._words[middle + 1 : self._at]
        if all(any(OTHER in each for each in self.texts_of(side) or ()) for side in sides):
            raise UnreadError("texts of any numbers are not compared with each other here")
        return f"({first} {sign} {second})"

    def texts_of(self, words: list[Word]) -> frozenset[str] | None:
        """The texts that words may have; None where they are not known."""
        return texts_in(words, self._known.texts.texts_of(self._known.program))

    def text(self) -> str:
        """The number of a text, or the name that has it."""
        start = self._at
        told = self._one_text()
        while self._key() == "+":
            middle, self._at = self._at, self._at + 1
            more = self._one_text()
            parts = self._words[start:middle], self._words[middle + 1 : self._at]
            told = self._table(JOIN, [list(part) for part in parts], [told, more])
        return told

    def _one_text(self) -> str:
        """A text between the signs + that join texts."""
        word = self._next()
        texts, program = self._known.texts, self._known.program
        if is_day(self._words[self._at - 1 : self._at + 3]):
            self._at += 3
            return str(texts.number_of(DAY))
        if word.kind == STRING:
            return str(texts.number_of(bare_text(word)))
        if word.text == "(":
            inner = self.text()
            self._close(")")
            return inner
        if not word.is_text:
            raise UnreadError(f"a text is expected, not {word.text}")
        if self._key() == "(":
            return self._made_text(word)
        if not texts.is_known(program, word.text):
            raise UnreadError(f"{word.text} is computed, such texts are not known here")
        if our_name(word.text).upper() in self._known.unknown:
            raise self._known.no_value(word)
        return our_name(word.text) + self._index()

    def _made_text(self, word: Word) -> str:
        """A text that a function makes of other texts."""
        given = self._arguments()
        items = encoded_items(word, given) if word.key == ENCODE else []
        if len(items) == 1 and is_count(items[0]):
            number = counted_words(items[0])
            return self._table(COUNT, [number], [self._known.number(number)])
        if items:
            plus = Word("sign", JOIN, JOIN, word.column, False)
            whole = [each for part in items for each in (plus, *part)][1:]
            return self._known.text(whole)
        if word.key not in TEXT_FUNCTIONS:
            raise UnreadError(f"{word.text}() is computed, such texts are not known here")
        return self._of_texts(word, given)

    def _of_texts(self, word: Word, given: list[list[Word]]) -> str:
        """The value of a function of texts; $DECODE leaves the rest in its first argument."""
        function = function_of(word.key, len(given))
        if function is None:
            raise UnreadError(f"{word.text}() with these arguments is not read")
        told = [
            self._known.text(part) if kind == "t" else self._known.number(part)
            for kind, part in zip(function.kinds, given, strict=False)
        ]
        found = self._table(word.key, given, told)
        if word.key == CUTS:
            left = self._table(REST, given, told)
            self._known.before.append(f"{told[0]} = {left}")
        return found

    def _table(self, key: str, given: list[list[Word]], told: list[str]) -> str:
        """A name with what a function gives of texts that are known before the run."""
        texts = self._known.texts
        known = texts.texts_of(self._known.program)
        rows = rows_of(key, given, known)
        if rows is None:
            raise UnreadError("a text here is computed, such texts are not known here")
        if not rows:
            raise UnreadError("a text here never comes")
        asked = {
            i: words
            for i, (words, part) in enumerate(zip(told, given, strict=True))
            if not (len(part) == 1 and part[0].kind == STRING) and literal(part) is None
        }
        kept = sorted(rows, key=str)
        return self._worked_out(
            "text", lambda name: table_lines(name, asked, kept, texts.number_of)
        )

    def _worked_out(self, name: str, lines: Callable[..., list[str]], *given: str) -> str:
        """A name with a value that lines before the present one work out."""
        before = self._known.before
        told = f"{name}.n{len(before)}"
        before += lines(told, *given)
        return told

    def _index(self) -> str:
        if self._key() != "[":
            return ""
        start = self._at + 1
        depth = 0
        for at in range(self._at, len(self._words)):
            depth += {"[": 1, "]": -1}.get(self._words[at].text, 0)
            if depth == 0:
                self._at = at + 1
                inner = self._words[start:at]
                if all(word.text == "," for word in inner):
                    return "[]"
                told = [self._known.number(each) for each in split(inner)]
                return f"[{', '.join(told)}]"
        raise UnreadError('"]" is missing')

    def is_among(self, words: list[Word], names: Set[str]) -> str:
        """Whether a text is one of some names, which are in capitals."""
        told, texts = self._known.text(words), self.texts_of(words)
        if texts is None:
            raise UnreadError("a text here is computed, such texts are not known here")
        rows: list[Row] = [((t,), -1.0 if t.upper() in names else 0.0) for t in sorted(texts)]
        number_of = self._known.texts.number_of
        return self._worked_out("text", lambda name: table_lines(name, {0: told}, rows, number_of))
