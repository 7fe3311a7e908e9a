"""XML of VAL3 that is damaged or hostile: one message each, no expansion, no file is opened."""

import pytest

from scenes.makers.staubli.val3_application import application_of, numbers_of, programs_of
from scenes.makers.staubli.val3_files import program_text
from scenes.makers.staubli.val3_xml import MOST_DEPTH, XmlError, xml_of

BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
HOSTILE = {
    "nothing": "",
    "no XML": "movej(j, t, m)",
    "a tag that is cut off": "<Programs><Program",
    "a tag that is not closed": "<Programs><Program name='a'>",
    "two roots": "<Programs/><Programs/>",
    "a zero byte": "<Programs>\0</Programs>",
    "a half character": "<Programs>&#xD800;</Programs>",
    "entities in one another": f'<!DOCTYPE a [<!ENTITY a0 "x">{BOMB}]><a>&a11;</a>',
    "an entity of a file": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "a document type of a file": '<!DOCTYPE a SYSTEM "http://localhost/a.dtd"><a/>',
    "an entity that is not known": "<a>&b;</a>",
    "elements without end": "<a>" * (MOST_DEPTH + 1) + "</a>" * (MOST_DEPTH + 1),
    "attributes without end": "<a " + " ".join(f'b{n}="1"' for n in range(100)) + "/>",
    "another text": "<html><body/></html>",
    "an older form": "<program><source/></program>",
    "a line without end": f"<Programs><Code>{'&amp;' * 30_000}</Code></Programs>",
    "no program": "<Programs></Programs>",
    "no code": '<Programs><Program name="a"/></Programs>',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_is_no_program_gives_one_message_with_its_line(name) -> None:
    with pytest.raises(XmlError) as fault:
        programs_of(HOSTILE[name])
    assert str(fault.value) and fault.value.line >= 1


def test_lines_of_code_have_their_place_in_the_file() -> None:
    text = program_text("weld", ["a = 1 // < & >", "", "call b()"], ["nA"])
    (program,) = programs_of(text)
    wanted = ["begin", "a = 1 // < & >", "", "call b()", "end"]
    assert [row.strip() for row in program.rows] == wanted and program.first_row == 7
    shown = text.split("\n")
    for number, row in enumerate(program.rows, program.first_row):
        column = len(row) - len(row.lstrip())
        assert shown[number - 1][column:].startswith(row.strip())
    assert [each.name for each in program.locals] == ["nA"]


def test_code_without_cdata_is_read_too() -> None:
    root = xml_of("<Code>begin\n a = 1 &lt; 2 &amp; b\nend</Code>")
    assert root.rows == (f"{' ' * 6}begin", " a = 1 < 2 & b", "end")


def test_files_that_are_not_read_are_faults_and_the_rest_is_kept() -> None:
    data = "<Database><Datas><Data name='n' type='num' size='2'>{}</Data></Datas></Database>"
    keys = ["0", "7", "x", "-1", "9" * 5000, "²"]
    values = "".join(f"<Value key='{key}' value='1'/>" for key in keys)
    files = [
        ("a.dtx", data.format(values)),
        ("b.dtx", "<Database/>"),
        ("c.pjx", "<Project><Parameters millimeterUnit='false'/></Project>"),
        ("d.pgx", "<"),
        ("e.txt", "not a file of it"),
    ]
    found = application_of(files)
    assert set(found.variables["n"].values) == {0, 7} and found.variables["n"].where(0) == "a.dtx:1"
    assert [name for name, _, _ in found.faults] == ["b.dtx", "d.pgx"] and found.is_inch
    with pytest.raises(ValueError, match="finite"):
        numbers_of({"x": "nan"}, ["x"])


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("<![CDATA[begin\n  a = 1\n\nend]]>", [(2, 16, "begin"), (3, 3, "a = 1"), (5, 1, "end")]),
        ("<![CDATA[\nif x < 3]]>\n", [(3, 1, "if x < 3")]),
        ("<![CDATA[e]]>", [(2, 16, "e")]),
        ("&#10;", []),
        ("&#10;&#10;a", [(4, 1, "a")]),
        ("a&#13;b\n", [(2, 7, "a\rb")]),
        ("x &lt; 3\ny", [(2, 7, "x < 3"), (3, 1, "y")]),
        ("<!-- a\nb -->x\ny", [(3, 6, "x"), (4, 1, "y")]),
        ("<![CDATA[a\n]]><![CDATA[b\nc]]>", [(2, 16, "a"), (3, 1, "b"), (4, 1, "c")]),
    ],
)
def test_code_has_its_lines_and_columns_in_whatever_form_it_is_written(code, wanted) -> None:
    root = xml_of(f"<A>\n<Code>{code}</Code></A>")
    code = root.children[0]
    found = [(number, row) for number, row in enumerate(code.rows, code.first_row) if row.strip()]
    assert [(n, len(row) - len(row.lstrip()) + 1, row.strip()) for n, row in found] == wanted
