"""Who in the room may import what."""

import ast
from pathlib import Path

import pytest

import geometry

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
