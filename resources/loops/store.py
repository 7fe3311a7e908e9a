"""Machine code in the user's cache folder, so that it is made once on each machine.

A file that cannot be read, is incomplete, or cannot be written only costs time.
"""

import contextlib
import hashlib
import os
import sys
from pathlib import Path

_CHECKSUM = 32


def folder() -> Path | None:
    """The folder for machine code; None where the user has no home folder."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        caches = Path(named) if named else Path.home()
    except RuntimeError:
        return None
    if not named:
        caches = caches / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return caches / "cellwright"


def kept(key: str) -> bytes | None:
    """The machine code kept under a key; None where it is missing or incomplete."""
    place = folder()
    if place is None:
        return None
    try:
        content = (place / f"{key}.o").read_bytes()
    except OSError:
        return None
    code = content[_CHECKSUM:]
    return code if hashlib.sha256(code).digest() == content[:_CHECKSUM] else None


def keep(key: str, code: bytes) -> None:
    """Keeps machine code under a key; writes and renames the file, so that nobody reads
    half of it.
    """
    place = folder()
    if place is None:
        return
    fresh = place / f"{key}.{os.getpid()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(hashlib.sha256(code).digest() + code)
        fresh.replace(place / f"{key}.o")
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
