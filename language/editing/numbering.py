"""Program text edited by line numbers, as the 1985 editor does.

The number of a line is what TYPEC shows: its step number in a program with step numbers, otherwise
its position from 1. A new line gets the number that was typed for it. If a line has this number
already, it gets the number of the next line, and so on; the last line gets its number + 10.
"""

import re

from language.lines.line_parser import parse_line
from language.words.diagnostics import text_lines
from language.words.directives import is_directive

INCREMENT = 10
_STEP = re.compile(r"[ \t]*([0-9]{1,9})(?![\w.])[ \t]*")


def steps(text: str) -> list[int | None]:
    """The step number of every line."""
    return [parse_line(line).step for line in _split(text)]


def next_number(text: str) -> int | None:
    """The number that the next statement gets; None in a program without step numbers."""
    numbers = _steps_only(text)
    if not numbers and _has_lines(text):
        return None
    return max(numbers, default=0) + INCREMENT


def _has_lines(text: str) -> bool:
    """Whether the program has more than headers and blank lines."""
    return any(line.strip() and not is_directive(line) for line in _split(text))


def has_line(text: str, number: int) -> bool:
    """Whether there is a line with this number."""
    return _index(text, number) is not None


def insert_line(text: str, number: int, statement: str) -> str:
    """The text with a statement inserted as line `number`; the line with this number moves down."""
    lines, numbers = _split(text), steps(text)
    index = _index(text, number)
    if not _steps_only(text) and _has_lines(text):
        place = min(number - 1, len(lines))
        return _join([*lines[:place], _without_step(statement), *lines[place:]], text)
    if index is None:
        index = next((i for i, n in enumerate(numbers) if n is not None and n > number), len(lines))
        return _join([*lines[:index], _with_step(statement, number), *lines[index:]], text)
    shifted = lines[index:]
    following = [n for n in numbers[index:] if n is not None][1:]
    new = iter([*following, max(n for n in numbers if n is not None) + INCREMENT])
    for i, line in enumerate(shifted):
        if numbers[index + i] is not None:
            shifted[i] = _with_step(line, next(new))
    return _join([*lines[:index], _with_step(statement, number), *shifted], text)


def change_line(text: str, number: int, statement: str) -> str:
    """The text with line `number` replaced by a statement, which gets this number."""
    lines = _split(text)
    index = _index(text, number)
    if index is None:
        return text
    numbered = steps(text)[index] is not None
    lines[index] = _with_step(statement, number) if numbered else _without_step(statement)
    return _join(lines, text)


def delete_line(text: str, number: int) -> str:
    """The text without line `number`; the other step numbers stay."""
    lines = _split(text)
    index = _index(text, number)
    return text if index is None else _join(lines[:index] + lines[index + 1 :], text)


def append_line(text: str, statement: str) -> str:
    """The text with one more statement at its end, or before END."""
    lines = _split(text)
    number = next_number(text)
    end = next((i for i, line in enumerate(lines) if _is_end(line)), None)
    if end is None:
        last = statement if number is None else _with_step(statement, number)
        return _join([*lines, last], text)
    end_number = steps(text)[end]
    if number is not None and end_number is not None:
        return insert_line(text, end_number, statement)
    new = _without_step(statement) if number is None else _with_step(statement, number)
    return _join([*lines[:end], new, *lines[end:]], text)


def listing(text: str, first: int | None = None, last: int | None = None) -> list[str]:
    """The lines with numbers first to last, each with its number, as TYPEC shows them."""
    lines = _split(text)
    if not _steps_only(text):
        low, high = first or 1, last or len(lines)
        return [f"{n:4d} {line}" for n, line in enumerate(lines, 1) if low <= n <= high]
    inside = [
        i
        for i, n in enumerate(steps(text))
        if n is not None and (first or 0) <= n and (last is None or n <= last)
    ]
    if first is None and last is None:
        return lines
    return lines[inside[0] : inside[-1] + 1] if inside else []


def _index(text: str, number: int) -> int | None:
    numbers = steps(text)
    if any(n is not None for n in numbers):
        return numbers.index(number) if number in numbers else None
    return number - 1 if 1 <= number <= len(numbers) else None


def _steps_only(text: str) -> list[int]:
    return [n for n in steps(text) if n is not None]


def _is_end(line: str) -> bool:
    instruction = parse_line(line).instruction
    return instruction is not None and instruction.is_end


def _with_step(line: str, number: int) -> str:
    return f"{number} {_without_step(line)}"


def _without_step(line: str) -> str:
    match = _STEP.match(line)
    return line[match.end() :] if match else line


def _split(text: str) -> list[str]:
    lines = text_lines(text)
    return lines[:-1] if lines[-1] == "" else lines


def _join(lines: list[str], text: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    return "".join(line + newline for line in lines)
