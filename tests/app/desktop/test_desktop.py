"""The window's package works around a fault of the Qt binding."""

import subprocess
import sys

CODE = """
import app.desktop
from PySide6.QtCore import QObject, Signal
class Talker(QObject):
    said = Signal()
talker = Talker()
for _ in range(100_000):
    talker.said.emit()
    talker.setObjectName("talker")
print("alive", True, None)
"""


def test_very_many_signals_and_calls_without_result_do_not_end_the_process() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.stdout == "alive True None\n", done.stderr
