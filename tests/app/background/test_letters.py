"""Letters: values come out as they went in, without copies of large arrays, and the collector is
left as it was.
"""

import gc
import multiprocessing
import pickle
import threading

import numpy as np
import pytest

from app.background.letters import LARGE_BYTES, packed, receive, send, unpacked

seen: list[bool] = []


class Watching:
    """Notes whether the collector is on while it is packed and unpacked."""

    def __reduce__(self):
        seen.append(gc.isenabled())
        return _made, ()


def _made() -> Watching:
    seen.append(gc.isenabled())
    return Watching()


def _fault() -> None:
    raise ValueError("no such thing")


class Faulty:
    def __reduce__(self):
        return _fault, ()


@pytest.fixture(params=[True, False], autouse=True)
def is_on(request):
    was_on = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_on else gc.disable)()


def test_nothing_is_collected_while_a_letter_is_made_or_read(is_on) -> None:
    seen.clear()
    assert isinstance(unpacked(packed(Watching())), Watching)
    assert seen == [False, False]
    assert gc.isenabled() is is_on


def test_the_collector_is_as_before_after_a_letter_that_cannot_be_made_or_read(is_on) -> None:
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        packed(lambda: None)
    assert gc.isenabled() is is_on
    letter = packed(Faulty())
    with pytest.raises(ValueError, match="no such thing"):
        unpacked(letter)
    assert gc.isenabled() is is_on


def arrays() -> dict[str, np.ndarray]:
    """Arrays of several kinds, large and small."""
    numbers = np.random.default_rng(5).normal(size=(LARGE_BYTES // 16, 3))
    fixed = numbers.copy()
    fixed.flags.writeable = False
    kinds = {"plain": numbers, "fixed": fixed, "turned": np.asfortranarray(numbers)}
    return kinds | {"gaps": numbers[::2], "small": numbers[:4], "none": numbers[:0]}


def test_large_arrays_lie_in_a_letter_as_they_lie_in_memory():
    value = arrays()
    letter = packed({"first": value["plain"], "again": value["plain"], "small": value["small"]})
    assert len(letter.arrays) == 1
    assert np.shares_memory(np.frombuffer(letter.arrays[0]), value["plain"])
    assert len(letter.head) < LARGE_BYTES
    assert letter.size == len(letter.head) + value["plain"].nbytes


def test_a_letter_within_a_letter_is_not_copied_either():
    inner = packed(arrays()["plain"])
    outer = packed(("a job", inner))
    assert len(outer.head) < LARGE_BYTES
    assert np.shares_memory(np.frombuffer(outer.arrays[0]), np.frombuffer(inner.arrays[0]))
    assert np.array_equal(unpacked(unpacked(outer)[1]), arrays()["plain"])
    again = pickle.loads(pickle.dumps(inner, protocol=4))
    assert np.array_equal(unpacked(again), arrays()["plain"])


def test_arrays_come_through_a_pipe_as_they_were_and_as_writable_as_they_were():
    near, far = multiprocessing.Pipe()
    value = arrays()
    given = (near, packed(value), 7)
    sender = threading.Thread(target=send, args=given)  # a pipe holds less than these arrays
    sender.start()
    number, letter = receive(far)
    sender.join()
    found = unpacked(letter)
    assert number == 7
    assert found.keys() == value.keys()
    for name, array in value.items():
        assert np.array_equal(found[name], array), name
        assert found[name].flags.writeable == array.flags.writeable, name
    near.close()
    far.close()
