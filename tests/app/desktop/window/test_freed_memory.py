"""Large blocks are given back when freed, also where a small one that lives lies behind them."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import ctypes, sys
from app.desktop.window.freed_memory import return_large_blocks

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
if sys.argv[1] == "yes":
    return_large_blocks()

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

holes = [libc.malloc(2_000) for _ in range(5_000)]  # no older hole takes a small value in
libc.free(libc.malloc(30_000_000))  # where nothing is said, all smaller ones join the small values
before, kept = resident(), []
for _ in range(30):
    large = libc.malloc(3_000_000)
    ctypes.memset(large, 1, 3_000_000)
    kept.append((large, libc.malloc(2_000)))
for large, _ in kept:
    libc.free(large)
print(resident() - before)
"""

SETTINGS = ("MALLOC_", "GLIBC_TUNABLES", "LD_PRELOAD")


def left_kb(is_told: str) -> int:
    """What a process holds after 90 MB were freed, kB."""
    command = [sys.executable, "-c", SCRIPT, is_told]
    # The allocator as a user has it: glibc reads bounds for it from the environment too.
    plain = {name: text for name, text in os.environ.items() if not name.startswith(SETTINGS)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=plain)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other allocators")
def test_holes_between_small_values_are_given_back() -> None:
    import ctypes

    if not hasattr(ctypes.CDLL(None), "mallopt"):
        pytest.skip("this C library has no mallopt")
    assert left_kb("no") > 60_000  # else there is nothing to mend
    assert left_kb("yes") < 5_000


def test_it_can_be_said_twice() -> None:
    from app.desktop.window.freed_memory import return_large_blocks

    return_large_blocks()
    return_large_blocks()
