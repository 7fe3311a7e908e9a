"""A fault in an overridden method of Qt is reported; the window lives on."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QWidget

from app.desktop.window.qt_overrides import raising_objects

pytestmark = pytest.mark.window

# Each raises in the interpreter, not by a statement: such exceptions are not objects at first.
FAULTS = {"IndexError": "[][3]", "TypeError": "(lambda: 0)(1)", "AttributeError": "None.a"}
SCRIPT = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from app.desktop.main import make_application
app = make_application()
from PySide6.QtCore import QTimer
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QWidget
told = []
sys.excepthook = lambda kind, *_: told.append(kind.__name__)

class Faulty(QWidget):
    def resizeEvent(self, event):
        {fault}

class Step(QUndoCommand):
    def redo(self):
        {fault}

def act():
    widget = Faulty()
    widget.show()
    widget.resize(300, 200)
    QUndoStack(app).push(Step())

QTimer.singleShot(0, act)
QTimer.singleShot(300, app.quit)
app.exec()
print("lives on", *sorted(set(told)))
"""


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_inside_a_call_of_qt_does_not_end_the_program(kind) -> None:
    script = SCRIPT.replace("{fault}", FAULTS[kind])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, f"lives on {kind}"), done.stderr


def test_a_treated_method_keeps_its_parameters_and_its_words() -> None:
    def method(self, a, /, b, c=3, *rest, d, e=5, **others):
        """Words."""
        return self, a, b, c, rest, d, e, others

    treated = raising_objects(method)
    given, named = (1, 2, 3, 4, 5), {"d": 6, "f": 7}
    assert treated(*given, **named) == method(*given, **named)
    assert treated(1, 2, b=3, d=4) == method(1, 2, b=3, d=4)
    assert (treated.__name__, treated.__doc__) == ("method", "Words.")
    plain, kept = method.__code__, treated.__code__
    assert plain.co_argcount == kept.co_argcount
    assert plain.co_flags & 0x0C == kept.co_flags & 0x0C  # whether it takes all others


def test_a_signal_gives_a_treated_slot_no_more_values_than_it_takes(qtbot) -> None:
    class Source(QObject):
        sent = Signal(int, int)

    class Target(QWidget):
        got = None

        def close(self):
            self.got = ()
            return True

    source, target = Source(), Target()
    qtbot.addWidget(target)
    source.sent.connect(target.close)
    source.sent.emit(1, 2)
    assert target.got == ()


def test_faults_of_undo_steps_can_be_caught() -> None:
    class Step(QUndoCommand):
        def redo(self) -> None:
            [][3]

    with pytest.raises(IndexError):
        QUndoStack().push(Step())
