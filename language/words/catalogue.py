"""Every code that a diagnostic of the language can have, with its title and an explanation."""

from typing import NamedTuple


class Entry(NamedTuple):
    """Title and explanation of a code."""

    title: str
    explanation: str


CATALOGUE: dict[str, Entry] = {
    "E100": Entry(
        "not a text file",
        "The file holds bytes that no text in UTF-8 can hold. Program files are plain text.",
    ),
    "E101": Entry(
        "character without meaning",
        "Outside comments a program is written in ASCII; names may have letters of any script. "
        "Full-width letters, no-break blanks and typographic dashes look right and are other "
        "characters; the message names them.",
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
        "INSERT, CHANGE, DELETE, SAVE and TYPEA to TYPED edit or show a program. They are typed "
        "at the console.",
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
        "The header  ;! dialect  names how O, A, T are read: hokkaido, val, vplus or as.",
    ),
    "E124": Entry(
        "unknown function", "The word before the parenthesis is no function of the language."
    ),
    "E125": Entry("wrong arguments", "A function takes the arguments that its usage shows."),
    "E126": Entry("no value", "The function has no value for these arguments."),
    "E127": Entry("text not closed", "A text begins and ends with a quotation mark."),
    "E128": Entry(
        "not supported",
        "The line is V+, AS or VAL II and has no counterpart here. Nothing is guessed.",
    ),
    "E129": Entry("name taken", "Instructions and functions cannot be names of variables as well."),
    "E130": Entry(
        "unknown version of the language",
        "The header  ;! language 2  says that a file was written for the rules in force.",
    ),
    "E201": Entry("location not defined", "No POINT or HERE of the program gives it a value."),
    "E202": Entry(
        "location used too early", "Its POINT or HERE stands further down, so it has no value yet."
    ),
    "E203": Entry(
        "name without a value", "Numbers are written in digits, or as a variable that has a value."
    ),
    "E210": Entry("block not closed", "IF, FOR, WHILE and CASE end with END, DO with UNTIL."),
    "E211": Entry("end of another block", "UNTIL closes DO, END closes every other block."),
    "E212": Entry(
        "not in its place in the block",
        "ELSE belongs into IF, VALUE and ANY into CASE. ELSE and ANY stand once and last, and the "
        "lines of a CASE stand behind a VALUE or ANY.",
    ),
    "E213": Entry("programs of a file", "Each program stands between .PROGRAM name and .END."),
    "E214": Entry("program name twice", "CALL finds a program by its name: each needs its own."),
    "E215": Entry("label not defined", "A label is the number before a line of the same program."),
    "E216": Entry(
        "arc not complete",
        "An arc is written as C1MOVE via, then C2MOVE goal, with no other motion between them. Two "
        "C1MOVE before a C2MOVE make a full circle, which ends where it starts.",
    ),
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
        "The headers  ;! dialect  and  ;! language  stand once at the top, before the first "
        "instruction.",
    ),
    "W209": Entry("step number twice", "A step number names one line."),
    "W210": Entry("never reached", "The line before it leads elsewhere and no label leads here."),
    "W211": Entry("program of another file", "CALL names a program that this file does not hold."),
    "W213": Entry(
        "compound location of an older file",
        "Locations are multiplied in the axes in which O = A = T = 0 of the dialect is no turn: "
        "hokkaido in the axes of the hand, whose x axis approaches, val and vplus in the axes of "
        "the tool, whose z axis approaches. Before language 2 each product in hokkaido turned the "
        "hand, so did angles left out of TRANS in val, and parts fed AT a location, BASE, DEFORM "
        "and TOOL took that turn too. The header  ;! language 2  says that "
        "the file was written for the rule in force.",
    ),
    "W214": Entry(
        "zeros that turn",
        "In the dialect val O, A, T = 90, -90, 0 is no turn, and 0, 0, 0 is one. Angles that are "
        "left out of TRANS are no turn.",
    ),
    "E701": Entry(
        "motion of a foreign program not carried out",
        "Its goal has no value, or is said in words that the reader does not know. The arm stays "
        "where it is, the motion is not checked, and motions behind it start from an assumed "
        "place. A value that is not known is never zero.",
    ),
    "W702": Entry(
        "line of a foreign program not understood",
        "The line is left out. Motions behind it are assumed: it may have changed where they go.",
    ),
    "N703": Entry(
        "motion of a foreign program assumed",
        "A line before it is not understood, so that the controller may do something else. The "
        "note stands at the first motion behind such a line.",
    ),
    "E704": Entry(
        "foreign file not readable",
        "The file is too large, has a line that is too long, or is nested too deeply to be a "
        "program; or the arm of the cell is not one whose controller reads this language.",
    ),
    "N705": Entry(
        "line of a foreign program carried out in part",
        "Motions go where the controller goes. A part that needs more than an arm is left out, "
        "such as a weld or a handler of errors, or an output changes at another moment.",
    ),
    "N212": Entry("without effect", "The instruction is read and kept; nothing here obeys it."),
}


def explain(code: str) -> str:
    """Title and explanation of a code in one paragraph; "" if the code is not of the language."""
    entry = CATALOGUE.get(code.upper())
    return f"{code.upper()}: {entry.title}. {entry.explanation}" if entry else ""
