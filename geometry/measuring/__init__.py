"""Volume, mass, inertia and sections of solids, and the standard shape table T1LIST."""
