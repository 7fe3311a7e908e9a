"""A function that runs as shipped machine code."""

from array import array
from collections.abc import Callable
from typing import Any

from resources.loops.kinds import Block, Kinds, lay_out
from resources.loops.loading import is_loaded, machine_code

FAILED = -(2**63)
"""What machine code returns where its Python source would have raised an error."""


class Loop:
    """A loop: its Python source, and calls of the machine code made from it.

    python: The source, a plain function. kinds: The kinds of its arguments by their names, in
    order.
    room: The package that ships it.
    """

    def __init__(self, function: Callable[..., Any], kinds: dict[str, Kinds]) -> None:
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        if names != tuple(kinds):
            raise TypeError(f"{function.__name__} takes {names}; kinds are given of {tuple(kinds)}")
        self.python = function
        self.kinds = kinds
        self.name = function.__name__
        self.room = function.__module__.partition(".")[0]

    @property
    def is_ready(self) -> bool:
        """Whether there is machine code; the first question loads it."""
        return self.name in machine_code(self.room)

    @property
    def is_known(self) -> bool:
        """Whether `is_ready` answers at once: the machine code is loaded, or cannot be had."""
        return is_loaded(self.room)

    def __call__(self, *arguments: Any) -> int:
        """Runs the loop; gives its whole number, 0 where it returns none.

        Raises TypeError where an argument is not of its kind, and RuntimeError where the loop ends
        with an
        error of its own. Other Python threads may run meanwhile.
        """
        return self.laid_out(*arguments)()

    def laid_out(self, *arguments: Any) -> "LaidOut":
        """The loop with its arguments checked and laid out, for many calls on the same arrays.

        Raises TypeError where an argument is not of its kind. An array that loops only read and
        that is not in C order is copied now: the calls do not see what is written into it later.
        """
        words: list[int] = []
        alive: list[object] = []
        for (name, kinds), value in zip(self.kinds.items(), arguments, strict=True):
            lay_out(kinds, value, name, words, alive)
        return LaidOut(self, arguments, array("q", words), alive)


class LaidOut:
    """A loop with its arguments; each call reads and writes the same arrays.

    So no two threads may call one of these at a time.
    """

    def __init__(
        self, loop: Loop, arguments: tuple[Any, ...], words: "array[int]", alive: list[object]
    ) -> None:
        self.loop = loop
        self.arguments = arguments
        self._words, self._alive = words, alive  # the machine code reads them
        self._address = words.buffer_info()[0]
        self._run = machine_code(loop.room).get(loop.name)

    def __call__(self) -> int:
        """Runs the loop; gives its whole number, 0 where it returns none. See `Loop.__call__`."""
        loop = self.loop
        if self._run is None:
            return int(loop.python(*map(plain, self.arguments)) or 0)
        result = self._run(self._address)
        if result == FAILED:
            raise RuntimeError(f"the loop {loop.room}.{loop.name} ended with an error")
        return result


def shipped(**kinds: Kinds) -> Callable[[Callable[..., Any]], Loop]:
    """Marks a function as a loop that is shipped as machine code.

    kinds: The kinds of its arguments by their names.
    """

    def marked(function: Callable[..., Any]) -> Loop:
        return Loop(function, kinds)

    return marked


def plain(value: Any) -> Any:
    """A value with its blocks taken apart, as the Python source takes it."""
    if isinstance(value, Block):
        return plain(value.values)
    return tuple(map(plain, value)) if isinstance(value, tuple) else value
