"""The robot language: parses text to programs, compiles them to tables, and helps to write them.

program = parse(text)              # never raises; program.diagnostics says what is wrong
tables = compile_program(program)  # the motion and location tables of the 1985 paper
"""

from resources.front import open_front

open_front(__name__)
