"""Which bodies move how in each part of a run."""
