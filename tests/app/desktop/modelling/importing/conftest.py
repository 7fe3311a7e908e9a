"""A cell of the user's own, and mesh files beside and away from it."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from geometry import Box, Cylinder, mesh_of
from geometry.mesh_files.formats import mesh_bytes
from scenes.library import cell_path


@pytest.fixture
def bracket():
    """A block of 120 x 80 x 40 mm with a hole."""
    return Box((120, 80, 40)) - Cylinder(radius=15, height=60)


@pytest.fixture
def folder(tmp_path: Path, bracket) -> Path:
    """A folder with a cell, and a folder `far` beside it with meshes in several formats."""
    (tmp_path / "cells").mkdir()
    (tmp_path / "far").mkdir()
    shutil.copy(cell_path("kakazu1985"), tmp_path / "cells" / "mine.cell.yaml")
    mesh = mesh_of(bracket)
    for suffix in (".stl", ".obj", ".3mf", ".glb"):
        path = tmp_path / "far" / f"bracket{suffix}"
        path.write_bytes(mesh_bytes(path, [("bracket", mesh, None)]))
    small = type(mesh)(mesh.vertices * 1e-3, mesh.triangles)
    path = tmp_path / "far" / "metres.ply"
    path.write_bytes(mesh_bytes(path, [("bracket", small, None)]))
    holed = type(mesh)(mesh.vertices, np.delete(mesh.triangles, [0, 1], axis=0))
    path = tmp_path / "far" / "holed.stl"
    path.write_bytes(mesh_bytes(path, [("bracket", holed, None)]))
    (tmp_path / "far" / "bar.tips").write_text(
        "#F 0, 10, 0, 20, 0, 30,\n#P B ( ) 0, 10, 0, 20, 0, 30;\n"
        "#1/P, CUBE, /1, (0, 10, 0, 20, 0, 30);\n#E\n#E\n"
    )
    return tmp_path


@pytest.fixture
def desk(document, answers, tmp_path):
    """The files of a document without a window."""
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.state.files.open_files import FileDesk

    made = FileDesk(document, SettingsStore(tmp_path / "config"), answers)
    yield made
    made.close()


@pytest.fixture
def imports(desk, document, folder, monkeypatch):
    """The import desk on the user's own cell; files are read at once, in this process."""
    from app.desktop.modelling.importing.import_desk import ImportDesk

    made = ImportDesk(document, desk, desk.open_any)

    def read(key, function, *arguments) -> None:
        try:
            made.reading.done.emit(key, function(*arguments, lambda share, text: None))
        except ValueError as fault:
            made.reading.failed.emit(key, str(fault).splitlines()[0])

    monkeypatch.setattr(made.reading, "read", read)
    assert desk.open_cell(folder / "cells" / "mine.cell.yaml")
    return made
