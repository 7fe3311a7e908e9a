"""The texts of a program for controllers that keep each program in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from scenes.makers.writing.calls import loops_around, names_for, routines_in
from scenes.makers.writing.orders import Call
from scenes.makers.writing.unrolled import Orders


class Programs(Protocol):
    """Writes one program after the other, each behind those that call it."""

    def main(self, orders: Orders) -> Iterator[str]:
        """The statements of the program of a run."""

    def called(self, call: Call) -> Iterator[str]:
        """The statements of a called program."""

    def text(self, name: str, statements: Iterator[str]) -> str:
        """The text of a program. statements: As `main` or `called` gives them."""


def program_texts(
    orders: Orders,
    main: str,
    name_of: Callable[[str], str],
    programs: Callable[[Mapping[str, str], Mapping[str, int]], Programs],
) -> dict[str, str]:
    """The texts of all programs by their names on the controller, that of the run first.

    orders: As the controller can say them. main: The name of the program of the run. name_of: Makes
    a name for the controller of any text. programs: Makes the writer, of the names of the called
    programs, and of the number of loops that may be open where each is called.
    """
    routines = routines_in(orders.orders)
    names = names_for(routines, name_of, {main})
    made = programs(names, loops_around(orders.orders))
    texts = {main: made.text(main, made.main(orders))}
    for each in routines.values():
        called = names[each.name]
        texts[called] = made.text(called, made.called(each))
    return texts


def files_beside(texts: Mapping[str, str], suffix: str) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files of the called programs. texts: As `program_texts` gives them."""
    _, *called = texts.items()
    return tuple((f"{name}{suffix}", text) for name, text in called)
