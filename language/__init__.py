"""The robot language: text to programs, programs to tables, and help on the way.

program = parse(text)              # never raises; program.diagnostics says what is wrong
tables = compile_program(program)  # the motion and location tables of the 1985 paper
"""

from language.compiler import compile_program
from language.diagnostics import Diagnostic, Edit, Fix, apply_fix, render
from language.elsewhere import answered
from language.format import format_program
from language.instructions import BY_LETTER, BY_NAME, INSTRUCTIONS, Instruction, Operand
from language.parser import parse, parse_bytes
from language.program import Argument, Program, Statement
from language.table_print import format_location_table, format_motion_table
from language.table_rows import read_table_rows, table_rows
from language.tables import UNUSED, CompiledStep, LocationRow, MotionRow, Tables

__all__ = [
    "BY_LETTER",
    "BY_NAME",
    "INSTRUCTIONS",
    "UNUSED",
    "Argument",
    "CompiledStep",
    "Diagnostic",
    "Edit",
    "Fix",
    "Instruction",
    "LocationRow",
    "MotionRow",
    "Operand",
    "Program",
    "Statement",
    "Tables",
    "answered",
    "apply_fix",
    "compile_program",
    "format_location_table",
    "format_motion_table",
    "format_program",
    "parse",
    "parse_bytes",
    "read_table_rows",
    "render",
    "table_rows",
]
