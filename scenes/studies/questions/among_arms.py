"""One question for several arms: their chunks stand one behind the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scenes.studies.engine.study import Arrays, Question


@dataclass(frozen=True)
class AmongArms:
    """The questions of several arms, (k,), of one kind. names: Of the arms, (k,)."""

    questions: tuple[Question, ...]
    names: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The kind of the questions."""
        return self.questions[0].kind

    @property
    def item_word(self) -> str:
        """What an item of the questions is called."""
        return self.questions[0].item_word

    @property
    def items(self) -> int:
        """The number of items of all arms."""
        return sum(question.items for question in self.questions)

    @property
    def chunks(self) -> int:
        """The number of chunks of all arms."""
        return sum(question.chunks for question in self.questions)

    def first_item(self, chunk: int) -> int:
        """The number of the first item of a chunk; those of an arm follow those of the last."""
        before = 0
        for question in self.questions:
            if chunk < question.chunks:
                return before + question.first_item(chunk)
            chunk, before = chunk - question.chunks, before + question.items
        raise IndexError(f"there is no chunk {chunk} behind the last one")

    def first_of_arm(self, arm: int) -> int:
        """The number of the first item of an arm."""
        return sum(question.items for question in self.questions[:arm])

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """The rows of a chunk, with `arm`: the index of the arm."""
        for arm, question in enumerate(self.questions):
            if chunk < question.chunks:
                found = question.arrays(chunk, rng)
                rows = len(next(iter(found.values())))
                return {**found, "arm": np.full(rows, arm, np.uint8)}
            chunk -= question.chunks
        raise IndexError(f"there is no chunk {chunk} behind the last one")

    def row_heads(self, arrays: Arrays) -> Arrays:
        """The columns of the arms' questions, one behind the other."""
        parts = [q.row_heads(self.rows_of(arm, arrays)) for arm, q in enumerate(self.questions)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def rows_of(self, arm: int, arrays: Arrays) -> Arrays:
        """The rows of one arm, without the column `arm`."""
        own = arrays["arm"] == arm
        return {name: values[own] for name, values in arrays.items() if name != "arm"}
