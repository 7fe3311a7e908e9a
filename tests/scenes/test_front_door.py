"""The front door opens fast."""

import subprocess
import sys


def test_importing_the_room_loads_no_kernel_and_no_file_reader():
    code = "import scenes, sys; print([m for m in ('numpy', 'manifold3d', 'pydantic', 'ruamel') "
    code += "if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
