"""Letters: values come out as they went in, and the collector is left as it was."""

import gc
import pickle

import pytest

from app.background.letters import packed, unpacked

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
