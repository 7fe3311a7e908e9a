"""What a translation gathers over the whole text, such as numbers of names in their order.

A ledger holds every question with its answer, so that a part that was kept asks again: it is good
where all answers are those of before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

NEW = "\0"
Name = TypeVar("Name", bound=Hashable)
Value = TypeVar("Value")


class Ledger(Protocol):
    """Gathers what parts ask; `Any` stands for marks and answers of its own kind."""

    def mark(self) -> Any:
        """The present place, for `since` and `back_to`."""

    def since(self, mark: Any) -> Any:
        """The answers that were given behind a mark, those that were repeated among them."""

    def repeat(self, answers: Any) -> bool:
        """Asks again; False as soon as an answer is another."""

    def back_to(self, mark: Any) -> None:
        """Takes back all behind a mark."""


class _Asking:
    """A ledger that changes nothing: parts only ask it. asked: What they asked, in its order."""

    asked: list[Any]

    def mark(self) -> int:
        """The present place."""
        return len(self.asked)

    def back_to(self, mark: int) -> None:
        """Takes back what was asked for behind a mark."""
        del self.asked[mark:]


class _Gathering:
    """A ledger with a table to which parts add. asked: What they asked, in its order."""

    asked: list[Any]

    def _table(self) -> dict[Any, Any]:
        """What was gathered so far, what came last at the end."""
        raise NotImplementedError

    def mark(self) -> tuple[int, int]:
        """The present place."""
        return len(self._table()), len(self.asked)

    def back_to(self, mark: tuple[int, int]) -> None:
        """Takes back what came behind a mark."""
        table = self._table()
        while len(table) > mark[0]:
            table.popitem()
        del self.asked[mark[1] :]


@dataclass
class Numbers(_Gathering):
    """Numbers of names, from `first` on, in the order in which the names come."""

    first: int = 1
    numbers: dict[str, int] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)

    def of(self, name: str) -> int:
        """The number of a name; of NEW one that no name has yet."""
        key = f"{NEW}{len(self.numbers)}" if name == NEW else name
        number = self.numbers.setdefault(key, self.first + len(self.numbers))
        self.asked.append((name, number))
        return number

    def _table(self) -> dict[Any, Any]:
        return self.numbers

    def since(self, mark: tuple[int, int]) -> list[tuple[str, int]]:
        """The answers behind a mark, each once."""
        return list(dict.fromkeys(self.asked[mark[1] :]))

    def repeat(self, answers: list[tuple[str, int]]) -> bool:
        """Asks for the same names."""
        return all(self.of(name) == number for name, number in answers)


@dataclass
class Used(_Gathering, Generic[Name]):
    """Names or numbers that are used somewhere; no part asks for them."""

    names: dict[Name, None] = field(default_factory=dict)
    asked: list[Name] = field(default_factory=list)

    def add(self, name: Name) -> None:
        """Notes a name."""
        self.names[name] = None
        self.asked.append(name)

    def __iter__(self) -> Iterator[Name]:
        return iter(self.names)

    def _table(self) -> dict[Any, Any]:
        return self.names

    def since(self, mark: tuple[int, int]) -> dict[Name, None]:
        """The names that were noted behind a mark."""
        return dict.fromkeys(self.asked[mark[1] :])

    def repeat(self, answers: dict[Name, None]) -> bool:
        """Notes the same names."""
        self.names.update(answers)
        self.asked += answers
        return True


@dataclass
class Listed(Generic[Name]):
    """A list to which parts add values; no part asks for them."""

    values: list[Name] = field(default_factory=list)

    def add(self, value: Name) -> None:
        """Adds a value."""
        self.values.append(value)

    def mark(self) -> int:
        """The present place."""
        return len(self.values)

    def since(self, mark: int) -> list[Name]:
        """The values that were added behind a mark."""
        return self.values[mark:]

    def repeat(self, answers: list[Name]) -> bool:
        """Adds the same values."""
        self.values += answers
        return True

    def back_to(self, mark: int) -> None:
        """Takes back what was added behind a mark."""
        del self.values[mark:]


@dataclass
class First(_Gathering, Generic[Name]):
    """Names, of which parts ask whether they come for the first time."""

    names: dict[Name, None] = field(default_factory=dict)
    asked: list[tuple[Name, bool]] = field(default_factory=list)

    def of(self, name: Name) -> bool:
        """Whether a name has not come yet."""
        is_first = name not in self.names
        self.names[name] = None
        self.asked.append((name, is_first))
        return is_first

    def _table(self) -> dict[Any, Any]:
        return self.names

    def since(self, mark: tuple[int, int]) -> list[tuple[Name, bool]]:
        """The answers behind a mark; of those for one name the first, which decides on the rest."""
        found = dict[Name, bool]()
        for name, is_first in self.asked[mark[1] :]:
            found.setdefault(name, is_first)
        return list(found.items())

    def repeat(self, answers: list[tuple[Name, bool]]) -> bool:
        """Asks for the same names; False as soon as an answer is another."""
        names = self.names
        for name, is_first in answers:  # not by `of`: it is done for all parts at each keystroke
            if (name in names) is is_first:
                return False
            names[name] = None
        self.asked += answers
        return True


@dataclass
class Made(_Gathering, Generic[Name, Value]):
    """Values that are made once for each name, perhaps of those that were made before it.

    make: Makes the value of a name; it gets the names with the values that were made.
    """

    make: Callable[[Name, Mapping[Name, Value]], Value]
    values: dict[Name, Value] = field(default_factory=dict)
    asked: list[tuple[Name, Value]] = field(default_factory=list)

    def of(self, name: Name) -> Value:
        """The value of a name."""
        if name not in self.values:
            self.values[name] = self.make(name, self.values)
        self.asked.append((name, self.values[name]))
        return self.values[name]

    def _table(self) -> dict[Any, Any]:
        return self.values

    def since(self, mark: tuple[int, int]) -> dict[Name, Value]:
        """The values that were asked for behind a mark."""
        return dict(self.asked[mark[1] :])

    def repeat(self, answers: dict[Name, Value]) -> bool:
        """Asks for the same names; False as soon as a value is another."""
        if answers.items() <= self.values.items():  # mostly, and quickly
            self.asked += answers.items()
            return True
        return all(self.of(name) == value for name, value in answers.items())


@dataclass
class Lookups(_Asking, Generic[Name, Value]):
    """Values by names, which are known before; parts ask for the value of a name."""

    values: Mapping[Name, Value]
    asked: list[Name] = field(default_factory=list)

    def get(self, name: Name) -> Value | None:
        """The value of a name; None for one without a value."""
        self.asked.append(name)
        return self.values.get(name)

    def since(self, mark: int) -> dict[Name, Value | None]:
        """The values that were asked for behind a mark."""
        return {name: self.values.get(name) for name in self.asked[mark:]}

    def repeat(self, answers: dict[Name, Value | None]) -> bool:
        """Whether the names have the values of before."""
        self.asked += answers
        if answers.items() <= self.values.items():  # mostly, and quickly
            return True
        return all(self.values.get(name) == value for name, value in answers.items())


@dataclass
class Members(_Asking, Generic[Name]):
    """Names of a set that is known before; parts ask whether a name is among them."""

    members: Set[Name] = frozenset()
    asked: list[Name] = field(default_factory=list)

    def __contains__(self, name: Name) -> bool:
        """Whether a name is among them."""
        self.asked.append(name)
        return name in self.members

    def since(self, mark: int) -> tuple[frozenset[Name], frozenset[Name]] | None:
        """The names that were asked for behind a mark, and those of them that are members."""
        asked = frozenset(self.asked[mark:])
        return (asked, asked & self.members) if asked else None

    def repeat(self, answers: tuple[frozenset[Name], frozenset[Name]]) -> bool:
        """Whether the names that were asked for are members, or not, as before."""
        asked, found = answers
        self.asked += asked
        return asked & self.members == found if found else asked.isdisjoint(self.members)
