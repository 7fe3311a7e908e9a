"""STL files, binary and text, whatever their heads say.

A binary file has 80 bytes of any content, the number of triangles, and 50 bytes for each triangle:
normal and corners in single precision, and two more bytes. Its head may begin with `solid`, as a
text file does, so the length of the file decides which it is. A text file is words between blanks
of any kind; only the corners in it matter.
"""

import re

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.mesh import Integers
from geometry.poses import Array

_HEAD, _FACET = 84, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
_CORNER = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE)


def triangles_of(content: bytes) -> tuple[Array, Integers]:
    """Corners (3 n, 3), in the file's unit, and the triangles (n, 3) of these corners;
    GeometryError if the content is cut off or no STL file."""
    corners = _text(content) if _is_text(content) else _binary(content)
    return corners.reshape(-1, 3), np.arange(len(corners) * 3).reshape(-1, 3)


def _is_text(content: bytes) -> bool:
    if len(content) >= _HEAD and len(content) == _HEAD + _FACET.itemsize * _count(content):
        return False
    start = content[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith(b"solid") and b"\0" not in content


def _count(content: bytes) -> int:
    return int.from_bytes(content[_HEAD - 4 : _HEAD], "little")


def _binary(content: bytes) -> Array:
    if len(content) < _HEAD:
        raise GeometryError(f"the file is cut off: {len(content)} bytes are less than its head")
    count, there = _count(content), (len(content) - _HEAD) // _FACET.itemsize
    if there < count:
        raise GeometryError(f"the file is cut off, or no STL: {there} of its {count} triangles")
    facets = np.frombuffer(content, _FACET, count, _HEAD)
    return np.asarray(facets["corners"], dtype=float)


def _text(content: bytes) -> Array:
    if not re.search(rb"\bendsolid\b", content[-512:], re.IGNORECASE):
        raise GeometryError("the file is cut off: there is no endsolid at its end")
    found = _CORNER.findall(content)
    numbers = np.array([[_number(word) for word in corner] for corner in found])
    if len(numbers) % 3:
        raise GeometryError(f"a triangle has three corners; the file has {len(numbers)} in all")
    return numbers.reshape(-1, 3, 3)


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        shown = word[:20].decode("ascii", "replace")
        raise GeometryError(f"a corner is three numbers, and {shown} is none") from None
