"""What was shipped with a room's bitcode: which sources it was made from, and by what."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Stamp:
    """The content of `loops.json`.

    bitcode: SHA-256 of `loops.bc`. sources: SHA-256 of each source by its name within the room.
    loops: Names of the loops. maker: Names and versions of what made the bitcode.
    """

    bitcode: str
    sources: dict[str, str]
    loops: list[str]
    maker: dict[str, str]


def bitcode_path(room: Path) -> Path:
    """The file with the loops of a room as LLVM bitcode."""
    return room / "loops.bc"


def stamp_path(room: Path) -> Path:
    """The file that tells which sources the bitcode of a room was made from."""
    return room / "loops.json"


def digest(content: bytes) -> str:
    """SHA-256 of some bytes, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def source_digest(path: Path) -> str:
    """The digest of a text, whichever ends of lines a checkout gave it."""
    return digest(path.read_bytes().replace(b"\r\n", b"\n"))


def read_stamp(room: Path) -> Stamp:
    """Reads `loops.json`; raises OSError or ValueError where it cannot be used."""
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
    """Names of the sources that are not those which the bitcode was made from."""
    return [
        name
        for name, known in stamp.sources.items()
        if not (room / name).is_file() or source_digest(room / name) != known
    ]
