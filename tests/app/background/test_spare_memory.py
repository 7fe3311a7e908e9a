"""Memory that was freed between used pieces goes back to the system."""

import ctypes
import os
import sys

import pytest

from app.background.spare_memory import give_back

PIECE, COUNT = 16_000, 4_000  # bytes, pieces: too small to be given back one by one


def resident() -> int:
    """Bytes of this process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give freed memory back")
def test_freed_memory_between_used_pieces_is_given_back() -> None:
    library = ctypes.CDLL(None)
    if not hasattr(library, "malloc_trim"):
        pytest.skip("this C library gives freed memory back")
    give_back()
    pieces = [bytearray(PIECE) for _ in range(COUNT)]
    kept = pieces[::50]  # the gaps between them cannot be given back at the end of the heap
    full = resident()
    del pieces
    before = resident()
    give_back()
    assert full - before < 0.5 * PIECE * COUNT, "the gaps were given back without being asked"
    assert before - resident() > 0.7 * PIECE * COUNT
    assert len(kept) == COUNT // 50


def test_giving_back_can_be_asked_anywhere() -> None:
    give_back()
    give_back()
