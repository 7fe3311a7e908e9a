"""A small number in a function has a name, so that its purpose can be read and searched."""

import ast
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
SMALL = 1e-3

# Translated inner loops cannot use constants of other modules; the rest of geometry is to follow.
# A file that names its numbers leaves this table; no file may be added, no number may grow.
UNNAMED = {
    "geometry/certificates/check_cover.py": 8,
    "geometry/certificates/check_sweep.py": 2,
    "geometry/certificates/polygon_terms.py": 1,
    "geometry/certificates/terms.py": 2,
    "geometry/certificates/triangles.py": 1,
    "geometry/certificates/verify.py": 5,
    "geometry/exact/common_point.py": 1,
    "geometry/exact/lower_bounds.py": 6,
    "geometry/exact/nearest_points.py": 4,
    "geometry/exact/normal_form.py": 1,
    "geometry/loops/batch_kernel.py": 2,
    "geometry/loops/gjk_kernel.py": 2,
    "geometry/loops/path_kernel.py": 3,
    "geometry/loops/stretch_kernel.py": 5,
    "geometry/machining/workpiece.py": 1,
    "geometry/measuring/mass.py": 1,
    "geometry/mesh_files/repair.py": 1,
    "geometry/mesh_files/self_crossing.py": 1,
    "geometry/meshes/edges.py": 1,
    "geometry/meshes/face_planes.py": 2,
    "geometry/meshes/winding.py": 1,
    "geometry/separation/gjk.py": 1,
    "geometry/sweeping/stretch.py": 1,
    "geometry/tessellation/kernel.py": 3,
    "geometry/tessellation/patterns.py": 1,
}


def product_files():
    rooms = (TOP / "kinematics", TOP / "geometry")
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def small_literals(source):
    """Line and value of every small float literal, other than 0, in a function."""
    found = set()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, float) and 0.0 < abs(value) < SMALL:
                found.add((node.lineno, node.col_offset, value))
    return sorted(found)


@pytest.mark.parametrize("path", product_files(), ids=lambda p: str(p.relative_to(TOP)))
def test_a_small_number_in_a_function_has_a_name(path):
    found = small_literals(path.read_text(encoding="utf-8"))
    allowed = UNNAMED.get(str(path.relative_to(TOP).as_posix()), 0)
    lines = ", ".join(f"line {line}: {value!r}" for line, _, value in found)
    assert len(found) <= allowed, f"name these and say why they are what they are: {lines}"


def test_a_file_that_names_its_numbers_leaves_the_table_of_exceptions():
    for name, allowed in UNNAMED.items():
        found = small_literals((TOP / name).read_text(encoding="utf-8"))
        assert len(found) == allowed, f"{name} has {len(found)} unnamed numbers, not {allowed}"


def test_unnamed_small_numbers_are_found_where_they_hide():
    source = "A = 1e-9\ndef f(x, y=1e-5):\n    return x < 1e-9 and (lambda z: z < 2e-7)(y) or 0.0\n"
    assert [value for _, _, value in small_literals(source)] == [1e-5, 1e-9, 2e-7]
