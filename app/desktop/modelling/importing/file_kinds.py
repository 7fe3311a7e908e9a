"""What a file is, from its suffix and from its first bytes, before it is opened or imported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from app.programs.read_text import TextReader
from geometry.mesh_files.step import SUFFIXES as STEP_SUFFIXES


class FileKind(Enum):
    """The kinds of files that the window takes."""

    PROGRAM = "program"
    CELL = "cell"
    MESH = "mesh"
    PART = "part"  # a part file or a part text: a solid made of primitives
    URDF = "robot description"
    ROBOT = "robot file"
    STUDY = "study"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Sniffed:
    """The kind of a file; of an unknown one also the reason, as a sentence that names the file."""

    kind: FileKind
    reason: str = ""


MESH_SUFFIXES = (".stl", ".obj", ".ply", ".3mf", ".glb", ".gltf", *STEP_SUFFIXES)
IMPORT_FILTER = (
    "Everything that can be imported (*.stl *.obj *.ply *.3mf *.glb *.gltf *.step *.stp *.urdf "
    "*.tips *.part.yaml *.robot.yaml)"
    ";;Meshes (*.stl *.obj *.ply *.3mf *.glb *.gltf *.step *.stp)"
    ";;Robots (*.urdf *.robot.yaml);;Parts (*.tips *.part.yaml);;All files (*)"
)
WHAT_CAN_BE_DROPPED = (
    "The window takes programs (.val, .txt), cells (.cell.yaml), studies (.study.yaml), meshes "
    "(STL, OBJ, PLY, 3MF, glTF, STEP), robots (URDF, .robot.yaml) and parts (.tips, .part.yaml)."
)
_PROGRAM_SUFFIXES = (".val", ".txt", ".v2", ".pg", ".script", "")
_YAML_SUFFIXES = (".yaml", ".yml")
_HEAD_BYTES = 65_536
_KEY = re.compile(r"^([A-Za-z_]+)\s*:", re.MULTILINE)
_TIPS = re.compile(r"^\s*\d*\s*#[FP]\b", re.MULTILINE)
# The first bytes that tell formats apart, and the suffixes with which each format is read.
_MAGIC = (
    (re.compile(rb"glTF"), "binary glTF", (".glb",)),
    (re.compile(rb"PK\x03\x04"), "a zip file, as 3MF is", (".3mf",)),
    (re.compile(rb"\s*ISO-10303-21"), "STEP", STEP_SUFFIXES),
    (re.compile(rb"ply\r?\n"), "PLY", (".ply",)),
)


def sniffed(path: Path) -> Sniffed:
    """The kind of a file; an unreadable, empty or unknown file gives a reason for the user."""
    if path.is_dir():
        return _unknown(f"{path.name} is a folder, not a file. {WHAT_CAN_BE_DROPPED}")
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError as fault:
        return _unknown(f"{path.name} cannot be read: {fault.strerror or fault}.")
    suffix = path.suffix.lower()
    if not head.strip():
        if suffix in _PROGRAM_SUFFIXES[:2]:
            return Sniffed(FileKind.PROGRAM)
        return _unknown(f"{path.name} is empty: there is nothing in it to open or import.")
    if suffix in MESH_SUFFIXES:
        return _mesh(path, head)
    return _text(path, suffix, head)


def _mesh(path: Path, head: bytes) -> Sniffed:
    """A file with the suffix of a mesh; its first bytes must not be those of another format."""
    for magic, name, suffixes in _MAGIC:
        if magic.match(head) and path.suffix.lower() not in suffixes:
            return _unknown(
                f"{path.name} holds {name}, not what its suffix says: give it the suffix "
                f"{suffixes[0]} and import it again."
            )
    return Sniffed(FileKind.MESH)


def _text(path: Path, suffix: str, head: bytes) -> Sniffed:
    for magic, name, suffixes in _MAGIC:
        if magic.match(head):
            return _unknown(f"{path.name} seems to be {name}: give it the suffix {suffixes[0]}.")
    if b"\0" in head:
        return _unknown(f"{path.name} is of an unknown kind. {WHAT_CAN_BE_DROPPED}")
    words = head.decode("utf-8", "replace")
    if "<robot" in words and suffix in (".urdf", ".xml", ".xacro"):
        if suffix == ".xacro" or "xacro:" in words:
            return _unknown(
                f"{path.name} is a xacro template: write it out with the tool xacro, and import "
                "the URDF."
            )
        return Sniffed(FileKind.URDF)
    if suffix == ".urdf":
        return _unknown(f"{path.name} is no URDF: it has no element <robot>.")
    if suffix == ".tips" or (suffix in _PROGRAM_SUFFIXES and _TIPS.search(words)):
        return Sniffed(FileKind.PART)
    if suffix in _YAML_SUFFIXES:
        return Sniffed(_yaml_kind(set(_KEY.findall(words))))
    if suffix in _PROGRAM_SUFFIXES or TextReader.is_foreign(path):
        return Sniffed(FileKind.PROGRAM)
    return _unknown(f"{path.name} is of an unknown kind. {WHAT_CAN_BE_DROPPED}")


def _yaml_kind(keys: set[str]) -> FileKind:
    """The kind of a YAML file with these outermost keys; the reader of cells reports the others."""
    if "study" in keys:
        return FileKind.STUDY
    if "cell" in keys or "robots" in keys:
        return FileKind.CELL
    if "part" in keys:
        return FileKind.PART
    return FileKind.ROBOT if keys & {"robot", "mechanism"} else FileKind.CELL


def _unknown(reason: str) -> Sniffed:
    return Sniffed(FileKind.UNKNOWN, reason)
