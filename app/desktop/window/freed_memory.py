"""Freed memory goes back to the system, so that a window that is open for days stays small."""

from __future__ import annotations

import ctypes
import sys

M_MMAP_THRESHOLD = -3  # of mallopt, in malloc.h of glibc
LARGE = 512 * 1024  # bytes


def return_large_blocks() -> None:
    """Has blocks from `LARGE` on taken from the system one by one, and given back when freed.

    The allocator of glibc raises its own bound to the largest block that was freed, up to 32 MB.
    From then on pictures, meshes and buffers of the 3D view lie among small values that live long,
    and the holes that they leave are lost: 300 MB of 870 after a thousand clicks into a window.
    Allocators of other systems do without.
    """
    if sys.platform != "linux":
        return
    try:
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
    except (OSError, AttributeError):  # another C library, as musl
        return
