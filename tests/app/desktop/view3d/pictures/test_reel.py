"""The law of times and frames of a film, and the turn of its camera."""

from math import pi

import numpy as np
import pytest

from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.reel import LEFT, RIGHT, ReelError, Stretch, Turn


@pytest.mark.parametrize(
    ("start", "end", "fps", "speed", "count"),
    [
        (0.0, 1.0, 25, 1.0, 26),
        (0.0, 1.01, 25, 1.0, 27),
        (2.0, 2.3, 10, 1.0, 4),
        (0.0, 9.3, 30, 2.0, 141),
        (0.0, 1.0, 25, 0.5, 51),
        (0.0, 0.001, 25, 1.0, 2),
    ],
)
def test_a_frame_stands_at_both_ends_and_every_step_between(start, end, fps, speed, count) -> None:
    stretch = Stretch(start, end, fps, speed)
    times = [stretch.time(frame) for frame in range(stretch.count)]
    assert stretch.count == count
    assert (times[0], times[-1]) == (start, end)
    steps = np.diff(times)
    assert np.allclose(steps[:-1], speed / fps)
    assert 0.0 < steps[-1] <= speed / fps * (1.0 + 1e-6)


@pytest.mark.parametrize("direction", [LEFT, RIGHT])
def test_a_turn_goes_once_round_the_focus_and_ends_where_it_began(direction) -> None:
    turn, camera = Turn(2.0, 5, direction), Camera(np.array([10.0, 20.0, 30.0]), 0.3, 0.4)
    eyes = np.array([turn.camera(camera, frame).eye for frame in range(turn.count + 1)])
    assert turn.count == 10
    assert np.allclose(eyes[0], eyes[-1])
    assert np.allclose(np.linalg.norm(eyes - camera.focus, axis=1), camera.distance)
    assert np.allclose(eyes[:, 2], eyes[0, 2])
    flat = (eyes - camera.focus)[:, 0] + 1j * (eyes - camera.focus)[:, 1]
    sign = 1.0 if direction == LEFT else -1.0
    assert np.allclose(np.angle(flat[1:] / flat[:-1]), sign * 2.0 * pi / 10)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"start": 1.0, "end": 1.0}, "shows nothing"),
        ({"start": 0.0, "end": float("nan")}, "shows nothing"),
        ({"start": 0.0, "end": 1.0, "speed": 0.0}, "speed"),
        ({"start": 0.0, "end": 1.0, "fps": 0}, "frames a second"),
        ({"start": 0.0, "end": 1e6}, "too many"),
    ],
)
def test_a_film_that_cannot_be_is_refused(given, words) -> None:
    with pytest.raises(ReelError, match=words):
        Stretch(**given)


def test_a_turn_without_time_is_refused() -> None:
    with pytest.raises(ReelError, match="more than 0 s"):
        Turn(0.0)
