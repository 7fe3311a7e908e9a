"""A dropped file is known by its suffix and its content; unknown ones are refused in words."""

from pathlib import Path

import pytest

from app.desktop.modelling.importing.file_kinds import WHAT_CAN_BE_DROPPED, FileKind, sniffed
from geometry import Box, mesh_of
from geometry.mesh_files.formats import FORMATS, mesh_bytes
from scenes.library import cell_path, program_path, robot_path

KINDS = {
    "arm.urdf": ('<?xml version="1.0"?><robot name="a"/>', FileKind.URDF),
    "arm.xml": ("<robot name='a'></robot>", FileKind.URDF),
    "bar.tips": ("00010 #F 0,1,0,1,0,1,\n", FileKind.PART),
    "bar.txt": ("00010 #F 0,1,0,1,0,1,\n00020 #P B ( ) 0,1,0,1,0,1;\n", FileKind.PART),
    "peg.part.yaml": ("part: 1\nsolid:\n  - add: {box: [1, 1, 1]}\n", FileKind.PART),
    "broken.cell.yaml": ("cells: 1\n", FileKind.CELL),
    "go.val": ("10 READY\n", FileKind.PROGRAM),
    "empty.val": ("", FileKind.PROGRAM),
    "step.stp": ("ISO-10303-21;\nHEADER;\n", FileKind.MESH),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_of_a_text_follows_from_suffix_and_words(name: str, tmp_path: Path) -> None:
    text, kind = KINDS[name]
    path = tmp_path / name
    path.write_text(text)
    assert sniffed(path).kind is kind


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_that_is_written_is_taken_as_a_mesh(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"box{suffix}"
    path.write_bytes(mesh_bytes(path, [("box", mesh_of(Box((1, 2, 3))), None)]))
    assert sniffed(path).kind is FileKind.MESH


def test_shipped_files_are_what_their_folders_say() -> None:
    assert sniffed(cell_path("kakazu1985")).kind is FileKind.CELL
    assert sniffed(robot_path("puma560")).kind is FileKind.ROBOT
    assert sniffed(program_path("figure5")).kind is FileKind.PROGRAM


REFUSED = {
    "notes.pdf": (b"%PDF-1.7 \0", WHAT_CAN_BE_DROPPED),
    "empty.stl": (b"", "empty"),
    "wrong.stl": (b"ISO-10303-21;\n", ".step"),
    "wrong.obj": (b"glTF\x02\0\0\0", ".glb"),
    "arm.urdf": (b"<sdf></sdf>", "<robot>"),
    "arm.xacro": (b'<robot xmlns:xacro="x"/>', "xacro"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_used_is_refused_with_its_name_and_the_way_out(
    name: str, tmp_path: Path
) -> None:
    content, word = REFUSED[name]
    path = tmp_path / name
    path.write_bytes(content)
    found = sniffed(path)
    assert found.kind is FileKind.UNKNOWN
    assert found.reason.startswith(name)
    assert word in found.reason


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    assert "folder" in sniffed(tmp_path).reason
    assert "cannot be read" in sniffed(tmp_path / "gone.stl").reason
