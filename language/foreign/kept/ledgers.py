"""What a translation gathers over the whole text, such as numbers of names in their order.

A ledger holds every question with its answer, so that a part that was kept asks again: it is good
where all answers are those of before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

Name = TypeVar("Name", str, int)


class Ledger(Protocol):
    """Gathers what parts ask; `Any` stands for marks and answers of its own kind."""

    def mark(self) -> Any:
        """The present place, for `since` and `back_to`."""

    def since(self, mark: Any) -> Any:
        """The answers that were given behind a mark."""

    def repeat(self, answers: Any) -> bool:
        """Asks again; False as soon as an answer is another."""

    def back_to(self, mark: Any) -> None:
        """Takes back all behind a mark."""


@dataclass
class Numbers:
    """Numbers of names, from `first` on, in the order in which the names come."""

    first: int = 1
    numbers: dict[str, int] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)

    def of(self, name: str) -> int:
        """The number of a name."""
        number = self.numbers.setdefault(name, self.first + len(self.numbers))
        self.asked.append((name, number))
        return number

    def mark(self) -> tuple[int, int]:
        """The present place."""
        return len(self.numbers), len(self.asked)

    def since(self, mark: tuple[int, int]) -> list[tuple[str, int]]:
        """The answers behind a mark."""
        return self.asked[mark[1] :]

    def repeat(self, answers: list[tuple[str, int]]) -> bool:
        """Asks for the same names."""
        return all(self.of(name) == number for name, number in answers)

    def back_to(self, mark: tuple[int, int]) -> None:
        """Takes back what came behind a mark."""
        while len(self.numbers) > mark[0]:
            self.numbers.popitem()
        del self.asked[mark[1] :]


@dataclass
class Used(Generic[Name]):
    """Names or numbers that are used somewhere; no part asks for them."""

    names: dict[Name, None] = field(default_factory=dict)
    asked: list[Name] = field(default_factory=list)

    def add(self, name: Name) -> None:
        """Notes a name."""
        self.names[name] = None
        self.asked.append(name)

    def __iter__(self) -> Iterator[Name]:
        return iter(self.names)

    def mark(self) -> tuple[int, int]:
        """The present place."""
        return len(self.names), len(self.asked)

    def since(self, mark: tuple[int, int]) -> dict[Name, None]:
        """The names that were noted behind a mark."""
        return dict.fromkeys(self.asked[mark[1] :])

    def repeat(self, answers: dict[Name, None]) -> bool:
        """Notes the same names."""
        self.names.update(answers)
        return True

    def back_to(self, mark: tuple[int, int]) -> None:
        """Takes back what came behind a mark."""
        while len(self.names) > mark[0]:
            self.names.popitem()
        del self.asked[mark[1] :]
