from language.compiled.compiler import compile_program as compile_program
from language.words.diagnostics import (
    Diagnostic as Diagnostic,
    Edit as Edit,
    Fix as Fix,
    apply_fix as apply_fix,
    render as render,
)
from language.programs.other_files import answered as answered
from language.editing.layout import format_program as format_program
from language.instructions import (
    BY_LETTER as BY_LETTER,
    BY_NAME as BY_NAME,
    INSTRUCTIONS as INSTRUCTIONS,
    Instruction as Instruction,
    Operand as Operand,
)
from language.programs.parser import (
    parse as parse,
    parse_bytes as parse_bytes,
)
from language.programs.program import (
    Argument as Argument,
    Program as Program,
    Statement as Statement,
)
from language.compiled.printed_tables import (
    format_location_table as format_location_table,
    format_motion_table as format_motion_table,
)
from language.compiled.json_rows import (
    read_table_rows as read_table_rows,
    table_rows as table_rows,
)
from language.compiled.tables import (
    UNUSED as UNUSED,
    CompiledStep as CompiledStep,
    LocationRow as LocationRow,
    MotionRow as MotionRow,
    Tables as Tables,
)
