"""Forms of lines of AS and V+, and of pieces of ours."""

from __future__ import annotations

from language.foreign.kawasaki.as_tokens import NAME, NUMBER, STRING, Word, split

SHOWN_TEXT = 60


def is_assignment(words: list[Word]) -> bool:
    """Whether a line is `name = value` or `name[index] = value`."""
    if words[0].kind != NAME or len(words) < 3:
        return False
    depth = 0
    for at, word in enumerate(words[1:], 1):
        depth += {"[": 1, "]": -1}.get(word.text, 0)
        if depth == 0 and word.text != "]":
            return word.text == "=" and (at == 1 or words[1].text == "[")
    return False


def is_string(words: list[Word]) -> bool:
    """Whether words are one string."""
    return len(words) == 1 and words[0].kind == STRING


def is_texts_only(words: list[Word]) -> bool:
    """Whether a declaration names only texts."""
    names = split(words[1:])
    return words[0].key in ("AUTO", "LOCAL") and all(part and part[0].is_text for part in names)


def is_switch(words: list[Word]) -> bool:
    """Whether a line sets a switch of the controller: `REP_ONCE ON`. CP alone changes motions."""
    return len(words) == 2 and words[1].key in ("ON", "OFF") and words[0].key != "CP"


def grouped(text: str) -> str:
    """A number as one operand of a line without commas."""
    return f"({text})" if not text.replace(".", "", 1).isdecimal() else text


def bare(text: str) -> str:
    """A number without parentheses around digits, with them around all else."""
    inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    return inner if inner.isdecimal() else f"({inner})"


def plus(index: str, more: int) -> str:
    """An index and so many more."""
    return str(int(index) + more) if index.isdecimal() else f"{index} + {more}"


def number_words(value: float) -> list[Word]:
    """The words of a number."""
    text = f"{value:.10g}"
    sign = [Word("sign", "-", "-", 1, False)] if text.startswith("-") else []
    digits = text.lstrip("-")
    return [*sign, Word(NUMBER, digits, digits, 1, False)]


def plain(text: str) -> str:
    """A text without signs that our texts cannot hold."""
    kept = "".join(letter for letter in text if letter.isprintable() and letter != '"')
    return kept[:SHOWN_TEXT]


def pieces_of(words: list[Word]) -> list[list[Word]]:
    """What a text is put together of: strings, and the numbers that $ENCODE makes texts of."""
    if not any(word.is_text for word in words):
        return [words]
    found = list[list[Word]]()
    for part in split(words, "+"):
        inside = split(part[2:-1]) if part[:1] and part[0].key == "$ENCODE" else [part]
        found += [each for each in inside if each and each[0].text != "/"]
    return found
