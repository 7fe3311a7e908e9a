"""The fields of a film that differ: times and speed of a run, or seconds and side of a turn."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
)

from app.desktop.menus.exporting.films.film_choice import (
    LEAST_TURN_S,
    MOST_TURN_S,
    FilmChoice,
)
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.reel import (
    LEAST_SPEED,
    LEFT,
    MOST_SPEED,
    RIGHT,
    RunReel,
    Stretch,
    Turn,
    TurnReel,
)
from app.desktop.view3d.pictures.shot import Shot
from scenes import Collision, Run

DECIMALS = 3
DIRECTIONS = {LEFT: "The cell turns to the left", RIGHT: "The cell turns to the right"}


def spin(least: float, most: float, value: float, suffix: str, name: str) -> QDoubleSpinBox:
    """A field for a number with a unit."""
    field = QDoubleSpinBox()
    field.setDecimals(DECIMALS if suffix == " s" else 2)
    field.setRange(least, most)
    field.setSuffix(suffix)
    field.setValue(value)
    field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    field.setAccessibleName(name)
    return field


class StretchFields(QObject):
    """From when to when a run is shown, and how fast."""

    changed = Signal()
    title, stem = "Export film of the run", "film"

    def __init__(self, run: Run, collisions: tuple[Collision, ...], choice: FilmChoice) -> None:
        super().__init__()
        self._run, self._collisions = run, collisions
        most = run.duration
        self.start = spin(0.0, most, 0.0, " s", "From, seconds of the run")
        self.end = spin(0.0, most, most, " s", "To, seconds of the run")
        self.speed = spin(
            LEAST_SPEED, MOST_SPEED, choice.speed, " ×", "Speed, 1 is that of the robot"
        )
        for field in (self.start, self.end, self.speed):
            field.valueChanged.connect(self.changed)

    def add_to(self, form: QFormLayout) -> None:
        """Puts the fields into a form: both times in one row."""
        times = QHBoxLayout()
        until = QLabel("&to")
        until.setBuddy(self.end)
        for widget in (self.start, until, self.end):
            times.addWidget(widget)
        times.addStretch(1)
        label = QLabel("F&rom")
        label.setBuddy(self.start)
        form.addRow(label, times)
        speed = QHBoxLayout()
        speed.addWidget(self.speed)
        speed.addWidget(QLabel("1 is real time"), 1)
        label = QLabel("&Speed")
        label.setBuddy(self.speed)
        form.addRow(label, speed)

    def reel(self, camera: Camera, fps: int) -> RunReel:
        """The stretch of the run."""
        end = min(self.end.value(), self._run.duration)
        stretch = Stretch(self.start.value(), end, fps, self.speed.value())
        return RunReel(self._run, stretch, camera, self._collisions)

    def keep(self, choice: dict[str, object]) -> None:
        """Keeps the speed; times belong to the run."""
        choice["speed"] = self.speed.value()


class TurnFields(QObject):
    """How long a turn takes, and to which side it goes."""

    changed = Signal()
    title, stem = "Export turntable", "turntable"

    def __init__(self, shot: Shot, choice: FilmChoice) -> None:
        super().__init__()
        self._shot = shot
        self.seconds = spin(
            LEAST_TURN_S, MOST_TURN_S, choice.seconds, " s", "Seconds of a whole turn"
        )
        self.direction = QComboBox()
        for word, name in DIRECTIONS.items():
            self.direction.addItem(name, word)
        self.direction.setCurrentIndex(self.direction.findData(choice.direction))
        self.direction.setAccessibleName("Direction")
        self.seconds.valueChanged.connect(self.changed)
        self.direction.currentIndexChanged.connect(self.changed)

    def add_to(self, form: QFormLayout) -> None:
        """Puts the fields into a form."""
        form.addRow("One &turn in", self.seconds)
        form.addRow("&Direction", self.direction)

    def reel(self, camera: Camera, fps: int) -> TurnReel:
        """The shown state from all sides."""
        turn = Turn(self.seconds.value(), fps, str(self.direction.currentData()))
        return TurnReel(self._shot.state, turn, camera, self._shot.pairs)

    def keep(self, choice: dict[str, object]) -> None:
        """Keeps the time and the side of the turn."""
        choice["seconds"] = self.seconds.value()
        choice["direction"] = str(self.direction.currentData())


TimeFields = StretchFields | TurnFields  # what says which moments a film shows
