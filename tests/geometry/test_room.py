"""Each library has one owner in the room, and the check of certificates uses no prover's
formula."""

import ast
from pathlib import Path

import pytest

import geometry
from geometry.solids.primitives.primitive import Leaf, Primitive

OWNERS = {
    "manifold3d": {"kernel"},
    "trimesh": {"formats"},
    "fcl": {"mesh_collision"},
    "numba": set(),
    "llvmlite": set(),
}


@pytest.mark.parametrize("package", OWNERS)
def test_a_library_is_imported_by_its_owner_only(package):
    importers = set()
    for path in Path(geometry.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == package for name in names):
                importers.add(path.stem)
    assert importers <= OWNERS[package]


# Modules of the prover that say how a primitive is made of faces, and its formulas.
FORMULAS = {
    "geometry.solids.face",
    "geometry.solids.profile_clauses",
    "geometry.solids.recipes",
    "geometry.solids.round_forms",
}
# The poses of the leaves of a tree belong to the definition of a solid, so the check may ask for
# them.
STRUCTURE = {"leaves_in"}


def test_the_check_of_certificates_asks_no_primitive_for_a_formula():
    questions = {name for kind in (Leaf, Primitive) for name in vars(kind) if name[0] != "_"}
    questions |= {"level"}
    assert {"support", "convex_faces", "clauses", "core", "moments"} <= questions
    for path in (Path(geometry.__file__).parent / "certificates").glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        asked = {func.attr for func in calls if isinstance(func, ast.Attribute)}
        used = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        assert not asked & (questions - STRUCTURE), path.name
        assert not used & FORMULAS, path.name
