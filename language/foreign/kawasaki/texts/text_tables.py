"""Lines of ours for a function of texts: a table of the numbers of texts, made before the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from language.foreign.kawasaki.texts.text_functions import Value
from language.foreign.kawasaki.texts.text_sets import Row

NumberOf = Callable[[str], int]


def table_lines(
    name: str, asked: Mapping[int, str], rows: Sequence[Row], number_of: NumberOf
) -> list[str]:
    """The lines that give a name what a function gives.

    asked: What is asked for in a run, by the index of the argument; the others are the same in all
    rows. number_of: The number of a text.
    """
    if not asked:
        return [f"{name} = {_told(rows[0][1], number_of)}"]
    at, told = next(iter(asked.items()))
    deeper = {index: words for index, words in asked.items() if index != at}
    parts: dict[tuple[str, ...], list[str]] = {}
    for value in sorted({row[0][at] for row in rows}, key=str):
        chosen = [row for row in rows if row[0][at] == value]
        lines = tuple(table_lines(name, deeper, chosen, number_of))
        parts.setdefault(lines, []).append(_told(value, number_of))
    last = _highest(rows, at, number_of)
    found = [f"CASE {told} OF"]
    for lines, values in sorted(parts.items(), key=lambda part: last in part[1]):
        found.append("ANY" if last in values else f"VALUE {', '.join(values)}:")
        found += [f"  {line}" for line in lines]
    return [*found, "END"]


def _highest(rows: Sequence[Row], at: int, number_of: NumberOf) -> str:
    """The highest place of a column, which stands for all higher ones; "" for a column of texts."""
    numbers = [value for row in rows if not isinstance(value := row[0][at], str)]
    return _told(max(numbers), number_of) if numbers else ""


def _told(value: Value, number_of: NumberOf) -> str:
    return str(number_of(value)) if isinstance(value, str) else f"{value:.10g}"
