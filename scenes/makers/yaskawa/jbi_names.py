"""Names of jobs: 32 characters at most, 8 on controllers before the DX100; capitals are usual.

Signs that INFORM or a file system uses for something else are no part of a name here.
"""

from __future__ import annotations

LONGEST_NAME = 32


def jbi_name(name: str) -> str:
    """A name of a job that a controller accepts."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in name).upper()
    return kept[:LONGEST_NAME] or "JOB"
