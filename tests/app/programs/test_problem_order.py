"""Going through the problems of several programs."""

from app.programs.findings import Finding
from app.programs.problem_order import after


def finding(line: int, column: int = 1, code: str = "E100") -> Finding:
    return Finding(code, "error", line, "wrong", column=column)


KNOWN = {
    "a": (finding(9), finding(2, 7), finding(2, 3), finding(2, 3, "W200")),
    "b": (),
    "c": (finding(1),),
}


def walk(step: int, start: tuple[str, int, int]) -> list[tuple[str, int, int]]:
    places, (file, line, column) = [], start
    for _ in range(5):
        found = after(KNOWN, file, (line, column), step)
        assert found is not None
        file, (line, column) = found[0], (found[1].line, found[1].column)
        places.append((file, line, column))
    return places


def test_problems_are_gone_through_in_order_of_the_text_over_all_programs_and_round() -> None:
    ring = [("a", 2, 3), ("a", 2, 7), ("a", 9, 1), ("c", 1, 1), ("a", 2, 3)]
    assert walk(1, ("a", 1, 1)) == ring
    assert walk(1, ("b", 5, 1)) == [ring[3], *ring[:4]]
    assert walk(-1, ("a", 1, 1)) == [ring[3], ring[2], ring[1], ring[0], ring[3]]


def test_two_findings_at_one_place_are_one_stop_and_none_are_no_stop() -> None:
    found = after(KNOWN, "a", (1, 1), 1)
    assert found is not None
    assert found[1].code == "E100"
    assert after({"a": ()}, "a", (1, 1), 1) is None
