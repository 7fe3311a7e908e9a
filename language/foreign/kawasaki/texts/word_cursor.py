"""A place among the words of a value of AS or V+, from which they are read one after the other."""

from __future__ import annotations

from collections.abc import Callable

from language.foreign.kawasaki.as_tokens import Word, split


class UnreadError(Exception):
    """Words that are not read; the text says why."""


class NoValueError(UnreadError):
    """A name without a value."""


class WordCursor:
    """The words of one value, and which of them is next."""

    def __init__(self, words: list[Word]) -> None:
        self._words, self._at = words, 0

    def all_of(self, read: Callable[[], str]) -> str:
        """What reading gives, which must take all words."""
        if not self._words:
            raise UnreadError("a value is missing")
        text = read()
        if self._at < len(self._words):
            raise UnreadError(f"{self._words[self._at].text} is not read here")
        return text

    def _key(self) -> str:
        return self._words[self._at].key if self._at < len(self._words) else ""

    def _next(self) -> Word:
        if self._at >= len(self._words):
            raise UnreadError("a value is missing")
        self._at += 1
        return self._words[self._at - 1]

    def _close(self, sign: str) -> None:
        if self._key() != sign:
            raise UnreadError(f'"{sign}" is missing')
        self._at += 1

    def _arguments(self) -> list[list[Word]]:
        """The words of each argument between the parentheses that begin here."""
        start = self._at + 1
        depth = 0
        for at in range(self._at, len(self._words)):
            depth += {"(": 1, ")": -1}.get(self._words[at].text, 0)
            if depth == 0:
                self._at = at + 1
                return split(self._words[start:at])
        raise UnreadError('")" is missing')

    def _listed(self) -> list[list[Word]]:
        """The words of each value between the brackets that begin here."""
        start = self._at + 1
        end = next((i for i in range(start, len(self._words)) if self._words[i].text == "]"), 0)
        if not end:
            raise UnreadError('"]" is missing')
        self._at = end + 1
        return split(self._words[start:end])
