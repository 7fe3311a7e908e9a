"""The front door: every name it offers is there, and it opens fast."""

import subprocess
import sys

import pytest

import scenes


@pytest.mark.parametrize("name", scenes.__all__)
def test_every_name_can_be_imported(name):
    assert getattr(scenes, name) is not None
    assert name in dir(scenes)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = scenes.nonsense


def test_importing_the_room_loads_no_kernel_and_no_file_reader():
    code = "import scenes, sys; print([m for m in ('numpy', 'manifold3d', 'pydantic', 'ruamel') "
    code += "if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
