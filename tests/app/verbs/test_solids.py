"""`cellwright solids`: the shape table, volumes, and solids in the files of other programs."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return code, printed.out, printed.err


def test_the_shape_table_follows_the_work(capsys):
    def plate(*more: str) -> dict:
        words = ("drilling", "drill_plate", "--body", "PLATE", "--json", *more)
        code, out, _ = said(capsys, "solids", *words)
        assert code == 0
        return json.loads(out)["bodies"][0]

    whole, drilled = plate("--time", "0"), plate()
    assert not whole["changed"] and drilled["changed"]
    assert [p["kind"] for p in whole["primitives"]] == ["box"]
    cuts = [p for p in drilled["primitives"] if p["cut"]]
    assert {"cylinder", "cone", "box"} <= {p["kind"] for p in cuts}
    # The axis of the first hole, in the world: x^2 + y^2 - 2 x 590 + 2 y 340 + ...
    drill = next(p for p in cuts if p["kind"] == "cylinder")
    (Q,) = drill["quadrics"]
    np.testing.assert_allclose(np.array(Q)[:2, 3], (-590, 340), rtol=0, atol=0.01)
    assert whole["volume_mm3"] - drilled["volume_mm3"] == pytest.approx(9038.5, abs=1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("drill_plate", "--time", "-1"), "0 or more are needed, not -1"),
        (("drill_plate", "--time", "nan"), "0 or more are needed, not nan"),
        (("--time", "1"), "name the program too"),
    ],
)
def test_a_time_that_is_no_moment_of_a_run_is_refused(capsys, words, told):
    code, _, err = said(capsys, "solids", "drilling", *words)
    assert code == 2 and told in err


def test_the_shape_table_shows_height_axes_convex_parts_and_common_parts(capsys, tmp_path):
    cell = tmp_path / "shapes.cell.yaml"
    cell.write_text(
        "cell: 1\nrobots: {arm: {use: hokkaido1985}}\nfixtures:\n"
        "  ell: {at: [2000, 0, 0], rpy: [0, 0, 30], solid: [{add: {prism: {h: 50, points: "
        "[[0, 0], [100, 0], [100, 40], [40, 40], [40, 100], [0, 100]]}}}]}\n"
        "  dome: {solid: [{add: {sphere: {d: 60}}}, {common: {half_space: {normal: [0, 0, 1]}}}]}\n"
        "  ring: {rpy: [90, 0, 0], solid: [{add: {torus: {d: 100, tube: 10}}}]}\n"
    )
    code, out, _ = said(capsys, "solids", str(cell), "--body", "ell", "dome", "ring")
    assert code == 0
    assert "height 50" in out and "convex part 2 of 2" in out
    assert "x axis 0.866025403784439 0.5 0" in out
    assert "2 & halfspace" in out and "56548" in out.replace("56547.8", "56548")
    assert "z axis 0 -1" in out and "radius, radius of the tube 50 5" in out
    code, out, _ = said(capsys, "solids", str(cell), "--body", "ell", "--json")
    (body,) = json.loads(out)["bodies"]
    assert body["volume_mm3"] == pytest.approx(320000) and body["volume_band_mm3"] == 0.0
    (row,) = body["primitives"]
    assert row["height"] == 50 and [len(part) for part in row["convex_parts"]] == [6, 6]


def test_solids_are_written_and_part_texts_are_turned_into_part_files(capsys, tmp_path):
    text, part = str(tmp_path / "b.tips"), str(tmp_path / "b.part.yaml")
    assert said(capsys, "solids", "kakazu1985", "--body", "arm.B", "-o", text)[0] == 0
    assert said(capsys, "solids", text, "-o", part)[0] == 0
    assert "cylinder: {d: 500, h: 300}" in Path(part).read_text()
    code, out, _ = said(capsys, "solids", text)
    assert code == 0 and "arm.B (part): 2 primitives" in out
    Path(text).write_text(Path(text).read_text().replace("CUBE", "CUBA"))
    code, _, err = said(capsys, "solids", text)
    assert code == 2 and "b.tips:3:13: CUBA is no shape; did you mean CUBE?" in err
    code, _, err = said(capsys, "solids", "kakazu1985", "--body", "TR3")
    assert code == 2 and 'no body "TR3" at that time; did you mean "TR' in err


def test_the_cell_is_exported_as_it_stands_at_a_time(capsys, tmp_path):
    import trimesh

    sizes = []
    for time in ("0", "9"):
        path = tmp_path / f"{time}.3mf"
        words = ("drilling", "drill_plate", "--export-cell", str(path), "--time", time)
        code, out, _ = said(capsys, "run", *words)
        assert code == 0 and f"exported {path}" in out
        sizes.append(trimesh.load_scene(path).geometry["PLATE"].volume)
    # The file holds flat facets: a bore made of chords is slightly narrower than the drill.
    assert sizes[0] - sizes[1] == pytest.approx(9038.5, rel=0.01)
