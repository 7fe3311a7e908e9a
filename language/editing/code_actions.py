"""Changes that an editor offers for a motion: another branch, a via point."""

from language.editing.completion import Facts, line_at
from language.lines.line_parser import parse_line
from language.programs.as_dialect import has_words_of_as, line_in_our_words
from language.programs.parser import parse
from language.words.diagnostics import Edit, Fix


def actions(text: str, line: int, facts: Facts | None = None) -> tuple[Fix, ...]:
    """The changes that are offered for the motion in a line; facts: its branches and via point."""
    facts = facts or Facts()
    source = line_at(text, line)
    parsed = parse_line(line_in_our_words(source) if has_words_of_as(text) else source)
    if parsed.instruction is None or parsed.diagnostics:
        return ()
    indent = " " * (parsed.column - 1) if parsed.step is None else "  "
    found = []
    if parsed.instruction.chooses_branch:
        for number, branch in enumerate(facts.branches.get(line, ()), 1):
            edit = Edit(line, 1, line, 1, f"{indent}SOLUTION {number}\n")
            found.append(Fix(f"switch to branch {number}: {branch}", (edit,)))
    middle = facts.via_points.get(line)
    if middle is not None:
        name = _free_name(text)
        figures = " ".join(f"{round(value, 3) + 0.0:.12g}" for value in middle)
        new = f"{indent}POINT {name} {figures}\n{indent}MOVE {name}\n"
        found.append(Fix(f"insert via point {name}", (Edit(line, 1, line, 1, new),)))
    return tuple(found)


def _free_name(text: str) -> str:
    """The first of VIA1, VIA2 ... that the program does not use."""
    used = {use.name for _, use in parse(text).names}
    number = 1
    while f"VIA{number}" in used:
        number += 1
    return f"VIA{number}"
