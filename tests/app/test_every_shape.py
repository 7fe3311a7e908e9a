"""Every shape of a cell file, through proof, tables, meshes, part files and the modeller."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from app.desktop.modelling.edits.solid_edits import SHAPE_ROWS
from geometry import Hull, MeshSolid, volume
from geometry.solids.primitives.every_primitive import PRIMITIVES
from geometry.solids.primitives.open_mesh import OpenMesh
from scenes import load_cell
from scenes.files.solids.primitive_shapes import WORDS, PrimitiveIn
from scenes.files.solids.shape_schema import SHAPES
from scenes.files.solids.steps_writer import steps_of
from scenes.files.text.edits import flow_text

# Endless shapes: in a file they only shape another solid.
ENDLESS = {"half_space"}
FINITE = [key for key in WORDS if key not in ENDLESS]


def steps(key: str) -> str:
    """The steps of a solid with one shape, with the modeller's numbers, as in a file."""
    shape = {key: SHAPE_ROWS[key].start}
    if key in ENDLESS:
        return flow_text([{"add": {"box": [60, 60, 60]}}, {"common": shape}])
    return flow_text([{"add": shape}])


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped robot with one fixture of every shape, far from its motion."""
    lines = ["cell: 1", "robots: {arm: {use: hokkaido1985}}", "fixtures:"]
    for i, key in enumerate(WORDS):
        lines.append(f"  {key}: {{at: [{300 * i - 1200}, 1500, 40], solid: {steps(key)}}}")
    path = tmp_path_factory.mktemp("shapes") / "shapes.cell.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_every_primitive_has_a_word_of_its_own_in_files_and_a_row_in_the_modeller():
    meshes_and_hulls = {Hull, MeshSolid, OpenMesh}
    assert {word.kind for word in WORDS.values()} == set(PRIMITIVES) - meshes_and_hulls
    assert set(WORDS) <= set(PrimitiveIn.model_fields)
    assert set(SHAPE_ROWS) == set(SHAPES)
    assert all(SHAPE_ROWS[key].start is not None for key in WORDS)


@pytest.mark.parametrize("key", WORDS)
def test_a_shape_is_written_as_it_was_read(cell, key):
    (body,) = (body for body in load_cell(cell).fixtures if body.name == key)
    assert flow_text(steps_of(body.solid)) == steps(key)


def test_a_program_among_all_shapes_is_proven_and_its_proof_checked(cell, tmp_path, capsys):
    program = tmp_path / "go.val"
    program.write_text("DRIVE 1, 20, 50\nREADY\nEND\n", encoding="utf-8")
    code = main(["check", str(cell), str(program), "--certify"])
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    assert "proven free: 2 of 2" in printed.out
    assert "all accepted by the independent check" in printed.out


def test_the_shape_table_and_the_volume_of_every_shape_are_printed(cell, capsys):
    assert main(["solids", str(cell), "--body", *WORDS, "--json"]) == 0
    bodies = {body["name"]: body for body in json.loads(capsys.readouterr().out)["bodies"]}
    assert set(bodies) == set(WORDS)
    for body in bodies.values():
        row = body["primitives"][-1]
        assert row["half_spaces"] or row["quadrics"] or row["sizes"]
        assert body["volume_mm3"] > 0.0 and body["volume_band_mm3"] == 0.0


@pytest.mark.parametrize("key", FINITE)
def test_a_shape_goes_out_as_a_mesh_and_as_a_part_file_and_comes_back(cell, tmp_path, key):
    (body,) = (body for body in load_cell(cell).fixtures if body.name == key)
    mesh, part = tmp_path / "out.stl", tmp_path / "out.part.yaml"
    for path in (mesh, part):
        assert main(["solids", str(cell), "--body", key, "-o", str(path)]) == 0
    again = tmp_path / "again.cell.yaml"
    again.write_text(
        "cell: 1\nrobots: {arm: {use: hokkaido1985}}\ninclude: {P: out.part.yaml}\nfixtures:\n"
        "  part: {solid: [{add: {use: P}}]}\n"
        "  mesh: {solid: [{add: {mesh: {file: out.stl, unit: mm, chord: 0.1}}}]}\n",
        encoding="utf-8",
    )
    as_part, as_mesh = (body.solid for body in load_cell(again).fixtures)
    points = np.random.default_rng(3).uniform(-60.0, 60.0, (200, 3))
    assert as_part.level(points) == pytest.approx(body.solid.level(points), abs=1e-9)
    assert volume(as_mesh) == pytest.approx(volume(body.solid), rel=0.02)
