"""A command loads only the modules that it uses: each further one costs start-up time."""

import ast
import subprocess
import sys

import pytest

WINDOW = {"PySide6", "pyvista", "pyvistaqt", "vtk", "vtkmodules", "matplotlib"}
MAKERS = {"numba"}
CELLS = {"pydantic", "ruamel", "numpy", "manifold3d", "llvmlite"}
OF_CELLS = {
    "geometry.loops.batch_kernel",
    "geometry.tessellation.kernel",
    "kinematics.solvers",
    "scenes.files.loader",
}
NOT_CHECKS = {
    "app.console.teletype",
    "app.desktop",
    "language.editing.completion",
    "scenes.connecting.grasps",
    "scenes.execution.debugging.debugger",
    "scenes.exporters",
    "scenes.execution.line_facts",
}
COMMANDS = {
    "--version": CELLS | OF_CELLS | {"language.programs.parser"},
    "fmt --check FILE": CELLS | OF_CELLS,
    "tables figure5": CELLS | OF_CELLS,
    "robots": CELLS | OF_CELLS | {"language.programs.parser"},
    "check kakazu1985 figure5": NOT_CHECKS
    | {"trimesh", "fcl", "cascadio", "app.background.process"},
}
START = """
import sys
from app.cli import main
code = main(sys.argv[1:])
sys.stderr.write(repr(sorted(sys.modules)))
sys.exit(code)
"""


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_loads_nothing_that_it_does_not_use(words, tmp_path):
    file = tmp_path / "short.val"
    file.write_text("10 READY\n20 END\n", encoding="utf-8")
    given = words.replace("FILE", str(file)).split()
    run = [sys.executable, "-c", START, *given]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(done.stderr.splitlines()[-1]))
    assert "app.cli" in loaded
    assert loaded & (WINDOW | MAKERS | COMMANDS[words]) == set()
