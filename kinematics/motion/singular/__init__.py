"""Lines beside singular poses: where joints would be too fast, and bridges that avoid it."""
