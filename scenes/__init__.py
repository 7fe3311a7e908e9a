"""Scenes: what exists in a work cell, and what happens in it when a program runs.

cell = load_cell("kakazu1985")
run = simulate(cell, "50 READY\n60 END")
report = analyse(cell, run.program)
"""

from resources.front import open_front

open_front(__name__)
