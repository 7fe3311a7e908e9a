"""What tasks and initialising programs set in their beginning is there when a program starts."""

import pytest

from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import Reading

LOOP = "WHILE TRUE DO\nSWAIT 1001\ncount = count + 1\ngrip = 5\nEND"


def read(task: str, is_beside: bool = False, name: str = "task()") -> Reading:
    """The reading of a program that asks for count, grip and p, and of a task."""
    main = ".PROGRAM main()\nLMOVE NULL\nIF count < 3 THEN\nSIGNAL grip\nEND\nLMOVE p\n.END\n"
    other = f".PROGRAM {name}\n{task}\n.END\n"
    data = (("other.as", other),) if is_beside else ()
    return read_as(main if is_beside else main + other, data, Facts())


def unknown(reading: Reading) -> set[str]:
    """The names that have no value where the program asks for them."""
    behind = "this condition is not read, "
    words = [found.message.replace(behind, "") for found in reading.findings]
    return {word.split()[0] for word in words if "has no value" in word}


@pytest.mark.parametrize("is_beside", [False, True])
def test_what_a_task_sets_before_its_loop_is_there(is_beside: bool) -> None:
    task = f"count = 0\ngrip = 2\nPOINT p = TRANS(1, 2)\n{LOOP}"
    reading = read(task, is_beside)
    assert not unknown(reading)
    assert "count = 0" in reading.text and "grip = 2" in reading.text
    assert reading.origins["GRIP"].endswith("set by a program")


BEHIND = {
    "a loop": f"{LOOP}\ncount = 0\ngrip = 2\nPOINT p = NULL",
    "a wait": "WAIT SIG(4)\ncount = 0\ngrip = 2\nPOINT p = TRANS(1)\ncount = 7\ngrip = 1\nHERE p",
    "a branch": "IF SIG(3) THEN\ncount = 0\ngrip = 1\nPOINT p = TRANS(1)\nEND\ncount = n\n"
    "grip = n\nPOINT p = q",
    "two values": "count = 0\ncount = 1\ngrip = 1\ngrip = 2\nPOINT p = TRANS(1)\n"
    "POINT p = TRANS(2)",
}


@pytest.mark.parametrize("behind", BEHIND)
def test_what_it_sets_elsewhere_is_not_known(behind: str) -> None:
    assert {"count", "grip", "p"} <= unknown(read(BEHIND[behind], is_beside=True))


def test_programs_that_begin_with_different_values_give_none() -> None:
    task = "count = 0\ngrip = 2\nPOINT p = TRANS(1)\n.END\n.PROGRAM more()\ncount = 1\ngrip = 2"
    assert unknown(read(task, is_beside=True)) == {"count"}


def test_a_parameter_is_no_name_of_all_programs() -> None:
    task = f"count = 0\ngrip = 2\nPOINT p = TRANS(1)\n{LOOP}"
    assert unknown(read(task, is_beside=True, name="task(count)")) == {"count"}


def test_a_value_of_the_last_run_comes_before() -> None:
    given = ".REALS\ncount = 9\n.END\n"
    text = f".PROGRAM main()\nLMOVE NULL\nx = count\n.END\n.PROGRAM t()\ncount = 0\n{LOOP}\n.END\n"
    reading = read_as(text + given, (), Facts())
    assert "count = 9" in reading.text.partition("CALL MAIN")[0]


@pytest.mark.parametrize("lines", [3, 40, 400])
def test_a_beginning_may_be_long(lines: int) -> None:
    many = "\n".join(f"n{i} = {i}" for i in range(lines))
    task = f"IF SIG(1) THEN\n{many}\nEND\ncount = 0\n{many}\ngrip = 2\nPOINT p = TRANS(1)\n{LOOP}"
    assert not unknown(read(task, is_beside=True))
    closed = task.replace("END\ncount = 0", "count = 0", 1)
    assert {"count", "grip"} <= unknown(read(f"{closed}\nEND", is_beside=True))
