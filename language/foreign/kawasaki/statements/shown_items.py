"""What programs of AS and V+ show on the pendant, and what they ask there."""

from __future__ import annotations

from collections.abc import Sequence

from language.foreign.kawasaki.as_forms import is_string, pieces_of, plain
from language.foreign.kawasaki.as_tokens import Word, split
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.texts.word_cursor import NoValueError, UnreadError


def print_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """PRINT device: items. A text that is not known is shown by its words."""
    items = list(words[1:])
    if len(items) > 1 and items[1].text == ":":
        items = items[2:]
    if items and items[0].text == "(":  # the device of V+
        close = next((i for i, word in enumerate(items) if word.text == ")"), -1)
        items = items[close + 1 :] if close > 0 and len(items) > close + 1 else items
    given = [part for part in split(items) if part and part[0].text != "/"]
    told = [_item(values, piece) for part in given for piece in pieces_of(part)]
    return [f"TYPE {', '.join(told)}" if told else 'TYPE ""']


def prompt_lines(values: Values, words: Sequence[Word]) -> list[str]:
    """PROMPT device: "question", variables of numbers: each of them is asked for by a line."""
    items = list(words[3:] if len(words) > 2 and words[2].text == ":" else words[1:])
    question, *asked = split(items) or [[]]
    if not asked or not all(asked) or not is_string(question):
        raise UnreadError("a question and variables of numbers are expected")
    told = _item(values, question)
    names = ["".join(word.text for word in part) for part in asked]
    questions = [told, *[f'"{name}"' for name in names[1:]]]
    variables = [values.number(part) for part in asked]
    return [f"PROMPT {q}, {variable}" for q, variable in zip(questions, variables, strict=True)]


def _item(values: Values, words: list[Word]) -> str:
    if is_string(words):
        return f'"{plain(words[0].text)}"'
    if words[0].is_text:
        return f'"{plain("".join(word.text for word in words))}"'
    try:
        return values.number(words)
    except NoValueError:
        raise
    except UnreadError:
        return f'"{plain("".join(word.text for word in words))}"'
