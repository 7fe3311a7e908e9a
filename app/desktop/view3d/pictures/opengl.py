"""Whether this machine can draw off screen, with or without a display."""

from __future__ import annotations

import os
import sys
from ctypes.util import find_library

# Pictures are drawn at twice the size and averaged: edges are smooth with every driver.
OVERSAMPLING = 2
NO_OPENGL = (
    "no picture can be drawn: this machine offers no OpenGL. On Debian and Ubuntu the packages "
    "libegl1, libgl1 and libgl1-mesa-dri draw without a graphics card."
)


class RenderError(OSError):
    """A picture cannot be drawn or written."""


def require_opengl() -> None:
    """Raises RenderError where nothing can draw off screen; VTK itself would crash there."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        # EGL at once: VTK would first complain about the missing display.
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    from vtkmodules import vtkRenderingOpenGL2
    from vtkmodules.vtkCommonCore import vtkLogger

    # The user need not read of drivers that failed before one that works.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    window = vtkRenderingOpenGL2.vtkOpenGLRenderWindow()
    # VTK falls back to OSMesa without a test whether that library is installed.
    is_last_resort = type(window).__name__ == "vtkOSOpenGLRenderWindow"
    if not window.SupportsOpenGL() or (is_last_resort and find_library("OSMesa") is None):
        raise RenderError(NO_OPENGL)
