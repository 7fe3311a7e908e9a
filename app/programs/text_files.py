"""Reads and saves text files without loss: a file is written whole or not at all, with a backup.

The new content is written to a file in the same folder and then put in place in one step; the
former content stays as `name~`. Line ends and a byte order mark stay as they were.
"""

from __future__ import annotations

import codecs
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.programs.read_text import TextReader
from app.stopping import whole_or_not_at_all
from language.rows.line_ends import with_lf

LARGEST_FILE = 64 * 1024 * 1024
UTF_8, WINDOWS = "utf-8", "cp1252"


class FileError(OSError):
    """A file cannot be read or written; the text is one sentence for the user."""


@dataclass(frozen=True)
class Stamp:
    """Tells one content of a file from another without reading the file."""

    modified_ns: int
    size: int
    inode: int


@dataclass(frozen=True)
class TextFile:
    """The text of a file with LF line ends, and how the file itself spells its line ends.

    newline: The line end in the file. bom: Whether it begins with a byte order mark. encoding: Of
    its characters, that of Windows for some programs of controllers.
    stamp: The stamp of the content read; None where there was no file.
    """

    text: str
    newline: str = "\n"
    bom: bool = False
    stamp: Stamp | None = None
    encoding: str = UTF_8


def stamp_of(path: Path) -> Stamp | None:
    """The present stamp of a file; None where there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return Stamp(found.st_mtime_ns, found.st_size, found.st_ino)


def read_text_file(path: Path) -> TextFile:
    """The text of a file in UTF-8; a program of a controller may be in Windows-1252.

    Raises FileError, whose message says why it has none.
    """
    stamp = stamp_of(path)
    try:
        if stamp is not None and stamp.size > LARGEST_FILE:
            raise FileError(f"{path}: {stamp.size / 1e6:.0f} MB is too large for a program")
        data = path.read_bytes()
    except OSError as fault:
        raise FileError(f"{path}: {fault.strerror or fault}") from fault
    bom = data.startswith(codecs.BOM_UTF8)
    text, encoding = _decoded(path, data)
    newline = "\r\n" if "\r\n" in text else "\n"
    return TextFile(with_lf(text), newline, bom, stamp, encoding)


def _decoded(path: Path, data: bytes) -> tuple[str, str]:
    if b"\0" in data:
        raise FileError(f"{path}: this is not a text file (a zero byte at {data.index(0)})")
    try:
        return data.decode("utf-8-sig"), UTF_8
    except UnicodeDecodeError as fault:
        if TextReader.is_foreign(path):
            return data.decode(WINDOWS, errors="replace"), WINDOWS
        line = data.count(b"\n", 0, fault.start) + 1
        byte = f"byte 0x{data[fault.start]:02X} in line {line}"
        raise FileError(f"{path}: this is not a text file in UTF-8 ({byte})") from fault


def save_text_file(
    path: Path, text: str, newline: str = "\n", bom: bool = False, encoding: str = UTF_8
) -> Stamp | None:
    """Replaces a file by `text`, keeps the former content as `name~`, and gives the new stamp.

    Raises FileError where the file cannot be written.
    """
    try:
        data = text.replace("\n", newline).encode(encoding)
    except UnicodeEncodeError as fault:
        letter = text.replace("\n", newline)[fault.start]
        why = f"not saved: the file is in {encoding}, which has no {letter!r}"
        raise FileError(f"{path}: {why}") from fault
    return save_bytes(path, codecs.BOM_UTF8 + data if bom else data)


def save_bytes(path: Path, data: bytes) -> Stamp | None:
    """Does what `save_text_file` does for content that is encoded already."""
    target = path.resolve()  # a link stays a link
    try:
        if target.exists():
            shutil.copy2(target, target.with_name(target.name + "~"))
        put_in_place(target, data)
    except OSError as fault:
        raise FileError(f"{path}: not saved: {fault.strerror or fault}") from fault
    return stamp_of(path)


def put_in_place(target: Path, data: bytes) -> None:
    """Writes a temporary file in the same folder and moves it to `target` in one step.

    Raises OSError where that fails; the target is then unchanged.
    """
    with whole_or_not_at_all():
        _replace_at_once(target, data)


def _replace_at_once(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode_of(target))
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _bring_to_disk(target.parent)


def _bring_to_disk(folder: Path) -> None:
    """Flushes a folder, so that a new name survives a power failure; does nothing on Windows."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _mode_of(target: Path) -> int:
    """The permissions of a file, or those that a new file gets in this process."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
