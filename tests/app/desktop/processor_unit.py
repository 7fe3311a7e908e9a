"""A loop that is always the same: its time compares machines, and moments of one machine."""

import time

UNIT_STEPS = 1_500_000  # about 100 ms of the machine by which limits were set


def unit() -> float:
    """Processor time of the loop, s."""
    begun = time.thread_time()
    sum(i * i % 7 for i in range(UNIT_STEPS))
    return time.thread_time() - begun
