"""STEP files as triangles, read by cascadio (the extra `step`); no other module imports cascadio.

cascadio is under the MIT licence; its wheels hold OpenCASCADE as shared libraries, under LGPL-2.1
with the OCCT exception. cascadio is imported when the first STEP file is read, never earlier.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from geometry.errors import GeometryError

SUFFIXES = (".step", ".stp")

# Greatest distance of facets from the faces of the file, mm, and greatest angle between neighbours,
# rad.
CHORD, _TURN = 0.05, 0.2
_DAMAGED = "it is cut off or damaged, or no STEP file"
_MISSING = (
    "STEP files are read with cascadio, which is not installed: install the extra "
    'with pip install "cellwright[step]", or save the part as STL, 3MF or glTF'
)


def glb_of(source: Path, chord: float = CHORD) -> bytes:
    """A STEP file as binary glTF in metres, along the file's own axes.

    chord: Greatest distance of facets from the file's faces, mm. GeometryError, without the name of
    the file, says why the file cannot be read.
    """
    cascadio = _cascadio()
    data = source.read_bytes()
    try:
        with _quiet():
            glb = cascadio.load(data, "step", tol_linear=chord, tol_angular=_TURN)
    except Exception as error:
        # The binding raises exceptions of its own; each means that the file cannot be read.
        raise GeometryError(_DAMAGED) from error
    if not glb:
        raise GeometryError(_DAMAGED)
    return bytes(glb)


@contextmanager
def without_cascadio() -> Iterator[None]:
    """A context in which cascadio seems not to be installed. Without it, importing trimesh would
    import cascadio, which takes seconds."""
    if "cascadio" in sys.modules:
        yield
        return
    sys.modules["cascadio"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["cascadio"]


def _cascadio() -> ModuleType:
    try:
        import cascadio
    except ImportError as error:
        raise GeometryError(_MISSING) from error
    return cascadio


@contextmanager
def _quiet() -> Iterator[None]:
    """A context in which the process writes nothing: OpenCASCADE writes to its output directly."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(number) for number in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in (1, 2):
            os.dup2(nowhere, number)
        yield
    finally:
        for number, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, number)
            os.close(copy)
        os.close(nowhere)
