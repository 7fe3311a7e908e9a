"""The scheduler of a worker process: whose turn it is, what is killed, what comes back."""

from functools import partial

import pytest

from app.background.process import Failure, Progress
from app.background.scheduler import Job, Lane, Scheduler

URGENT = Lane("urgent", comes_back=True)
HASTY = Lane("hasty", patience_s=1.5)
PLAIN = Lane("plain")


class Desk:
    """A scheduler on a fake process and a clock that a test sets, with all that it answered."""

    def __init__(self, process, lanes) -> None:
        self.process, self.now = process, 0.0
        self.answers, self.refusals, self.progress = [], [], []
        self.scheduler = Scheduler(
            lanes, self.process, lambda *told: self.progress.append(told), lambda: self.now
        )

    def job(self, lane, name, key=None, delay_s=0.0, then=None) -> Job:
        then = then or (lambda value: self.answers.append((name, value)))
        return Job(lane, key or name, print, (name,), then, partial(self._refuse, name), delay_s)

    def _refuse(self, name, failure) -> None:
        self.refusals.append((name, failure))

    def put(self, lane, name, key=None, delay_s=0.0) -> None:
        self.scheduler.put(self.job(lane, name, key, delay_s))

    def answer(self, value=None) -> None:
        self.process.answer(value)
        self.scheduler.poll()


@pytest.fixture
def desk_with(fake_process):
    """desk_with(*lanes): a desk, the most urgent lane first."""
    return lambda *lanes: Desk(fake_process, lanes)


@pytest.fixture
def desk(desk_with) -> Desk:
    return desk_with(URGENT, HASTY, PLAIN)


def test_one_job_runs_at_a_time_and_the_most_urgent_goes_next(desk) -> None:
    for lane, name in ((PLAIN, "a"), (PLAIN, "b"), (HASTY, "c"), (URGENT, "d")):
        desk.put(lane, name)
    assert desk.process.started == ["a"]
    for value in range(4):
        desk.answer(value)
    assert desk.process.started == ["a", "d", "c", "b"]
    assert desk.answers == [("a", 0), ("d", 1), ("c", 2), ("b", 3)]
    assert not desk.scheduler.has_jobs()


def test_under_one_key_only_the_newest_job_waits(desk) -> None:
    desk.put(PLAIN, "running")
    for name in ("old", "older", "newest"):
        desk.put(PLAIN, name, key="text")
    desk.answer()
    assert desk.process.started == ["running", "newest"]


def test_a_job_is_killed_only_when_it_has_run_long_and_a_newer_one_is_in_haste(desk) -> None:
    desk.put(PLAIN, "slow")
    desk.now = 1.4
    desk.put(HASTY, "newer")
    desk.scheduler.poll()
    assert desk.process.kills == 0
    desk.now = 1.6
    desk.scheduler.poll()
    assert desk.process.kills == 1
    assert desk.process.started == ["slow", "newer"]
    assert desk.refusals == [("slow", None)]


def test_a_newer_job_without_patience_of_its_own_kills_nothing(desk) -> None:
    desk.put(PLAIN, "slow")
    desk.now = 1000.0
    desk.put(URGENT, "urgent")
    desk.put(PLAIN, "other")
    desk.scheduler.poll()
    assert desk.process.kills == 0
    assert desk.process.started == ["slow"]


def test_a_killed_job_of_a_lane_that_comes_back_is_done_in_the_end(desk) -> None:
    desk.put(URGENT, "question")
    desk.now = 2.0
    desk.put(HASTY, "run")
    assert desk.process.kills == 1
    assert desk.process.started == ["question", "question"]  # the more urgent one goes first again
    desk.now = 9.0
    desk.scheduler.poll()
    assert desk.process.kills == 1, "it has given way to this run already"
    desk.answer("yes")
    assert desk.answers == [("question", "yes")]
    assert not desk.refusals


def test_two_slow_jobs_in_haste_end_one_after_the_other(desk_with) -> None:
    lane = Lane("run", patience_s=1.5, comes_back=True)
    desk = desk_with(lane)
    desk.put(lane, "a")
    desk.now = 1.0
    desk.put(lane, "b")
    for desk.now in (2.0, 4.0, 6.0, 8.0):
        desk.scheduler.poll()
    assert desk.process.started == ["a", "b"]
    desk.answer()
    desk.answer()
    assert [name for name, _ in desk.answers] == ["b", "a"]


def test_a_killed_job_does_not_come_back_where_a_newer_one_waits_under_its_key(desk_with) -> None:
    lane = Lane("run", patience_s=1.5, comes_back=True)
    desk = desk_with(lane)
    desk.put(lane, "old text", key="file")
    desk.now = 2.0
    desk.put(lane, "new text", key="file")
    desk.answer()
    assert desk.process.started == ["old text", "new text"]
    assert not desk.scheduler.has_jobs()


@pytest.mark.parametrize(("drops_old", "answered"), [(True, ["new"]), (False, ["old", "new"])])
def test_an_old_answer_is_given_unless_its_lane_drops_it(desk_with, drops_old, answered) -> None:
    lane = Lane("question", drops_old=drops_old)
    desk = desk_with(lane)
    desk.put(lane, "old", key="look")
    desk.put(lane, "new", key="look")
    desk.answer()
    desk.answer()
    assert [name for name, _ in desk.answers] == answered


def test_a_job_with_a_delay_waits_and_is_in_haste_only_then(desk) -> None:
    desk.put(PLAIN, "slow")
    desk.now = 2.0
    desk.put(HASTY, "typed", delay_s=0.25)
    desk.scheduler.poll()
    assert desk.process.kills == 0
    assert desk.scheduler.seconds_to_next() == pytest.approx(0.25)
    desk.now = 2.3
    desk.scheduler.poll()
    assert desk.process.started == ["slow", "typed"]
    assert desk.scheduler.seconds_to_next() is None


def test_a_job_that_follows_goes_behind_more_urgent_ones_of_the_same_answer(desk) -> None:
    def then(value):
        desk.scheduler.follow(desk.job(PLAIN, "check", key="file"))
        desk.put(URGENT, "drawing")

    desk.scheduler.put(desk.job(HASTY, "run", key="file", then=then))
    desk.answer()
    assert desk.process.started == ["run", "drawing"]
    desk.answer()
    assert desk.process.started == ["run", "drawing", "check"]


def test_a_job_that_follows_gives_way_to_a_newer_one_of_its_key(desk) -> None:
    desk.put(HASTY, "old run", key="file")
    desk.put(HASTY, "new run", key="file")
    desk.scheduler.follow(desk.job(PLAIN, "old check", key="file"))
    desk.answer()
    desk.answer()
    assert desk.process.started == ["old run", "new run"]


def test_a_forgotten_job_is_not_done(desk) -> None:
    desk.put(PLAIN, "running", key="a")
    desk.put(PLAIN, "waiting", key="b")
    desk.scheduler.drop("a")
    desk.scheduler.drop("b")
    desk.answer(1)
    assert desk.process.started == ["running"]
    assert desk.answers == [("running", 1)]


def test_giving_up_one_lane_leaves_the_jobs_of_others(desk) -> None:
    desk.put(URGENT, "question")
    desk.put(PLAIN, "check")
    desk.scheduler.cancel(HASTY, PLAIN)
    assert desk.process.kills == 0
    assert desk.refusals == [("check", None)]
    assert desk.scheduler.has_jobs(URGENT)
    assert not desk.scheduler.has_jobs(HASTY, PLAIN)


def test_giving_up_all_kills_the_running_job_and_takes_no_answer_of_it(desk) -> None:
    desk.put(URGENT, "running")
    desk.put(PLAIN, "waiting")
    desk.process.answer("too late")
    desk.scheduler.cancel()
    desk.scheduler.poll()
    assert desk.process.kills == 1
    assert not desk.answers
    assert [name for name, _ in desk.refusals] == ["running", "waiting"]


def test_a_failed_job_is_reported_and_the_next_one_starts(desk, caplog) -> None:
    desk.put(PLAIN, "bad")
    desk.put(PLAIN, "good")
    failure = Failure(1, "no", "Traceback")
    desk.process.messages.append(failure)
    with caplog.at_level("CRITICAL"):
        desk.scheduler.poll()
    assert desk.refusals == [("bad", failure)]
    assert desk.process.started == ["bad", "good"]


def test_progress_is_heard_of_the_running_job_only(desk) -> None:
    desk.put(PLAIN, "a")
    desk.process.messages += [Progress(1, 0.5, "half"), Progress(7, 0.9, "of another")]
    desk.scheduler.poll()
    assert desk.progress == [(0.5, "half")]


def test_a_shared_process_outlives_the_scheduler(desk) -> None:
    desk.put(PLAIN, "a")
    desk.scheduler.close()
    assert (desk.process.kills, desk.process.closes) == (1, 0)
    assert not desk.scheduler.has_jobs()


def test_a_closed_scheduler_takes_no_more_jobs(desk) -> None:
    """On a shared process its poll would take the answers of the others."""
    desk.put(PLAIN, "running")
    desk.scheduler.close()
    desk.put(URGENT, "late")
    desk.scheduler.follow(desk.job(PLAIN, "later"))
    desk.scheduler.poll()
    assert desk.process.started == ["running"]
    assert not desk.scheduler.has_jobs()


def test_giving_up_a_key_ends_its_job_whether_it_runs_or_waits_and_no_other(desk) -> None:
    for name in ("runs", "waits", "stays"):
        desk.put(PLAIN, name)
    desk.scheduler.give_up("waits")
    assert desk.process.kills == 0 and desk.refusals == [("waits", None)]
    desk.scheduler.give_up("runs")
    assert desk.process.kills == 1 and desk.refusals[-1] == ("runs", None)
    desk.answer()
    assert desk.process.started == ["runs", "stays"]


def test_a_job_hears_of_its_own_progress_alone(desk) -> None:
    heard = []
    job = Job(PLAIN, "b", print, ("b",), print, progress=lambda *told: heard.append(told))
    desk.put(PLAIN, "a")
    desk.scheduler.put(job)
    desk.process.messages.append(Progress(1, 0.5, "of a"))
    desk.answer()
    desk.process.messages.append(Progress(2, 0.7, "of b"))
    desk.scheduler.poll()
    assert heard == [(0.7, "of b")]
