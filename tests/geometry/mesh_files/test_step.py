"""STEP files read by cascadio keep axes, unit and volume; without cascadio one clear error says
so."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from geometry import GeometryError
from geometry.mesh_files.formats import import_mesh

LOW, HIGH = (10, 20, 30), (40, 80, 130)


@pytest.fixture
def step_file(tmp_path: Path):
    def write(text: str, name: str = "part.step") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize(("unit", "scale"), [("mm", 1.0), ("m", 1e-3)])
def test_a_step_box_comes_with_its_size_place_and_axes(step_file, unit, scale) -> None:
    pytest.importorskip("cascadio")
    corners = [tuple(scale * v for v in corner) for corner in (LOW, HIGH)]
    found = import_mesh(step_file(box_step(*corners, unit), "Part.STP"))
    assert found.solid is not None
    lo, hi = found.solid.bounds()
    # glTF, which cascadio gives, has single precision.
    np.testing.assert_allclose([lo, hi], [LOW, HIGH], rtol=0, atol=1e-4)
    assert found.report.volume_after_mm3 == pytest.approx(30 * 60 * 100, rel=1e-6)
    assert not found.report.warnings


def test_a_damaged_step_file_is_one_sentence_and_prints_nothing(step_file, capfd) -> None:
    pytest.importorskip("cascadio")
    whole = box_step(LOW, HIGH)
    for text in ("", "nonsense", whole[: len(whole) // 2], whole.replace("PLANE(", "PLAIN(")):
        with pytest.raises(GeometryError, match=r"^part\.step: "):
            import_mesh(step_file(text))
    printed = capfd.readouterr()
    assert printed.out + printed.err == ""


def test_a_missing_step_file_is_named(tmp_path: Path) -> None:
    with pytest.raises((GeometryError, OSError), match=r"gone\.step"):
        import_mesh(tmp_path / "gone.step")


def test_without_cascadio_the_extra_is_named(step_file, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "cascadio", None)
    with pytest.raises(GeometryError, match=r"cellwright\[step\]"):
        import_mesh(step_file(box_step(LOW, HIGH)))


def test_cascadio_is_not_loaded_for_other_files() -> None:
    code = "import sys, geometry.mesh_files.formats; sys.exit('cascadio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# A box as a boundary representation, in a unit of choice.

HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('a box'),'2;1');
FILE_NAME('box.step','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
ENDSEC;
DATA;
"""
UNITS = {
    "mm": "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))",
    "m": "(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))",
}
FACES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


class Lines:
    """The numbered entities of a STEP file."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, text: str) -> str:
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"


def box_step(low: tuple, high: tuple, unit: str = "mm") -> str:
    """The content of a STEP file of a box between two corners, in a unit of choice."""
    out = Lines()
    x, y, z = zip(low, high, strict=True)
    corners = [(x[i], y[j], z[k]) for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    points = [out.add(f"CARTESIAN_POINT('',({_reals(c)}))") for c in corners]
    vertices = [out.add(f"VERTEX_POINT('',{p})") for p in points]
    edges: dict[tuple[int, int], str] = {}
    faces = [_face(out, face, corners, points, vertices, edges) for face in FACES]
    shell = out.add(f"CLOSED_SHELL('',({','.join(faces)}))")
    brep = out.add(f"MANIFOLD_SOLID_BREP('',{shell})")
    length = out.add(UNITS[unit])
    angle = out.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
    solid = out.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
    exact = out.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-7),{length},'d','')")
    context = out.add(
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)"
        f"GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({exact}))"
        f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid}))"
        "REPRESENTATION_CONTEXT('','3D'))"
    )
    axes = _placement(out, (0, 0, 0), (0, 0, 1), (1, 0, 0))
    shape = out.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({axes},{brep}),{context})")
    _product(out, shape)
    return HEAD + "\n".join(out.lines) + "\nENDSEC;\nEND-ISO-10303-21;\n"


def _face(out, face, corners, points, vertices, edges) -> str:
    used = []
    for a, b in zip(face, (*face[1:], face[0]), strict=True):
        if (b, a) in edges:
            used.append(out.add(f"ORIENTED_EDGE('',*,*,{edges[b, a]},.F.)"))
            continue
        way = [q - p for p, q in zip(corners[a], corners[b], strict=True)]
        length = sum(abs(w) for w in way)
        direction = out.add(f"DIRECTION('',({_reals([w / length for w in way])}))")
        vector = out.add(f"VECTOR('',{direction},{_real(length)})")
        line = out.add(f"LINE('',{points[a]},{vector})")
        edges[a, b] = out.add(f"EDGE_CURVE('',{vertices[a]},{vertices[b]},{line},.T.)")
        used.append(out.add(f"ORIENTED_EDGE('',*,*,{edges[a, b]},.T.)"))
    loop = out.add(f"EDGE_LOOP('',({','.join(used)}))")
    bound = out.add(f"FACE_OUTER_BOUND('',{loop},.T.)")
    a, b, c = (corners[i] for i in face[:3])
    u = [q - p for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(b, c, strict=True)]
    n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    place = _placement(out, a, _unit(n), _unit(u))
    plane = out.add(f"PLANE('',{place})")
    return out.add(f"ADVANCED_FACE('',({bound}),{plane},.T.)")


def _placement(out, origin, z, x) -> str:
    o = out.add(f"CARTESIAN_POINT('',({_reals(origin)}))")
    up, along = (out.add(f"DIRECTION('',({_reals(d)}))") for d in (z, x))
    return out.add(f"AXIS2_PLACEMENT_3D('',{o},{up},{along})")


def _product(out, shape) -> None:
    app = out.add("APPLICATION_CONTEXT('automotive design')")
    out.add(f"APPLICATION_PROTOCOL_DEFINITION('','automotive_design',2000,{app})")
    kind = out.add(f"PRODUCT_CONTEXT('',{app},'mechanical')")
    product = out.add(f"PRODUCT('box','box','',({kind}))")
    formation = out.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
    view = out.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{app},'design')")
    definition = out.add(f"PRODUCT_DEFINITION('design','',{formation},{view})")
    meant = out.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
    out.add(f"SHAPE_DEFINITION_REPRESENTATION({meant},{shape})")


def _unit(v) -> list[float]:
    length = sum(abs(c) for c in v)
    return [c / length for c in v]


def _real(value: float) -> str:
    text = repr(float(value))
    return text.replace("e", ".E") if "e" in text and "." not in text else text.replace("e", "E")


def _reals(values) -> str:
    return ",".join(_real(v) for v in values)
