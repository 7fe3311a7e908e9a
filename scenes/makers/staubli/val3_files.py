"""The files of a VAL3 application around its program: its data, its list of files, start and stop.

`name.pjx` lists the files, `name.dtx` holds the variables, `start.pgx` is run first and calls the
program `name.pgx`, `stop.pgx` is run at the end. All of them lie in a folder with the same name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scenes.makers.staubli.val3_names import START, STOP

HEAD = '<?xml version="1.0" encoding="utf-8"?>'
SCHEMA = "http://www.staubli.com/robotics/VAL3"
INSTANCE = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
VERSION, STACK = "s7.3", 5000  # of VAL3, the least that the file asks for; bytes of the stack


def project_text(name: str, programs: Sequence[str]) -> str:
    """The text of `name.pjx`. programs: Names of the programs."""
    files = (f'    <Program file="{each}.pgx" />' for each in programs)
    return "\n".join(
        [
            HEAD,
            f'<Project xmlns="{SCHEMA}/Project/3">',
            f'  <Parameters version="{VERSION}" stackSize="{STACK}" millimeterUnit="true" />',
            "  <Programs>",
            *files,
            "  </Programs>",
            "  <Database>",
            f'    <Data file="{name}.dtx" />',
            "  </Database>",
            "  <Libraries />",
            "</Project>",
            "",
        ]
    )


def data_text(variables: Iterable[str]) -> str:
    """The text of a `.dtx` file. variables: What `variable_text` gives of each."""
    head = f'<Database {INSTANCE} xmlns="{SCHEMA}/Data/2">'
    return "\n".join([HEAD, head, "  <Datas>", *variables, "  </Datas>", "</Database>", ""])


def variable_text(name: str, kind: str, values: Sequence[str], size: int | None = None) -> str:
    """A variable of the application. values: The attributes of each. size: Where no values are."""
    count = len(values) if size is None else size
    head = f'    <Data name="{name}" access="private" xsi:type="array" type="{kind}" size="{count}"'
    if not values:
        return f"{head} />"
    rows = (f'      <Value key="{at}" {each} />' for at, each in enumerate(values))
    return "\n".join([f"{head}>", *rows, "    </Data>"])


def program_text(name: str, lines: Iterable[str], numbers: Sequence[str] = ()) -> str:
    """The text of a `.pgx` file. lines: Between begin and end. numbers: Local variables."""
    own = (
        f'      <Local name="{each}" type="num" xsi:type="array" size="1" />' for each in numbers
    )
    return "\n".join(
        [
            HEAD,
            f'<Programs {INSTANCE} xmlns="{SCHEMA}/Program/2">',
            f'  <Program name="{name}">',
            *(["    <Locals>", *own, "    </Locals>"] if numbers else []),
            "    <Code><![CDATA[begin",
            *(f"  {line.replace(']]>', ']] >')}" for line in lines),
            "end]]></Code>",
            "  </Program>",
            "</Programs>",
            "",
        ]
    )


def files_beside(
    name: str, variables: Iterable[str], called: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files of an application besides the program of the same name.

    called: Texts of the programs that it calls, by their names.
    """
    return (
        (f"{name}.pjx", project_text(name, [START, STOP, name, *called])),
        (f"{name}.dtx", data_text(variables)),
        (f"{START}.pgx", program_text(START, [f"call {name}()", "waitEndMove()"])),
        (f"{STOP}.pgx", program_text(STOP, ["resetMotion()"])),
        *((f"{each}.pgx", text) for each, text in called.items()),
    )
