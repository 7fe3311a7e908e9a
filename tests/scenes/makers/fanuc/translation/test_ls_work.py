"""Frames of FANUC programs hold along the way of a run; where ways differ it is told."""

import pytest

from tests.scenes.makers.fanuc.conftest import DATA, START, backup, lost, program, translate

FRAMES = backup("MNUFRAME", {1: (200, 0, 0, 0, 0, 0), 2: (250, 0, 0, 0, 0, 0)})
FILES = [("sysframe.va", FRAMES), DATA[1]]
GO = ("PR[2]=P[1]", "L PR[2] 100mm/sec FINE")
SAID = "only a run knows UFRAME_NUM here"
SETS_2 = ("two.ls", program("UFRAME_NUM=2", name="TWO"))
SETS_1 = ("one.ls", program("UFRAME_NUM=1", name="ONE"))
GOES = ("goes.ls", program(*GO, name="GOES"))


def told(*codes: str) -> list[str]:
    files = [*FILES, SETS_2, SETS_1, GOES]
    return [each for each in lost(translate(program(*START, *codes), files)) if SAID in each]


@pytest.mark.parametrize(
    "codes",
    [
        ("IF (R[1]=1) THEN", "UFRAME_NUM=2", "ENDIF", *GO),
        ("IF (R[1]=1) THEN", "UFRAME_NUM=2", "ELSE", "ENDIF", *GO),
        ("IF R[1]=1,CALL TWO", *GO),
        ("SELECT R[1]=1,CALL TWO", "       ELSE,CALL ONE", *GO),
        ("FOR R[1]=1 TO R[2]", "UFRAME_NUM=2", "ENDFOR", *GO),
        ("FOR R[1]=1 TO 3", *GO, "UFRAME_NUM=2", "ENDFOR"),
        ("LBL[1]", *GO, "UFRAME_NUM=2", "JMP LBL[1]"),
        ("CALL TWO", *GO),
    ],
)
def test_a_goal_in_a_frame_that_only_a_run_knows_is_told(codes) -> None:
    assert len(told(*codes)) == 1


@pytest.mark.parametrize(
    "codes",
    [
        ("IF (R[1]=1) THEN", "UFRAME_NUM=2", "ELSE", "UFRAME_NUM=2", "ENDIF", *GO),
        ("IF (R[1]=1) THEN", *GO, "ENDIF", *GO),
        ("IF (R[1]=1) THEN", "UFRAME_NUM=2", "ENDIF", "UFRAME_NUM=1", *GO),
        ("SELECT R[1]=1,CALL ONE", "       ELSE,CALL ONE", *GO),
        ("FOR R[1]=1 TO 3", "UFRAME_NUM=2", *GO, "ENDFOR", *GO),
        ("LBL[1]", *GO, "UFRAME_NUM=1", "JMP LBL[1]"),
        ("CALL TWO", "UFRAME_NUM=1", *GO, "CALL GOES", *GO),
        # A point that names its frame needs none in use.
        ("IF (R[1]=1) THEN", "UFRAME_NUM=2", "ENDIF", "L P[1] 100mm/sec FINE"),
    ],
)
def test_a_goal_in_a_frame_that_all_ways_give_is_known(codes) -> None:
    assert told(*codes) == []


def test_a_called_program_goes_in_the_frames_of_all_its_calls() -> None:
    same = translate(program(*START, "CALL GOES", "UFRAME_NUM=1", "CALL GOES"), [*FILES, GOES])
    other = translate(program(*START, "CALL GOES", "UFRAME_NUM=2", "CALL GOES"), [*FILES, GOES])
    assert not any(SAID in each.message for each in same.findings)
    assert any(SAID in each.message for each in other.findings)


def test_a_label_may_be_come_to_in_the_frame_of_the_caller() -> None:
    past = ["IF R[1]=1,JMP LBL[1]", "UFRAME_NUM=1", "LBL[1]", *GO]
    jump = ("jump.ls", program(*past, name="JUMP"))
    for number in (1, 2):
        main = program(*START, f"UFRAME_NUM={number}", "CALL JUMP")
        messages = [each.message for each in translate(main, [*FILES, jump]).findings]
        assert any(SAID in each for each in messages) is (number == 2)
        tools = [("jump.ls", jump[1].replace("UFRAME_NUM", "UTOOL_NUM"))]
        main = program(*START, f"UTOOL_NUM={number}", "CALL JUMP")
        messages = [each.message for each in translate(main, [*FILES, *tools]).findings]
        assert any("knows UTOOL_NUM here" in each for each in messages) is (number == 2)


def test_a_tool_that_branches_fill_otherwise_is_told() -> None:
    fills = ["IF (R[1]=1) THEN", "UTOOL[1]=PR[1]", "ENDIF", "L P[1] 100mm/sec FINE"]
    made = translate(program(*START, "PR[1]=P[1]", *fills), FILES)
    assert any("only a run knows UTOOL[1] here" in each for each in lost(made))


def test_a_point_is_not_said_to_belong_to_others_where_only_a_run_knows_these() -> None:
    turn = ["UTOOL_NUM=0", "UTOOL_NUM=1", "LBL[1]", "L P[1] 100mm/sec FINE", "JMP LBL[1]"]
    made = translate(program(*START, *turn), FILES)
    assert not [each for each in made.findings if "belongs to" in each.message]
    made = translate(program(*START, "UTOOL_NUM=0", "L P[1] 100mm/sec FINE"), FILES)
    assert [each for each in made.findings if "belongs to UTOOL_NUM 1" in each.message]
