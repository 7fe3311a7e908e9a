"""`cellwright run`: runs a program, and writes its trajectory, its cell and its swept volume."""

from app.verbs.run.run_verb import print_faults, run

__all__ = ["print_faults", "run"]
