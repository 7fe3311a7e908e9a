"""The instructions and positions of a job that is read again after edits."""

import random

from scenes.makers.yaskawa import jbi_positions, jbi_text
from scenes.makers.yaskawa.jbi_text import jbi_job
from tests.benchmarks.maker_programs import yaskawa
from tests.depth import cases
from tests.scenes.makers.kept.maker_lines import PIECES
from tests.scenes.makers.kept.test_kept_readings import edited

# Lines that a long job may get: another job, heads, and words that hold for positions.
OTHERS = ["/JOB", "//INST", "//NAME OTHER", "//POS", "///TOOL 1", "C00001=1,2,3,4,5,6", "", "END"]


def forget() -> None:
    jbi_text.forget()
    jbi_positions.forget()


def read(text: str) -> object:
    job = jbi_job(text)
    head = job.name, job.first, job.is_ended, job.last, tuple(job.faults)
    return head, list(job.lines), dict(job.points), dict(job.variables), dict(job.front.origins)


def test_a_job_read_again_after_edits_has_the_instructions_and_positions_of_a_new_one() -> None:
    for seed in range(cases(20, 4)):
        rng = random.Random(seed)
        lines, again = yaskawa(rng, 1500), list[tuple[str, object]]()
        forget()
        for _ in range(cases(20, 10)):
            edited(lines, rng, [*PIECES["jbi"].split("\n"), *OTHERS])
            text = "\n".join(lines)
            again.append((text, read(text)))
        for text, found in again:
            forget()
            assert found == read(text)


def test_the_instructions_are_those_of_a_job_read_line_by_line() -> None:
    codes = [f"SET I{at:03} {at}" for at in range(3000)]
    job = jbi_job("\n".join(["/JOB", "//NAME A", "//INST", *codes, "END"]))
    told = [(each.code, each.line) for each in job.lines]
    assert told == [(code, at) for at, code in enumerate([*codes, "END"], start=4)]


def test_an_edit_of_a_line_leaves_the_other_groups_the_same_objects() -> None:
    forget()
    lines = yaskawa(random.Random(0), 5000)
    before = {id(group) for group, _ in jbi_job("\n".join(lines)).groups}
    lines[2500] += " "
    after = jbi_job("\n".join(lines)).groups
    assert len(after) > 8
    assert sum(id(group) not in before for group, _ in after) <= 4
