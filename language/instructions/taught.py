"""The statements that teaching writes: {} stands for the name of a location or a number."""

# Mm: from where an approach goes to its location, and how far a departure goes from it.
STAND_OFF = 50

DEFINED = "POINT {} {}"
ALL_JOINTS = ("MOVE {}",)
STRAIGHT = ("MOVES {}",)
APPROACH = (f"APPRO {{}} {STAND_OFF}", "MOVES {}")
DEPARTURE = f"DEPARTS {STAND_OFF}"
OPENED, CLOSED = "OPENI {}", "CLOSEI {}"
TAKEN, RELEASED = "HAND", "RELEAS"
