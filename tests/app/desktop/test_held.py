"""No act blocks the window: measured in another process, by processor time of its thread."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.window, pytest.mark.gl]

# In units of 100 ms. This is 2.5 times the aim, because pictures are drawn by software here and
# other processes share the memory; acts that once blocked the window took 10 and more.
MOST = 2.5


def test_no_act_with_many_bodies_and_long_programs_blocks_the_window(
    tmp_path,
) -> None:
    script = Path(__file__).with_name("watched_window.py")
    home = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | home,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr
    held = json.loads(done.stdout.splitlines()[-1])
    assert len(held) == 12
    assert {act: share for act, share in held.items() if share > MOST} == {}, held
