"""A cache of answers about a cell that die with the cell.

An `lru_cache` with a cell among its arguments would hold the latest hundreds of cells, each with
all that was worked out for it; and each save of a file makes a new cell.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, partial, wraps
from typing import TypeVar

from scenes.world.cell import Cell

Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")


def kept_on_cell(
    most: int,
) -> Callable[[Callable[[Cell, Question], Answer]], Callable[[Cell, Question], Answer]]:
    """A decorator that keeps the latest answers of a function on the cell, its first argument.

    most: Number of answers kept for a cell.
    """

    def kept(function: Callable[[Cell, Question], Answer]) -> Callable[[Cell, Question], Answer]:
        @wraps(function)
        def asked(cell: Cell, question: Question) -> Answer:
            of_cell = cell.answers.get(function)
            if of_cell is None:
                of_cell = cell.answers[function] = lru_cache(most)(partial(function, cell))
            answer: Answer = of_cell(question)
            return answer

        return asked

    return kept
