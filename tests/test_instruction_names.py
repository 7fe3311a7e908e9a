"""Only the instruction table knows instructions by their names.

Parser, corners, interruptions, checks and editors ask the row (`Instruction.moves`, `.ends` ...).
A name elsewhere would be a list that a new instruction is missing from. Tables of actions are an
exception: they have one entry for each instruction, and are listed here by name.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from language.instructions import ASSIGNMENT, BY_NAME

TOP = Path(__file__).resolve().parent.parent
TABLE = TOP / "language" / "instructions"
# "=" is also a sign in many statements: it counts only where a name is compared with it.
SIGN = ASSIGNMENT.name
NAMES = frozenset(BY_NAME) - {SIGN}
# Tables of actions may name instructions, but only as keys: file -> names of its tables.
ACTIONS = {
    "scenes/execution/statements/processor.py": ("ACTIONS",),
    "scenes/execution/machine/control.py": ("FLOW", "AT_END"),
    "scenes/execution/machine/operations.py": ("MAKERS", "AT_END"),
    # The commands of the console, and what each one does.
    "language/editing/console_editor.py": ("_COMMANDS", "_EFFECTS", "_ENTERED"),
    # The monitor's commands: DO and SPEED are words of the monitor and of programs.
    "app/console/run_commands.py": ("COMMANDS",),
    "app/console/command_help.py": ("COMMAND_HELP",),
    # Functions in expressions; some have the name of an instruction: HERE, BASE, TIMER.
    "scenes/execution/values/locations.py": ("FUNCTIONS",),
    "scenes/execution/values/numbers.py": ("FUNCTIONS",),
}
# These files hold such words for other reasons.
OF_THEIR_OWN = {
    "language/foreign/kawasaki/backups/as_backup.py": "tables of a backup: SPEED, TIMER",
    "language/foreign/kawasaki/as_blocks.py": "blocks of AS and V+",
    "language/foreign/open_blocks.py": "blocks of ours, of what foreign ones become",
    "language/foreign/kawasaki/backups/beginnings.py": "words of AS that neither wait nor move",
    "language/foreign/kawasaki/backups/as_lines.py": "words of AS that call and set",
    "language/foreign/kawasaki/backups/as_sections.py": "words of AS of statements that are brief",
    "language/foreign/kawasaki/statements/as_devices.py": "words of AS, and ours that they become",
    "language/foreign/kawasaki/statements/motion_times.py": "lines of ours",
    "language/foreign/kawasaki/statements/as_places.py": "words of AS, and ours that they become",
    "language/foreign/kawasaki/as_workings.py": "lines of ours",
    "language/foreign/kawasaki/as_forms.py": "words of V+ that declare names",
    "language/foreign/kawasaki/as_values.py": "what is set as a location: TOOL, BASE",
    "language/foreign/kawasaki/as_passes.py": "words of AS behind which time has passed",
    "language/foreign/kawasaki/as_starts.py": "lines of ours: TOOL, BASE, .END",
    "language/foreign/kawasaki/as_statements.py": "words of AS and V+, and how they are read",
    "language/foreign/kawasaki/statements/as_steps.py": "steps of the pendant of AS, and ours",
    "language/foreign/kawasaki/texts/text_tables.py": "lines of ours: ANY, END",
    "language/foreign/kawasaki/texts/as_texts.py": "statements of AS that read texts",
    "language/foreign/kawasaki/as_words.py": "the table of words of AS and V+, and ours",
    "language/programs/as_instructions.py": "words of AS, and ours that they become",
    "language/programs/as_dialect.py": "words of AS, and ours that they become",
    "language/words/foreign_words.py": "what words of other languages are called here",
    "language/words/functions.py": "the table of functions, of which some are called HERE, BASE",
    "scenes/makers/fanuc/translation/ls_work.py": "frames of FANUC: TOOL",
    "scenes/makers/defined_points.py": "the tool of foreign programs as ours: NULL",
    "scenes/makers/kawasaki/as_orders.py": "words of AS",
    "scenes/makers/kawasaki/as_writer.py": "words of AS",
    "scenes/makers/kawasaki/order_lines.py": "words of AS and V+",
    "scenes/makers/kawasaki/vplus_writer.py": "words of V+",
    "scenes/makers/fanuc/ls_signals.py": "a kind of output of FANUC: DO",
    "scenes/makers/fanuc/ls_text.py": "the end of a FANUC file",
    "scenes/makers/fanuc/translation/ls_actions.py": "statements of both",
    "scenes/makers/fanuc/translation/ls_blocks.py": "blocks of FANUC and of ours",
    "scenes/makers/fanuc/translation/ls_expressions.py": "timers of FANUC",
    "scenes/makers/fanuc/translation/ls_motions.py": "motions of FANUC and of ours",
    "scenes/makers/fanuc/translation/ls_steps.py": "blocks of FANUC",
    "scenes/makers/fanuc/translation/ls_ways.py": "blocks of FANUC",
    "scenes/makers/fanuc/translation/ls_registers.py": "LPOS of FANUC as ours: HERE",
    "scenes/makers/fanuc/translation/ls_translation.py": "outputs of FANUC, and the end of ours",
    "scenes/makers/fanuc/ls_writer.py": "how a motion of FANUC ends: FINE",
    "scenes/makers/rapid/rapid_stretches.py": "words of RAPID",
    "scenes/makers/krl/krl_actions.py": "statements of KRL, and those of ours that they become",
    "scenes/makers/krl/krl_goals.py": "motions of KRL, and those of ours that they become",
    "scenes/makers/krl/krl_work.py": "the frame that is no turn and no shift: NULL",
    "scenes/makers/krl/terms/krl_values.py": "frames of KRL as ours: NULL, HERE",
    "scenes/makers/krl/krl_blocks.py": "blocks of KRL, and those of ours that they become",
    "scenes/makers/krl/motions/krl_points.py": "the tool of KRL as ours: NULL",
    "scenes/makers/krl/krl_reader.py": "words of KRL",
    "scenes/makers/krl/krl_translation.py": "statements of KRL, and those of ours that they become",
    "scenes/makers/krl/krl_writer.py": "words of KRL",
    "scenes/makers/yaskawa/jbi_data.py": "a table of a backup: TOOL",
    "scenes/makers/yaskawa/jbi_positions.py": "the tool of positions",
    "scenes/makers/yaskawa/jbi_text.py": "the end of a job",
    "scenes/makers/yaskawa/translation/jbi_actions.py": "instructions of both",
    "scenes/makers/yaskawa/translation/jbi_blocks.py": "blocks of INFORM and of ours",
    "scenes/makers/yaskawa/translation/jbi_motions.py": "motions of INFORM and of ours",
    "scenes/makers/yaskawa/translation/jbi_translation.py": "outputs of both, the end of ours",
    "scenes/makers/yaskawa/translation/jbi_work.py": "the tool of a job as ours",
    "scenes/makers/yaskawa/jbi_writer.py": "words of INFORM",
    "scenes/makers/staubli/translation/val3_actions.py": "waits of VAL3 and of ours",
    "scenes/makers/staubli/translation/val3_blocks.py": "blocks of VAL3 and of ours",
    "scenes/makers/staubli/translation/val3_places.py": "poses as ours: HERE",
    "scenes/makers/staubli/translation/val3_translation.py": "what return of VAL3 becomes",
    "scenes/makers/rapid/predefined.py": "a zone of RAPID: fine",
    "scenes/makers/rapid/rapid_declarations.py": "words of RAPID",
    "scenes/makers/rapid/rapid_reader.py": "words of RAPID",
    "scenes/makers/rapid/rapid_text.py": "words of RAPID",
    "scenes/makers/rapid/rapid_writer.py": "words of RAPID",
    "scenes/makers/rapid/translation/rapid_blocks.py": "blocks of RAPID and of ours",
    "scenes/makers/rapid/translation/rapid_calls.py": "what RETURN of RAPID becomes",
    "scenes/makers/rapid/translation/rapid_instructions.py": "instructions of both",
    "scenes/makers/rapid/translation/rapid_module.py": "words of RAPID",
    "scenes/makers/rapid/translation/rapid_motions.py": "words of RAPID: how a weld ends",
    "scenes/makers/rapid/translation/rapid_points.py": "functions of ours: HERE, TOOL",
    "scenes/makers/rapid/translation/rapid_translation.py": "statements of both",
    "scenes/makers/krl/motions/motion_state.py": "words of KRL",
    "scenes/makers/krl/motions/spline_words.py": "words of KRL",
    "scenes/makers/urscript/translation/script_actions.py": "what outputs and stops become",
    "scenes/makers/urscript/translation/script_blocks.py": "blocks of URScript and of ours",
    "scenes/makers/urscript/translation/script_copies.py": "how joint values of a run are read",
    "scenes/makers/urscript/translation/script_places.py": "poses as ours: NULL, HERE",
    "scenes/makers/urscript/translation/script_translation.py": "statements of both",
}
# Files that still hold names, with their number, which may only shrink; no file may be added.
LEFT = {}


def product_files() -> list[Path]:
    files = (path for room in ("app", "language", "scenes") for path in (TOP / room).rglob("*.py"))
    return sorted(path for path in files if TABLE not in path.parents)


def named_in(tree: ast.Module, tables: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    """Line and text of every string that is the name of an instruction, or a row of such names.

    Docstrings, messages and the pieces of an f-string do not count, nor do the keys of `tables`.
    """
    nodes = list(ast.walk(tree))
    free = set(_docstrings(nodes)) | set(_pieces(nodes)) | set(_keys(tree, tables))
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in free:
            words = node.value.split()
            if " ".join(words) == node.value and NAMES.issuperset(words) and words:
                found.append((node.lineno, node.value))
    return [*found, *((line, SIGN) for line in _asked_for_the_sign(nodes))]


def _docstrings(nodes: Sequence[ast.AST]) -> Iterator[int]:
    for node in nodes:
        if isinstance(node, ast.Expr):
            yield id(node.value)


def _pieces(nodes: Sequence[ast.AST]) -> Iterator[int]:
    """The texts between the values of an f-string, except texts that are only a name."""
    for node in nodes:
        for piece in node.values if isinstance(node, ast.JoinedStr) else ():
            if isinstance(piece, ast.Constant) and piece.value not in NAMES:
                yield id(piece)


def _keys(tree: ast.Module, tables: tuple[str, ...]) -> Iterator[int]:
    """The keys of the dictionaries with these names in a module."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if not any(isinstance(t, ast.Name) and t.id in tables for t in targets):
            continue
        value = node.value  # type: ignore[attr-defined]
        dictionary = next(n for n in ast.walk(value) if isinstance(n, ast.Dict))
        yield from (id(key) for key in dictionary.keys)


def _asked_for_the_sign(nodes: Sequence[ast.AST]) -> Iterator[int]:
    """The lines in which something called a name is compared with "="."""
    for node in nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            called = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
            signs = [s for s in sides if isinstance(s, ast.Constant) and s.value == SIGN]
            if signs and "name" in called:
                yield node.lineno


def test_a_file_outside_the_table_names_no_instruction() -> None:
    naming = {}
    for path in product_files():
        place = path.relative_to(TOP).as_posix()
        if place in OF_THEIR_OWN:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = named_in(tree, ACTIONS.get(place, ()))
        if len(found) > LEFT.get(place, 0):
            naming[place] = found
    assert naming == {}, (
        "ask the row of the instruction for what you need to know, or give `Instruction` a field "
        "that says it"
    )


@pytest.mark.parametrize("place", [*ACTIONS, *OF_THEIR_OWN])
def test_an_exception_is_still_needed(place: str) -> None:
    tree = ast.parse((TOP / place).read_text(encoding="utf-8"))
    kept = named_in(tree, ())
    assert len(kept) > len(named_in(tree, ACTIONS.get(place, ()))) or place in OF_THEIR_OWN
    assert kept


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('x = name == "MOVES"', 1),
        ('MOTIONS = frozenset({"MOVE", "READY"})', 2),
        ('MOTIONS = "MOVE MOVES".split()', 1),
        ('is_it = statement.name == "="', 1),
        ('is_it = token.text == "="', 0),
        ('def f():\n    """END"""', 0),
        ('TABLE = {"MOVE": move}', 0),
        ('TABLE = {"MOVE": "MOVES"}', 1),
        ('OTHER = {"MOVE": move}', 1),
        ('message = f"SOLUTION {number}"', 0),
        ('message = "write  END  as the last line"', 0),
    ],
)
def test_names_of_instructions_are_recognised_in_code(code: str, count: int) -> None:
    assert len(named_in(ast.parse(code), ("TABLE",))) == count
