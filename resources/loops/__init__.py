"""Loops in numbers: written in Python, shipped as LLVM bitcode, run as machine code.

A room (geometry, kinematics, scenes) writes slow loops as plain Python over NumPy arrays, in
modules whose names end in `_kernel`. `make loops` has numba translate them, once, on a developer's
machine; `loops.bc` and `loops.json` beside the room's `__init__.py` hold the result for any
processor, and are shipped. On the user's machine llvmlite turns these into machine code (0.3 s),
which is kept in the user's cache folder (0.1 s from then on). Numba is not needed there, and
nothing is compiled from Python.

How to add a loop
1. Write it in a `*_kernel.py` of the room: a function of numbers, arrays, and tuples of them. It
   calls functions of kernels and `math`, allocates as little as possible, writes what it
   finds into arrays that it is given, and returns a whole number or nothing. Kernels import from
   their room, and from rooms below it, nothing but kernels and constants.
2. Mark it with the kinds of its arguments, by their names; functions that only loops call need no
   mark:

       @shipped(points=reals(2), limit=REAL, found=written(wholes(1)))
       def find_near(points, limit, found): ...

3. `make loops` (half a minute), and commit `loops.bc` and `loops.json` together with the source.
   Run `make loops` after every change of a kernel, even of a comment: machine code is
   used only with the very sources that it was made from. A test says so when it is forgotten.
4. Call it: `find_near(points, 0.5, found)`. Every argument is checked before the machine code sees
   its address: dtype, dimensions and C order. What is only read is copied where it is not in
   order; what is written must be. Where many calls get the same arrays `block_of` checks them
   once, and `find_near.laid_out(...)` gives a call without arguments, for the case that all arrays
   are the same every time. `find_near.is_ready` says whether there is machine code; where there is
   not (llvmlite is missing, sources were edited), one line on stderr has said why, and a call runs
   the Python source, which gives the same numbers a hundred times more slowly: a room that has a
   faster NumPy path asks first.
5. Test it: `find_near.python(...)` is the source itself. Both give the same bits: the bitcode holds
   no flag that lets a compiler reorder or contract operations. `sin`, `atan2` and their like come
   from the C library of the system, so their last bit may differ from system to system.
"""

from resources.loops.kinds import (
    FLAG,
    REAL,
    WHOLE,
    Block,
    Kind,
    Kinds,
    block_of,
    flags,
    reals,
    wholes,
    written,
)
from resources.loops.loading import load_ahead
from resources.loops.loop import LaidOut, Loop, shipped

__all__ = [
    "FLAG",
    "REAL",
    "WHOLE",
    "Block",
    "Kind",
    "Kinds",
    "LaidOut",
    "Loop",
    "block_of",
    "flags",
    "load_ahead",
    "reals",
    "shipped",
    "wholes",
    "written",
]
