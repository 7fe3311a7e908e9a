"""The stamp of a room's bitcode: the sources it was made from, and the tools that made it."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Stamp:
    """The content of `loops.json`.

    bitcode: SHA-256 of `loops.bc`. sources: SHA-256 of each source by its name within the room.
    loops: Names of the loops. maker: Names and versions of the tools that made the bitcode.
    """

    bitcode: str
    sources: dict[str, str]
    loops: list[str]
    maker: dict[str, str]


def bitcode_path(room: Path) -> Path:
    """The file with the loops of a room as LLVM bitcode."""
    return room / "loops.bc"


def stamp_path(room: Path) -> Path:
    """The file with the stamp of a room's bitcode."""
    return room / "loops.json"


def digest(content: bytes) -> str:
    """SHA-256 of bytes, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def source_digest(path: Path) -> str:
    """The digest of a text, whatever its line ends."""
    return digest(path.read_bytes().replace(b"\r\n", b"\n"))


def read_stamp(room: Path) -> Stamp:
    """The content of `loops.json`. Raises OSError or ValueError where it cannot be used."""
    content = json.loads(stamp_path(room).read_text(encoding="utf-8"))
    try:
        return Stamp(**content)
    except TypeError as fault:
        raise ValueError(f"{stamp_path(room).name} is of another version") from fault


def write_stamp(room: Path, stamp: Stamp) -> None:
    """Writes `loops.json` into the folder of a room."""
    text = json.dumps(asdict(stamp), indent=2) + "\n"
    stamp_path(room).write_text(text, encoding="utf-8", newline="\n")


def edited_sources(room: Path, stamp: Stamp) -> list[str]:
    """Names of the sources that changed since the bitcode was made."""
    return [
        name
        for name, known in stamp.sources.items()
        if not (room / name).is_file() or source_digest(room / name) != known
    ]
