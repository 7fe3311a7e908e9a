"""Programs of AS and V+ as programs of ours: every construct, values of a backup, and faults."""

import random

import pytest

from language import parse
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import ASSUMED, DIFFERS, NOT_CARRIED_OUT, NOT_UNDERSTOOD, Reading

FACTS = Facts(lambda joint, shown: shown, lambda joint, value: value, (1,) * 6)
DATA = (
    ".TRANS\np 500 0 300 0 180 0\nq[0,1] 1 2 3 4 5 6 592.6\n.END\n"
    ".JOINTS\n#j 0 0 -90 0 -90 0\n#k[1] 1 2 3 4 5 6\n.END\n.REALS\nlow = 20\nsig.ok = 1001\n.END\n"
)


def read(body: str, data: str = DATA, facts: Facts = FACTS) -> Reading:
    """The reading of a program with these lines and a backup."""
    return read_as(f".PROGRAM main()\n{body}\n.END\n{data}", (), facts)


def said(body: str, **given) -> list[str]:
    """What the lines of a program come to, without our own first program."""
    lines = read(body, **given).text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.lower().startswith(".program main"))
    return [line.strip() for line in lines[start + 1 : lines.index(".END", start)]]


ONE_LINE = {
    "JMOVE #j": "MOVE #j",
    "LMOVE #k[1]": "MOVES #k[1]",
    "LMOVE q[0,1]": "MOVES q[0, 1]",
    "LMOVE p + TRANS(0,0,-20)": "MOVES p:TRANS(0, 0, -20)",
    "LMOVE -p + q[0,1]": "MOVES INVERSE(p):q[0, 1]",
    "LMOVE p - q[0,1]": "MOVES p:INVERSE(q[0, 1])",
    "JMOVE SHIFT(p BY ,,low*2)": "MOVE SHIFT(p BY 0, 0, low * 2)",
    "LAPPRO p,low+5": "APPROS p, low + 5",
    "JAPPRO p, 100": "APPRO p, 100",
    "LDEPART 100": "DEPARTS (100)",
    "TDRAW ,,10": "TDRAW 0, 0, 10",
    "DRAW 10": "DRAW 10, 0, 0",
    "SPEED 80 ALWAYS": "SPEED 80 ALWAYS",
    "SPEED low": "SPEED (low)",
    "SPEED 120 MM/S ALWAYS": "SPEED 120 MMPS ALWAYS",
    "SPEED 600 MM/MIN": "SPEED ((600) * 0.01666666667) MMPS",
    "SPEED 50 MM/S, 20 DEG/S ALWAYS": "SPEED 50 MMPS ALWAYS",
    "ACCURACY 5 ALWAYS": "ACCURACY 5 ALWAYS",
    "ACCURACY 1 FINE": "FINE",
    "CP OFF": "NULL ALWAYS",
    "TWAIT 0.5": "DELAY 0.5",
    "SIGNAL -sig.ok, 5": "SIGNAL (-sig.ok), 5",
    "SWAIT 1001, -1002": "WAIT SIG(1001, -1002)",
    "WAIT SIG(-sig.ok) OR TIMER(1)>5": "WAIT SIG(-sig.ok) OR TIMER(1) > 5",
    "TIMER (1) = 0": "TIMER 1 = 0",
    "TOOL p": "TOOL p",
    "BASE p": "BASE INVERSE(p)",
    "BASE NULL": "BASE NULL",
    "POINT a = p + RZ(90)": "SET a = p:TRANS(0, 0, 0, 90, 0, 0)",
    "POINT f = FRAME(p,p,p,p)": "SET f = FRAME(p, p, p, p)",
    "HERE a": "HERE a",
    "x = ^HFF + ^B101": "x = 255 + 5",
    "x = BITS(1,3)": "x = (0 - SIG(1) - SIG(1 + 1) * 2 - SIG(1 + 2) * 4)",
    "x = y.z MOD 2": "; AS 2: x = y.z MOD 2",
    'PRINT 2: "low ", low': 'TYPE "low ", low',
    'PRINT "low " + $ENCODE(/F4.1, low + 1) + " mm", $t': 'TYPE "low ", low + 1, " mm", "$t"',
    "DWRIST": "FLIP",
    "UWRIST": "NOFLIP",
    "DRIVE 2, 10, 50": "DRIVE 2, (10), 50",
    "delay = 2": "delay_ = 2",
    "JMOVE #[1,2,-3,4,5,6]": "MOVE #PPOINT(1, 2, -3, 4, 5, 6)",
    "x = low != 3 AND TASK(1) == 1 AND TASK(1001) == 0": ("x = low <> 3 AND 1 == 1 AND 0 == 0"),
    "UTIMER @spray = 0": "TIMER 1001 = 0",
    "WAIT UTIMER(@spray) > 3": "WAIT TIMER(1001) > 3",
    "DLYSIG -low, 3": "SIGNAL (-low)",
    "CPOFF ALWAYS": "NULL ALWAYS",
    "CPON": "NONULL",
    "MOVEST p, 20": "MOVEST p, 20",
    "OPENS 1": "OPENI",
    "RELAXI 1": "RELAX",
    "x = INRANGE(p)": "x = INRANGE(p)",
    "x = BITS32(1,1)": "x = (0 - SIG(1))",
    "ABORT": "HALT",
    "POINT a = TOOL": "SET a = TOOL",
    "POINT a = BASE": "SET a = INVERSE(BASE)",
    "x = ROUND(low)": "x = INT(low + 0.5 * SIGN(low))",
    "x = MAXVAL(1,low)": "x = MAX(1, low)",
    "WAIT SWITCH(POWER) AND NOT SWITCH(ERROR)": "WAIT TRUE AND NOT FALSE",
    'PROMPT 1: "how many", n': 'PROMPT "how many", n',
    "WAIT.EVENT ,0.5": "DELAY 0.5",
}


@pytest.mark.parametrize(("line", "ours"), ONE_LINE.items())
def test_a_statement_comes_to_ours(line: str, ours: str) -> None:
    assert said(line) == [ours]


SEVERAL = {
    "STABLE 0.2": ["BREAK", "DELAY 0.2"],
    ".x = 1": ["LOCAL _x", "_x = 1"],
    "POINT .p[1] = p": ["LOCAL _p[]", "SET _p[1] = p"],
    "FOR i = 1 TO 5 STEP 2\nEND": ["FOR i = 1 TO 5 STEP 2", "END"],
    "DO\nBREAK\nUNTIL SIG(1001)": ["DO", "BREAK", "UNTIL SIG(1001)"],
    "WHILE 1 DO\nEXIT\nEND\nBREAK": ["WHILE 1 DO", "GOTO 10000", "END", "10000 REMARK", "BREAK"],
    "IF low == 1 THEN\nBREAK\nELSE\nEND": ["IF low == 1 THEN", "BREAK", "ELSE", "END"],
    "IF low == 1\nEND": ["IF low == 1 THEN", "END"],
    "CASE low OF\nVALUE 1,2:\nBREAK\nANY:\nEND": [
        "CASE low OF", "VALUE 1, 2:", "BREAK", "ANY", "END",
    ],
    "GOTO out\nout:\nRETURN": ["GOTO 875", "875 REMARK out", "RETURN"],
    "IF low > 1 GOTO 9\n9 BREAK": ["IF low > 1 GOTO 9", "9 REMARK 9", "BREAK"],
    "DECOMPOSE v[0] = p": [
        "DECOMPOSE part_a[] = p", *(f"v[{i}] = part_a[{i + 1}]" for i in range(6)),
    ],
    "DRAW 0,0,50,0,0,0,100 MM/S": ["SPEED 100 MMPS", "DRAW 0, 0, 50"],
    "TDRAW ,,5,,,,20": ["SPEED 20", "TDRAW 0, 0, 5"],
    "DECOMPOSE v[0] = #j": [
        "DECOMPOSE part_a[] = #j", *(f"v[{i}] = part_a[{i + 1}]" for i in range(6)),
    ],
    "x = DEXT(p, low)": ["DECOMPOSE part_a[] = p", "part.n0 = part_a[low]", "x = part.n0"],
    "GOTO 9\n9 XYZ": ["GOTO 9", "9 REMARK 9", "; AS 3: 9 XYZ"],
    "UTIMER @a = 1\nUTIMER (@b) = 2\nx = UTIMER(@a)": [
        "TIMER 1001 = 1", "TIMER 1002 = 2", "x = TIMER(1001)",
    ],
    "PULSE low, 2": ["SIGNAL (low)", "SIGNAL (-(low))"],
    "TCP_ACCEPT id, 49152, 5, ip[1]": ["id = -34024", "DELAY 5"],
    "TCP_RECV ret, low, $got[1], .n, 2": [
        "LOCAL _n", "ret = -34024", "_n = 0", "IF FALSE THEN", "got.text[1] = 0", "END", "DELAY 2",
    ],
    'FOPEN (low, 16) "/CLIENTS 1"\nx = IOSTAT(low)\n9 FCLOSE (low)': [
        "REMARK FOPEN", "x = 1", "9 REMARK 9", "REMARK FCLOSE",
    ],
    "WRITE (low) $m, /S\nREAD (low) $m": [
        "REMARK WRITE", "IF FALSE THEN", "m.text = 0", "END",
    ],
    'SEND "a", e\nRECEIVE $m, e': [
        "e = 0", "e = -34024", "IF FALSE THEN", "m.text = 0", "END",
    ],
    "SPEED low S\nLAPPRO p, 5\nJMOVE p": [
        "speed.seconds = low", "IF speed.seconds > 0 THEN",
        "SPEED (MAX(DISTANCE(DEST, p:TRANS(0, 0, -(5))) / speed.seconds, 0.1)) MMPS",
        "speed.seconds = 0", "END", "APPROS p, 5", "speed.seconds = 0", "MOVE p",
    ],
    "UDP_SENDTO .e, ip[0], 5, $s[0], 1, 2": ["LOCAL _e", "_e = 0"],
    "BREAK\nEND": ["BREAK", "RETURN"],
    "POINT a = p\nPOINT/OAT a = q[0,1]": [
        "SET a = p",
        "DECOMPOSE part_a[] = a",
        "DECOMPOSE part_b[] = q[0, 1]",
        "SET a = TRANS(part_a[1], part_a[2], part_a[3], part_b[4], part_b[5], part_b[6])",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("lines", "ours"), SEVERAL.items())
def test_statements_come_to_several_of_ours(lines: str, ours: list[str]) -> None:
    assert said(lines) == ours


def test_what_is_read_and_has_no_effect_counts_apart() -> None:
    reading = read("ACCEL 50 ALWAYS\n$text = $ENCODE(low)\nHOLD.STEP ON\nJMOVE #j")
    assert (reading.coverage.carried_out, reading.coverage.ignored) == (3, 3)
    assert not reading.findings


def test_values_of_the_backup_come_first_and_only_those_that_are_used() -> None:
    reading = read("JMOVE #j\nSPEED low")
    first = reading.text.partition(".END")[0]
    assert "SET #j = #PPOINT(0, 0, -90, 0, -90, 0)" in first and "low = 20" in first
    assert "ACCURACY 1 ALWAYS" in first and "CALL main".lower() in first.lower()
    assert "POINT p" not in first and "sig.ok" not in first
    assert reading.origins["LOW"] == "line 14, value of the last run"


def test_joint_values_are_those_of_the_controller_with_its_signs_and_zeros() -> None:
    facts = Facts(of_joint=lambda joint, shown: f"-({shown} - {joint})", signs=(-1,) * 6)
    text = read("JMOVE #PPOINT(low,0,0,0,0,1)", facts=facts).text
    assert "MOVE #PPOINT(-(low - 0), -(0 - 1), -(0 - 2), -(0 - 3), -(0 - 4), -(1 - 5))" in text


def test_joint_values_of_an_arm_without_facts_are_not_carried_out() -> None:
    reading = read("JMOVE #j\nLMOVE p", facts=Facts())
    assert [d.code for d in reading.findings] == [NOT_CARRIED_OUT, ASSUMED]
    assert "does not say how its controller counts joints" in reading.findings[0].message


def test_a_name_without_a_value_is_never_zero() -> None:
    reading = read("LMOVE nowhere\nSPEED fast ALWAYS\nx = fast + 1\nSIGNAL x\nLMOVE p")
    found = [(d.line, d.code) for d in reading.findings]
    lost = [(2, NOT_CARRIED_OUT), *((line, NOT_UNDERSTOOD) for line in (3, 4, 5))]
    assert found == [*lost, (6, ASSUMED)]
    assert "nowhere has no value" in reading.findings[0].message
    assert not [d for d in parse(reading.text).diagnostics if d.severity == "error"]


def test_no_part_of_a_block_is_run_whose_head_is_not_read() -> None:
    lines = 'IF $state == "go" THEN\nJMOVE #j\nELSE\nLMOVE p\nEND\nSCASE $s OF\nSVALUE "a":\nEND'
    ours = said(lines)
    assert ours == ["IF FALSE THEN", "MOVE #j", "MOVES p", "END", "IF FALSE THEN", "END"]


def test_locals_and_arguments_keep_to_their_program() -> None:
    text = (
        ".PROGRAM main() #12;the first\nCALL paint(.&p[,], 3, $name)\n.p[0,0] = 1\n.END\n"
        ".PROGRAM paint(.&q[,],.n,.$s)@25/09/23 08:00 #304\n.m = .n\nLMOVE .q[0,1]\n.END\n"
    )
    reading = read_as(text, (), FACTS)
    assert ".PROGRAM paint(_q[], _n)" in reading.text and "CALL paint(_p[], 3)" in reading.text
    assert "LOCAL _m" in reading.text and "LOCAL _p[]" in reading.text
    assert "MOVES _q[0, 1]" in reading.text


def test_the_first_program_is_the_one_that_no_other_calls_and_that_moves() -> None:
    programs = (
        ".PROGRAM sub()\nLMOVE p\n.END\n.PROGRAM watch()\nSIGNAL 5\n.END\n"
        ".PROGRAM a.main()\nPCEXECUTE 2: watch\nCALL sub\nJMOVE #j\n.END\n"
    )
    assert "CALL A.MAIN" in read_as(programs + DATA, (), FACTS).text


def test_a_step_of_the_pendant_has_its_settings_and_joint_values() -> None:
    step = (
        "JOINT SPEED9 ACCU2 TIMER1 TOOL1 WORK0 CLAMP1 (OFF,0,0,O) 2 (OFF,0,0,O) OX=3 WX=1001 "
        "#[1,2,3,4,5,6] ;"
    )
    tables = ".AUXDATA\nSPEED 10 20 30 40 50 60 70 80 90 95\nTOOL1 0 0 80 0 0 0\n.END\n"
    assert said(step, data=tables) == [
        "TOOL TRANS(0, 0, 80, 0, 0, 0)",
        "SPEED 95",
        "ACCURACY 10",
        "WAIT SIG(1001)",
        "MOVE #PPOINT(1, 2, 3, 4, 5, 6)",
        "SIGNAL 3",
        "DELAY 0.1",
    ]
    straight = "LINEAR 250. ACCU1 TIMER0 TOOL1 WORK0 CLAMP1 (OFF,0,0,O) OX= WX= #[1,2,3,4,5,6] ;"
    assert said(straight)[:3] == [
        "SPEED 250. MMPS", "ACCURACY 1", "MOVES #PPOINT(1, 2, 3, 4, 5, 6)",
    ]  # fmt: skip


def test_words_of_vplus_are_read() -> None:
    lines = (
        "AUTO REAL i, $t, LOC2\nATTACH ()\nSET a = HERE\nSPEED 50 MMPS ALWAYS\n"
        "MOVES SHIFT(a BY -20)\nAPPROS a:TRANS(1,2,3), 50\nDEPARTS 20\nSELECT ROBOT = 1\nEND l5"
    )
    ours = said(lines)
    assert ours[:2] == ["LOCAL i, LOC2", "; ATTACH ()"]
    assert ours[2:7] == [
        "SET a = HERE", "SPEED 50 MMPS ALWAYS", "MOVES SHIFT(a BY -20)",
        "APPROS a:TRANS(1, 2, 3), 50", "DEPARTS (20)",
    ]  # fmt: skip


def test_bits_of_a_number_are_signals() -> None:
    ours = said("BITS 1+16,8 = low")
    assert ours[0] == "bits_value = low" and "FOR bits_at = 0 TO 8 - 1" in ours
    assert "SIGNAL ((1 + 16 + bits_at) * (2 * (bits_value MOD 2) - 1))" in ours


def test_a_device_that_does_not_answer_is_told_with_the_line() -> None:
    reading = read("TCP_LISTEN ret, 4000\nPULSE low, 2\nx = ret")
    found = [(told.line, told.code, told.message) for told in reading.findings]
    assert found == [
        (2, DIFFERS, "no device of a net answers here"),
        (3, DIFFERS, "the signal goes off at once here, not after 2 s"),
    ]
    assert reading.coverage.carried_out == 5


def test_a_task_that_comes_to_its_end_is_done_at_once_and_no_other() -> None:
    tasks = (
        ".PROGRAM set.up()\nIF TRUE THEN\nCALL deeper\nEND\n.END\n"
        ".PROGRAM deeper()\nSIGNAL 4\n.END\n"
        ".PROGRAM watch()\nWHILE TRUE DO\nSIGNAL 5\nEND\n.END\n"
        ".PROGRAM ring()\nCALL ring\n.END\n"
    )
    lines = "PCEXECUTE 1: set.up\nPCEXECUTE 2: watch\nPCEXECUTE ring\nPCEXECUTE 3: set.up, -1"
    reading = read_as(f".PROGRAM main()\n{lines}\n.END\n{tasks}", (), FACTS)
    assert reading.text.count("CALL set.up") == 1 and reading.coverage.ignored == 3


def test_a_jump_at_an_unknown_signal_or_to_no_label_takes_no_other_line_with_it() -> None:
    reading = read("ONI unknown GOTO out\nLMOVE p\nONI 5 GOTO nowhere\nLMOVE p\nout:")
    assert [found.line for found in reading.findings if found.code == NOT_UNDERSTOOD] == [2, 4]
    assert reading.text.count("MOVES p") == 2 and "jump" not in reading.text
    assert not [d for d in parse(reading.text).diagnostics if d.severity == "error"]


def test_constants_of_programs_that_run_at_the_start_alone_are_values() -> None:
    start = ".PROGRAM autostart.pc()\nout = 5\nset.here = 6\nWHILE TRUE DO\nn = n + 1\nEND\n.END\n"
    lines = "SIGNAL out\nset.here = 7\nSIGNAL set.here"
    reading = read_as(f".PROGRAM main()\n{lines}\nJMOVE #j\n.END\n{start}{DATA}", (), FACTS)
    first = reading.text.partition(".END")[0]
    assert "out = 5" in first and "set.here" not in first
    assert reading.origins["OUT"] == "line 8, set by a program"


def test_a_speed_without_a_number_is_a_name_without_a_value() -> None:
    reading = read("SPEED always\nACCURACY always")
    told = [found.message for found in reading.findings]
    why = "always is a variable here, and has no value"
    assert told == [f"{why}: SPEED always", f"{why}: ACCURACY always"]


def test_what_a_wait_needs_is_not_worked_out_once() -> None:
    reading = read("WAIT BITS(1, low) == 3")
    assert reading.coverage.not_understood == 1


def test_whether_a_value_exists_is_known_of_a_backup_alone() -> None:
    lines = 'IF NOT EXISTREAL("low") THEN\nEND\nIF EXISTREAL("high") THEN\nEND'
    assert said(lines)[::2] == ["IF NOT TRUE THEN", "IF FALSE THEN"]
    assert read(lines, data="").coverage.not_understood == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".END",
        ".TRANS\na",
        ".REALS\n= 4\nx =\n",
        ".PROGRAM",
        ".PROGRAM a(\nIF\nEND\nEND\n",
        ".PROGRAM a\nFOR\nWHILE\nCASE\nVALUE\nDO\nJMOVE\nLAPPRO\nSPEED\nTOOL\nCALL\nPOINT\nBITS\n",
        ".PROGRAM a\nx = " + "(" * 500 + "\nLMOVE " + "-(" * 300 + "\n",
        ".PROGRAM a\n" + "IF 1 THEN\n" * 300,
        "POINT a = TRANS(1)\nDO JMOVE #a\n",
        ".PROGRAM a\nx[ = 1\nSIGNAL ,\nSWAIT\nTIMER\nDECOMPOSE x\nJOINT SPEED9\nGOTO\n1\na:\n.END",
    ],
)
def test_odd_texts_are_read_and_their_translation_has_no_error(text: str) -> None:
    reading = read_as(text, (), FACTS)
    found = [d for d in parse(reading.text).diagnostics if d.severity == "error"]
    assert all(d.code in ("E210", "E213") for d in found)  # blocks that the text leaves open
    assert len(reading.places) == reading.text.count("\n") + 1


def test_a_text_cut_anywhere_or_with_random_words_is_read() -> None:
    body = "\n".join([*ONE_LINE, *SEVERAL])
    text = f".PROGRAM main()\n{body}\n.END\n{DATA}"
    rng = random.Random(5)
    words = text.split()
    for _ in range(40):
        read_as(text[: rng.randrange(len(text))], (), FACTS)
        mixed = "\n".join(" ".join(rng.choices(words, k=rng.randrange(1, 7))) for _ in range(25))
        read_as(f".PROGRAM main()\n{mixed}\n", (), FACTS)


def test_each_variable_of_a_prompt_is_asked_for() -> None:
    told = said('PROMPT "x and y", x, v[2]\nSIGNAL x')
    assert told == ['PROMPT "x and y", x', 'PROMPT "v[2]", v[2]', "SIGNAL (x)"]


@pytest.mark.parametrize(
    "code", ["LMOVE SHIFT", "LMOVE RX", "LMOVE SHIFT()", "k = SQR()", "k = BITS()"]
)
def test_a_function_without_its_arguments_is_told_with_its_line(code: str) -> None:
    reading = read(f"k = 1\n{code}")
    assert [told.line for told in reading.findings] == [3]
    assert reading.coverage.not_understood == 1


def test_a_print_of_a_name_without_a_value_is_told_wherever_else_the_name_stands() -> None:
    for other in ("", "IF nowhere THEN\nEND"):
        reading = read(f"PRINT nowhere\n{other}")
        assert reading.findings[0].message == "nowhere has no value: PRINT nowhere"


def test_a_line_that_is_wrong_here_is_told_with_lines_of_its_own_text() -> None:
    reading = read("CASE low OF\nlow = 2\nVALUE 1:\nEND")
    assert "of the CASE in line 2," in reading.findings[0].message


def test_next_goes_to_where_the_condition_of_until_is_worked_out() -> None:
    told = said("DO\nIF low == 1 THEN\nNEXT\nEND\nx = 1\nUNTIL 2 ^ low > 8")
    label = told.index("10000 REMARK")
    worked_out = next(at for at, line in enumerate(told) if line.startswith("power.of = "))
    assert "GOTO 10000" in told and label < worked_out < told.index("UNTIL power.n0 > 8")


def test_a_jump_to_a_label_that_is_not_there_is_told() -> None:
    for jump in ("GOTO 20", "IF low > 1 GOTO out", "GOTO out IF low > 1"):
        assert [found.message for found in read(f"{jump}\nBREAK").findings] == [
            f"the label of this jump is not in its program: {jump}"
        ]
