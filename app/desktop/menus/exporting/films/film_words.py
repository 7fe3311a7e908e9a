"""How long a film is, and how long its drawing takes, in words."""

from __future__ import annotations


def time_words(seconds: float) -> str:
    """A time for a person who waits: `40 s`, `3 min`, `1 h 20 min`."""
    if seconds < 90.0:
        return f"{max(round(seconds), 1)} s"
    minutes = round(seconds / 60.0)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def length_words(count: int, fps: int, seconds_a_frame: float | None) -> str:
    """Number of frames, length of the film, and the estimate of its drawing where one is known."""
    frames = f"{count:,} frames, {count / fps:.2f} s of film."
    if seconds_a_frame is None:
        return frames
    return f"{frames} Drawing it takes about {time_words(count * seconds_a_frame)}."


def progress_words(text: str, fraction: float, elapsed_s: float) -> str:
    """What is being drawn, and the time left once that can be told."""
    if fraction <= 0.0:
        return text
    left = elapsed_s * (1.0 - fraction) / fraction
    return f"{text}, about {time_words(left)} left"
