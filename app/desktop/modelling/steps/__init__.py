"""The chosen step of a solid: where it stands, and how its numbers follow a drag. No Qt here."""
