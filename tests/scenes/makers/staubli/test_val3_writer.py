"""Applications of VAL3: read back to the same motions, executed by other formulas."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from kinematics import forward
from scenes import SceneError, load_robot
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.staubli.val3_reader import read_val3
from scenes.makers.staubli.val3_writer import NOT_ROUNDED, val3_files, val3_sayable, val3_text
from scenes.makers.writing.orders import EndTurns, Go, Switch, Turns, Way
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, random_program
from tests.scenes.makers.staubli.conftest import (
    ARMS,
    HEIGHTS,
    flange_of_pendant,
    pose,
    pose_in,
    says_the_same,
    values_of,
    words_of_pendant,
)

HEAD = ";! dialect val\n;! language 2\n"
MOVE = re.compile(
    r"(move[jlc])\((?:(\w+)\[(\d+)\], )?(\w+)\[(\d+)\], tTool\[(\d+)\], mDesc\[(\d+)\]\)"
)


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize("seed", range(cases(100, 3)))
def test_a_program_read_back_leads_the_tool_to_the_same_places(arm, seed, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    found = written(orders, run.cell.robot, "val3", "mine")
    motions = [order for order in val3_sayable(orders).orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < MOST_DEG
    back = read_val3(found.text, found.files, run.cell.robot, run.cell.robot.controller)
    goes = [order for order in back.orders if isinstance(order, Go)]
    for ours, theirs in zip(motions, goes, strict=True):
        assert theirs.zone_mm == pytest.approx(ours.zone_mm, abs=1e-6)


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize("seed", range(3))
def test_formulas_of_this_test_lead_the_tool_where_the_run_led_it(
    arm, seed, application_of
) -> None:
    orders, robot, text, files = application_of(arm, random_program(arm, seed + 20))
    values = values_of(files["mine.dtx"])
    motions = [order for order in orders.orders if isinstance(order, Go)]
    rows = [found for line in text.split("\n") if (found := MOVE.fullmatch(line.strip()))]
    base = pose(0, 0, HEIGHTS[arm])
    assert len(rows) == len(motions) + 1
    for found, order in zip(rows[1:], motions, strict=True):
        code, _, via, name, at, tool, descriptor = found.groups()
        goal, speeds = values[name][int(at)], values["mDesc"][int(descriptor)]
        hand = values["tTool"][int(tool)]
        assert hand["fatherId"] == "flange[0]"
        if code == "movej":
            shown = [float(goal[f"j{n}"]) for n in range(1, 7)]
            T = base @ flange_of_pendant(arm, shown) @ pose_in(hand)
            assert float(speeds["vel"]) == pytest.approx(order.percent, abs=1e-5)
        else:
            assert goal["fatherId"] == "fCell[0]" and values["fCell"][0]["fatherId"] == "world[0]"
            T = base @ pose_in(values["fCell"][0]) @ pose_in(goal)
            shown = np.degrees(robot.controller.shown(order.q))
            said = [goal[key] for key in ("shoulder", "elbow", "wrist")]
            for word, formula in zip(said, words_of_pendant(arm, shown), strict=True):
                assert word == formula or word.endswith("free")
            assert float(speeds["tmax"]) == pytest.approx(order.mm_s, abs=1e-5)
        if via is not None:
            T_via = base @ pose_in(values["pPoint"][int(via)])
            assert np.linalg.norm(T_via[:3, 3] - order.T_via[:3, 3]) < MOST_MM
        assert np.linalg.norm(T[:3, 3] - order.T_base_tool[:3, 3]) < MOST_MM
        assert pytest.approx(order.T_base_tool[:3, :3], abs=np.radians(MOST_DEG)) == T[:3, :3]
        assert code == {Way.JOINTS: "movej", Way.STRAIGHT: "movel", Way.ARC: "movec"}[order.way]
        assert (speeds["blend"] == "off") is (order.zone_mm == 0.0)
        assert float(speeds["leave"]) == float(speeds["reach"]) == pytest.approx(order.zone_mm)


def test_the_files_of_an_application_name_one_another(application_of) -> None:
    _, _, text, files = application_of(ARMS[0], f"{HEAD}OPENI 60\nDRAW 0, 0, -20\nEND\n")
    assert list(files) == ["mine.pjx", "mine.dtx", "start.pgx", "stop.pgx"]
    project = ElementTree.fromstring(files["mine.pjx"].encode())
    named = [each.get("file") for each in project.iter() if each.get("file")]
    assert named == ["start.pgx", "stop.pgx", "mine.pgx", "mine.dtx"]
    assert project[0].get("millimeterUnit") == "true"
    assert "call mine()" in files["start.pgx"] and 'name="mine"' in text
    for each in (text, *files.values()):
        ElementTree.fromstring(each.encode())
        each.encode("ascii")
    used = set(re.findall(r"\b(\w+)\[\d+\]", text))
    assert used <= set(values_of(files["mine.dtx"]))


def test_the_arm_stands_before_what_the_program_does(application_of) -> None:
    lines = "ACCURACY 20 ALWAYS\nDRAW 0, 0, -20\nSIGNAL 4\nDRAW 0, 20, 0\nDRAW 0, 0, 20\nEND\n"
    orders, robot, text, files = application_of(ARMS[0], HEAD + lines)
    told = [loss for loss in orders.losses if loss.message.endswith(NOT_ROUNDED)]
    assert [loss.line for loss in told] == [5]
    codes = [line.strip() for line in text.split("\n")]
    at = codes.index("dOut[4] = true")
    assert codes[at - 1] == "waitEndMove()"
    assert says_the_same(orders, robot, text, files)
    zones = [order.zone_mm for order in orders.orders if isinstance(order, Go)]
    assert zones[0] == 0.0 and zones[1] == 20.0


def test_loops_are_kept(orders_of) -> None:
    text = f"{HEAD}FOR I = 1 TO 4\nDRAW 0, 0, -20\nDRAW 0, 0, 20\nEND\nEND\n"
    run, orders = orders_of(ARMS[0], text)
    made = written(orders, run.cell.robot, "val3", "mine")
    assert made.turns == 1 and made.deviation.motions == 8
    assert "for nTurn1 = 1 to 4" in made.text and made.text.count("movel(") == 2
    assert '<Local name="nTurn1" type="num"' in made.text


def test_a_turn_waits_for_the_motion_of_the_turn_before() -> None:
    robot = load_robot(ARMS[0])
    ends = [np.radians([0, j2, 60, 0, 40, 0]) for j2 in (30.0, 40.0)]
    goes = [
        Go(at, Way.JOINTS, forward(robot.mechanism, q) @ robot.T_flange_tool, q)
        for at, q in enumerate(ends, start=2)
    ]
    turn = [Turns(1, 3), Switch(1, 4, True), *goes, EndTurns(4)]
    given = Orders(ends[1], tuple(turn), ()), robot, robot.controller, "mine"
    text, files = val3_text(*given), val3_files(*given)
    codes = [line.strip() for line in text.split("\n")]
    at = codes.index("for nTurn1 = 1 to 3")
    assert codes[at + 1 : at + 3] == ["waitEndMove()", "dOut[4] = true"]
    assert not read_val3(text, files, robot, robot.controller).losses
    head, _, body = text.partition("for nTurn1")
    without = f"{head}for nTurn1{body.replace('waitEndMove()', '// none', 1)}"
    (loss,) = read_val3(without, files, robot, robot.controller).losses
    assert "the arm still moves here" in loss.message


def test_an_endless_program_goes_round_for_ever(run_on) -> None:
    text = f"{HEAD}WHILE TRUE DO\nDRAW 0, 0, -20\nDRAW 0, 0, 20\nEND\nEND\n"
    run = run_on(ARMS[0], text)
    made = written(unrolled(run), run.cell.robot, "val3", "mine")
    _, _, turn = made.text.partition("while true")
    assert turn.count("movel(") == 2 and "endWhile" in turn


def test_a_line_that_changes_the_configuration_leaves_that_part_free() -> None:
    robot = load_robot(ARMS[0])
    ends = [np.radians([0, 30, 60, 0, j5, 0]) for j5 in (5.0, -5.0, -6.0)]
    goes = [
        Go(at, Way.STRAIGHT, forward(robot.mechanism, q) @ robot.T_flange_tool, q)
        for at, q in enumerate(ends[1:], start=1)
    ]
    data = val3_files(Orders(ends[0], tuple(goes), ()), robot, robot.controller, "mine")[1][1]
    said = [value["wrist"] for value in values_of(data)["pPoint"]]
    assert said == ["wfree", "wnegative"]


@pytest.mark.parametrize("name", ["start", "my program", "a" * 16, "1st", ""])
def test_a_name_that_controllers_refuse_is_refused_with_one_that_they_take(name, orders_of) -> None:
    run, orders = orders_of(ARMS[0], f"{HEAD}DRAW 0, 0, -20\nEND\n")
    with pytest.raises(SceneError, match=r"up to 15 letters, digits and _.* is one$"):
        written(orders, run.cell.robot, "val3", name)


def test_signals_and_arms_that_cannot_be_said_are_refused(orders_of) -> None:
    run, orders = orders_of(ARMS[0], f"{HEAD}SIGNAL 1000\nDRAW 0, 0, -20\nEND\n")
    robot = run.cell.robot
    with pytest.raises(SceneError, match=r"line 3: .* from 0 to 999 here, not 1000"):
        written(orders, robot, "val3", "mine")
    with pytest.raises(SceneError, match="six axes that turn"):
        val3_text(orders, load_robot("adept_cobra600"), robot.controller, "mine")


def test_a_program_gives_the_same_bytes_again(application_of) -> None:
    first = application_of(ARMS[1], random_program(ARMS[1], 4))
    again = application_of(ARMS[1], random_program(ARMS[1], 4))
    assert first[2:] == again[2:]


def test_remarks_that_end_a_section_of_xml_do_not_end_it(orders_of) -> None:
    run, orders = orders_of(ARMS[0], f"{HEAD}DRAW 0, 0, -20\nEND\n")
    said = [replace(o, text="]]></Code>") if isinstance(o, Go) else o for o in orders.orders]
    made = written(replace(orders, orders=tuple(said)), run.cell.robot, "val3", "mine")
    assert "3: ]] ></Code>" in made.text and made.deviation.motions == 1


def test_the_language_has_a_reader_and_a_folder_of_its_own() -> None:
    maker = LANGUAGES["val3"]
    assert maker.write_beside is not None and maker.read_with is not None
    assert maker.named("start") == "p_start"


def test_a_called_program_ends_no_loop_of_its_caller_and_leaves_none_open(orders_of) -> None:
    calls = "FOR K = 1 TO 3\nCALL SHAKE\nEND\nCALL SHAKE\nEND\n.END\n"
    shakes = ".PROGRAM SHAKE\nFOR J = 1 TO 4\nDRAW 0, 0, -20\nDRAW 0, 0, 20\nEND\n.END\n"
    run, orders = orders_of(ARMS[0], f"{HEAD}.PROGRAM MAIN\n{calls}{shakes}")
    robot = run.cell.robot
    made = written(orders, robot, "val3", "mine")
    (name,) = [name for name, text in made.files if "SHAKE" in text and name.endswith(".pgx")]
    body = dict(made.files)[name]

    def losses(text: str) -> list[str]:
        files = [(each, text if each == name else told) for each, told in made.files]
        read = read_val3(made.text, files, robot, robot.controller)
        return [loss.message for loss in read.losses]

    assert body.count("endFor\n") == 1 and losses(body) == []
    assert losses(body.replace("endFor\n", ""))[0] == "a loop has no end"
    assert losses(body.replace("endFor\n", "endFor\nendFor\n"))[0] == (
        "endFor: no loop is open that ends so"
    )
    assert "begin or end is missing" in losses(body.replace("begin\n", ""))
    assert "call SHAKE(): not understood" in losses(
        body.replace("endFor\n", "call SHAKE()\nendFor\n")
    )
