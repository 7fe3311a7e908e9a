"""Every code a diagnostic of the language can bear, with its title and an explanation."""

from typing import NamedTuple


class Entry(NamedTuple):
    """What a code stands for."""

    title: str
    explanation: str


CATALOGUE: dict[str, Entry] = {
    "E100": Entry(
        "not a text file",
        "The file holds bytes that no text in UTF-8 can hold. Program files are plain text.",
    ),
    "E101": Entry(
        "character without meaning",
        "Outside comments a program is written in ASCII. Full-width letters, no-break blanks and "
        "typographic dashes look right and are other characters; the message names them.",
    ),
    "E102": Entry(
        "broken number",
        "Numbers are decimals such as 30, 30., .5 or 1E2, without units. A step number is "
        "followed by a blank.",
    ),
    "E103": Entry(
        "number too large",
        "The number, or the result of the arithmetic, is larger than a computer number can be.",
    ),
    "E110": Entry(
        "unknown instruction",
        "The first word of a line, behind an optional step number, is an instruction.",
    ),
    "E111": Entry(
        "editor command in a program",
        "INSERT, CHANGE, DELETE, SAVE and TYPEA to TYPED edit or show a program. They are keyed "
        "in at the console.",
    ),
    "E112": Entry("operand missing", "The instruction needs an operand that is not there."),
    "E113": Entry(
        "name expected",
        "A location or a part is written as one name: a letter, then letters, "
        "digits, points or underscores.",
    ),
    "E114": Entry("too many operands", "The instruction takes fewer operands."),
    "E115": Entry(
        "one value or two",
        "A comma makes operands expressions, so that `10 -5` could be the value 5 or two "
        "values. Write commas between all values, or none at all.",
    ),
    "E116": Entry(
        "broken arithmetic",
        "A parenthesis without its partner, an operator without a value, or a division by zero.",
    ),
    "E117": Entry(
        "comma missing", "A line with one comma between values needs one between all values."
    ),
    "E118": Entry(
        "arithmetic without parentheses",
        "In a line without commas every operand is one number; arithmetic stands in parentheses.",
    ),
    "E119": Entry("unexpected sign", "This sign has no meaning in this place."),
    "E120": Entry("no such joint", "Joints are counted with whole numbers from 1."),
    "E121": Entry("negative opening", "A hand opens to zero or more millimetres."),
    "E122": Entry("bad line number", "Step and line numbers are whole and positive."),
    "E123": Entry(
        "unknown dialect",
        "The header  ;! dialect  names how O, A, T are read: hokkaido, val or vplus.",
    ),
    "E201": Entry("location not defined", "No POINT or HERE of the program gives it a value."),
    "E202": Entry(
        "location used too early", "Its POINT or HERE stands further down, so it has no value yet."
    ),
    "E203": Entry("name in place of a number", "Numbers are written in digits."),
    "W201": Entry(
        "location defined twice",
        "The later definition holds from its line on; motions before it go to the earlier one.",
    ),
    "W202": Entry("code behind END", "The program ends at END; what follows is not run."),
    "W203": Entry("END missing", "The run ends with the last line all the same."),
    "W204": Entry("empty program", "There is nothing to run."),
    "W205": Entry("RELEAS without HAND", "Nothing is held, so nothing is let go."),
    "W206": Entry("HAND while holding", "HAND is in force until RELEAS."),
    "W207": Entry(
        "READY before its definition",
        "READY goes to location READY once it is defined, before that to the cell's ready pose.",
    ),
    "W208": Entry(
        "header without effect",
        "The dialect header is one line at the top, before the first instruction.",
    ),
    "W209": Entry("step number twice", "A step number names one line."),
}


def explain(code: str) -> str:
    """Title and explanation of a code, in one paragraph; "" for a code of another room."""
    entry = CATALOGUE.get(code.upper())
    return f"{code.upper()}: {entry.title}. {entry.explanation}" if entry else ""
