"""A lamp for singular poses: green far from all, amber near one, red in one, with its name."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from app.desktop.looks.theme import Theme
from app.desktop.runs.posing.singular_pose import FAR, NEAR, SINGULAR, SingularPose, singular_pose
from kinematics import Mechanism
from scenes.world.frozen import Array

# A shape beside the colour, for eyes that see no colours.
MARKS = {SINGULAR: "✖", NEAR: "▲", FAR: "●"}
TIPS = {
    SINGULAR: "The tool cannot move in every direction here: a straight motion through this pose "
    "would need infinite speed of a joint. Pass it with MOVE, or turn the tool a little.",
    NEAR: "A joint must turn fast for little motion of the tool here: straight motions slow down. "
    "MOVE, or another posture, avoids it.",
    FAR: "The tool can move in every direction at ordinary speeds of the joints.",
}


class SingularityLamp(QLabel):
    """The lamp of the Jog panel."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: SingularPose | None = None
        self.setWordWrap(True)
        self.setAccessibleName("singularity")

    def set_theme(self, theme: Theme) -> None:
        """Draws the lamp in the colours of a theme."""
        self._theme = theme
        self._dress()

    def show_pose(self, mechanism: Mechanism, q: Array) -> None:
        """Shows how near joint values q (n,), rad or mm, are to a singular pose."""
        found = singular_pose(mechanism, q)
        if found != self._shown:
            self._shown = found
            self._dress()

    def _dress(self) -> None:
        shown = self._shown
        if shown is None:
            return
        theme = self._theme
        colour = {SINGULAR: theme.error, NEAR: theme.warning, FAR: theme.good}[shown.kind]
        text = f'<span style="color:{colour}">{MARKS[shown.kind]}</span> {shown.words}'
        if self.text() != text:
            self.setText(text)
        ratio = f"Smallest over largest singular value: {shown.distance:.4f}"
        self.setToolTip(f"<p>{TIPS[shown.kind]}</p><p>{ratio}</p>")
