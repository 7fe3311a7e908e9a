"""Waits of foreign code that do not last for ever, in our words."""

from __future__ import annotations

WAIT_TIMER = 99  # of ours, which counts how long such a wait lasts


def limited_wait(condition: str, seconds: str) -> tuple[str, str]:
    """The lines that wait for a condition, but no longer than some seconds, in our words."""
    return f"TIMER {WAIT_TIMER} = 0", f"WAIT ({condition}) OR TIMER({WAIT_TIMER}) >= {seconds}"
