"""Pyvista is loaded without matplotlib, and gives what it gives otherwise."""

import subprocess
import sys

import pytest

from app.desktop.view3d.viewing.drawing_libraries import POSTPONED, StandIn, stand_ins
from tests.depth import share

CODE = """
import sys
if {ahead}:
    from app.desktop.view3d.viewing.drawing_libraries import load_libraries
    load_libraries()
    assert "pyvista.plotting" in sys.modules, "pyvista is not loaded"
    assert "matplotlib" not in sys.modules, "matplotlib is loaded"
import pyvista
from matplotlib.colors import ListedColormap
from pyvista.plotting import charts, lookup_table
from pyvista.plotting.colors import get_cmap_safe
"""
USES = (
    "print(get_cmap_safe('viridis')(0.3), get_cmap_safe(['red', 'blue'])(1))",
    "print(get_cmap_safe(ListedColormap(['r', 'b']))(1))",
    "print(lookup_table.LookupTable('plasma', n_values=7).values.tolist())",
    "print(type(charts.plt.figure()).__module__, charts.FigureCanvasAgg.__call__ is not None)",
    "print(pyvista.Color('tomato').hex_rgba, pyvista.global_theme.cmap)",
)
FAULT = """
try:
    get_cmap_safe('no such map')
except ValueError as fault:
    print(fault)
"""


def said(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("use", share([*USES, FAULT], 2))
def test_what_pyvista_takes_from_matplotlib_is_the_same(use) -> None:
    assert said(CODE.format(ahead=True) + use) == said(CODE.format(ahead=False) + use) != ""


def test_a_loaded_module_keeps_its_place(monkeypatch) -> None:
    import json

    with stand_ins(("json", "no_such_module")):
        assert sys.modules["json"] is json
        assert "no_such_module" not in sys.modules


def test_stand_ins_go_when_the_import_fails() -> None:
    name = "no_such_module"
    with pytest.raises(RuntimeError), stand_ins((name,)):
        assert isinstance(sys.modules[name], StandIn)
        raise RuntimeError
    assert name not in sys.modules


def test_names_of_a_stand_in_are_looked_up_when_they_are_used(tmp_path, monkeypatch) -> None:
    (tmp_path / "later_one.py").write_text("TABLE = {'a': 1}\n\ndef double(x):\n    return 2 * x\n")
    monkeypatch.syspath_prepend(tmp_path)
    with stand_ins(("later_one",)):
        import later_one
        from later_one import TABLE, double

        assert "later_one" not in [n for n, m in sys.modules.items() if not isinstance(m, StandIn)]
    assert double(21) == 42
    assert TABLE["a"] == 1
    assert later_one.double(4) == 8
    assert POSTPONED
