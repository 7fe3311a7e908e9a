"""Letters between processes: values as bytes, packed and unpacked without garbage collection.

A run of 1,000 motions is a letter of 30,000 objects. While they are made, the collector looks at
all objects of the process again and again, and takes as long as the unpacking itself. None of the
new objects is garbage, so that this is for nothing.

Large arrays are not copied into a letter: it holds them as they lie in memory, and they go through
the pipe one by one. The mesh of a scanned part has some 20 megabytes, and each copy of it would
stop the window for longer than the solid's other values take together.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

LARGE_BYTES = 1 << 16  # an array of so many bytes or more goes beside the head of its letter


@dataclass(frozen=True, eq=False)
class Letter:
    """A value as bytes.

    head: The pickled value without its large arrays. arrays: The bytes of these arrays in the order
    in which the head names them; those of a packed value are the memory of its own arrays.
    """

    head: bytes
    arrays: tuple[memoryview | bytes | bytearray, ...] = ()

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self.head) + sum(len(array) for array in self.arrays)

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """A letter within another one: its arrays are not copied either."""
        if protocol < 5:
            return Letter, (self.head, tuple(bytes(array) for array in self.arrays))
        return Letter, (self.head, tuple(pickle.PickleBuffer(array) for array in self.arrays))


def packed(value: Any) -> Letter:
    """A value as a letter; raises what `pickle.dumps` raises."""
    arrays: list[memoryview] = []

    def keep_inside(array: pickle.PickleBuffer) -> bool:
        view = array.raw()
        if view.nbytes < LARGE_BYTES:
            return True
        arrays.append(view)
        return False

    with _uncollected():
        head = pickle.dumps(value, protocol=5, buffer_callback=keep_inside)
    return Letter(head, tuple(arrays))


def unpacked(letter: Letter) -> Any:
    """The value of a letter, with the letter's memory in its large arrays; raises what
    `pickle.loads` raises."""
    with _uncollected():
        return pickle.loads(letter.head, buffers=letter.arrays)


def send(pipe: Connection, letter: Letter, number: int = 0) -> None:
    """Sends a letter and a number that can be read even where the letter cannot."""
    kinds = [memoryview(array).readonly for array in letter.arrays]
    pipe.send_bytes(pickle.dumps((number, letter.head, kinds)))
    for array in letter.arrays:
        pipe.send_bytes(array)


def receive(pipe: Connection) -> tuple[int, Letter]:
    """The number and the letter of `send`; waits for them. An array that could be written to can
    be written to again."""
    number, head, kinds = pickle.loads(pipe.recv_bytes())
    arrays: list[bytes | bytearray] = []
    for is_fixed in kinds:
        array = pipe.recv_bytes()
        arrays.append(array if is_fixed else bytearray(array))
    return number, Letter(head, tuple(arrays))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Holds back the collector, if it is on; it is on again afterwards."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
