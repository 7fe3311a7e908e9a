"""The user's own languages of makers: one Python file each, in a folder beside the settings.

A file `house.py` there defines `MAKER`, and adds the language `house`. It is code, and runs as
such: only its user can put it there.
"""

from __future__ import annotations

import os
import re
import runpy
import sys
import traceback
from functools import cache
from pathlib import Path

from scenes.errors import SceneError

FOLDER = ("cellwright", "makers")
DEFINES = "MAKER"
KEY = re.compile(r"[a-z][a-z0-9_]*")


def own_folder() -> Path:
    """The folder of the user's own languages, which need not exist: `~/.config/cellwright/makers`.

    On Windows and macOS it lies in the folder of settings there; XDG_CONFIG_HOME goes first on
    Linux.
    """
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Preferences"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return base.joinpath(*FOLDER)


def own_keys() -> tuple[str, ...]:
    """The names of the user's own languages, in alphabetical order; no file is run for this."""
    try:
        stems = [path.stem for path in own_folder().glob("*.py") if path.is_file()]
    except OSError:
        return ()
    return tuple(sorted(stem for stem in stems if KEY.fullmatch(stem)))


def own_value(key: str) -> object:
    """What the file of one of the user's own languages defines as MAKER.

    Raises SceneError with the line of the fault where the file cannot be run or defines none.
    """
    path = own_folder() / f"{key}.py"
    try:
        modified_ns = path.stat().st_mtime_ns
    except OSError as fault:
        raise SceneError(f"{path}: {fault.strerror or fault}") from None
    return _value(path, modified_ns)


@cache
def _value(path: Path, modified_ns: int) -> object:
    try:
        defined = runpy.run_path(str(path), run_name=path.stem)
    except SyntaxError as fault:
        raise SceneError(f"{path}:{fault.lineno or 1}: not valid Python: {fault.msg}") from None
    except (Exception, SystemExit) as fault:
        told = f"{type(fault).__name__}: {fault}"
        raise SceneError(f"{path}:{_line_in(path, fault)}: this fails: {told}") from None
    if DEFINES not in defined:
        raise SceneError(f"{path}:1: this file defines no {DEFINES}, the language that it adds")
    return defined[DEFINES]


def _line_in(path: Path, fault: BaseException) -> int:
    """The line of the file at which a fault came up."""
    frames = traceback.extract_tb(fault.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return lines[-1] if lines and lines[-1] is not None else 1
