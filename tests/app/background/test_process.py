"""The worker process: round trips, errors, cancel, and the survival of its death."""

import math
import operator
import os
import threading
import time

import numpy as np
import pytest

from app.background.letters import send
from app.background.process import Ahead, Failure, Progress, Result, WorkerProcess
from geometry import Box, Cylinder, GeometryError, Sphere, colliding_pairs, volume
from kinematics import translation

PATIENCE = 30.0


@pytest.fixture
def worker():
    process = WorkerProcess()
    yield process
    process.close()


def messages_until_end(worker, job):
    messages = []
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        messages += worker.wait(1.0)
        if any(m.job == job and not isinstance(m, Progress) for m in messages):
            return messages
    raise AssertionError(f"no answer, only {messages}")


def test_solids_go_out_and_values_come_back_in_order(worker):
    solid = Box((10, 10, 10)) - Cylinder(2, 20)
    first = worker.submit(volume, solid, chord=0.01)
    second = worker.submit(math.sqrt, 9.0)
    assert worker.is_busy
    messages = messages_until_end(worker, second)
    assert messages == [Result(first, volume(solid, 0.01)), Result(second, 3.0)]
    assert not worker.is_busy


def test_progress_is_reported_before_the_result(worker):
    poses = np.array([[np.eye(4), translation(0.1 * i, 0, 0)] for i in range(20)])
    job = worker.submit(colliding_pairs, [Sphere(5), Sphere(4)], poses, [(0, 1)])
    *progress, result = messages_until_end(worker, job)
    assert progress
    assert all(isinstance(m, Progress) and m.job == job for m in progress)
    assert progress[-1].fraction == 1.0
    assert len(result.value) == 20


def test_an_error_comes_back_as_one_line_and_a_traceback(worker):
    job = worker.submit(volume, Box((1, 1, 1)) - Box((2, 2, 2)))
    (failure,) = messages_until_end(worker, job)
    assert isinstance(failure, Failure)
    assert "nothing is left" in failure.message
    assert "\n" not in failure.message
    assert "GeometryError" in failure.traceback


def test_a_result_that_cannot_travel_is_an_error_of_its_job(worker):
    job = worker.submit(operator.methodcaller, "lower")
    lock = worker.submit(open, os.devnull)
    messages = messages_until_end(worker, lock)
    assert messages[0].job == job
    assert isinstance(messages[-1], Failure)


def test_a_function_that_cannot_travel_is_refused_at_once(worker):
    with pytest.raises(GeometryError, match="cannot be sent"):
        worker.submit(lambda: 1)


def test_cancel_gives_up_all_jobs_and_the_next_one_runs(worker):
    running = worker.submit(time.sleep, 600.0)
    waiting = worker.submit(math.sqrt, 1.0)
    while not worker._is_ready:
        worker.wait(0.1)
    assert worker.cancel() == (running, waiting)
    job = worker.submit(math.sqrt, 16.0)
    assert messages_until_end(worker, job) == [Result(job, 4.0)]


def test_the_death_of_the_process_fails_its_job_and_spares_the_next(worker):
    dying = worker.submit(os._exit, 7)
    job = worker.submit(math.sqrt, 25.0)
    failure, result = messages_until_end(worker, job)
    assert failure.job == dying
    assert "exit code 7" in failure.message
    assert result == Result(job, 5.0)


def test_a_closed_worker_is_silent_and_takes_no_job(worker):
    worker.submit(time.sleep, 600.0)
    worker.close()
    worker.close()
    assert worker.poll() == []
    assert worker.wait(10.0) == []
    with pytest.raises(GeometryError, match="closed"):
        worker.submit(math.sqrt, 1.0)


def test_only_a_large_job_is_sent_beside_the_events_of_its_owner(worker, monkeypatch):
    senders = []

    def noted(*given):
        senders.append(threading.current_thread())
        send(*given)

    monkeypatch.setattr("app.background.process.send", noted)
    numbers = np.arange(4_000_000.0)  # 32 megabytes, which no pipe takes at once
    large, small = worker.submit(np.sum, numbers), worker.submit(math.sqrt, 9.0)
    results = messages_until_end(worker, small)
    assert results == [Result(large, numbers.sum()), Result(small, 3.0)]
    here = threading.current_thread()
    assert [sender is here for sender in senders] == [False, True]


def test_a_process_that_dies_while_a_large_job_is_sent_fails_it_and_spares_the_next(worker):
    while not worker._is_ready:
        worker.wait(0.1)
    lost = worker.submit(np.sum, np.zeros(4_000_000))
    worker._process.kill()
    job = worker.submit(math.sqrt, 36.0)
    failure, result = messages_until_end(worker, job)
    assert (failure.job, type(failure)) == (lost, Failure)
    assert result == Result(job, 6.0)


def test_what_is_done_ahead_is_done_before_the_first_job():
    process = WorkerProcess(Ahead("this", "no_such_function"))
    try:
        job = process.submit(eval, "'this' in __import__('sys').modules")
        assert messages_until_end(process, job) == [Result(job, True)]
    finally:
        process.close()


def test_a_job_is_taken_while_the_process_is_not_ready_for_it():
    # Larger than what a pipe holds: sending it would wait for the far end, were that not reading.
    large = bytes(4_000_000)
    process = WorkerProcess(Ahead("tests_have_no_such_module", "make_ready"))
    try:
        job = process.submit(len, large)
        assert messages_until_end(process, job) == [Result(job, len(large))]
    finally:
        process.close()


def test_a_killed_process_comes_back_as_ready_as_it_was():
    process = WorkerProcess(Ahead("this", "c"))
    try:
        process.submit(time.sleep, 60)
        until = time.monotonic() + PATIENCE
        while process._running is None and time.monotonic() < until:
            process.wait(0.1)
        process.cancel()
        job = process.submit(eval, "'this' in __import__('sys').modules")
        assert messages_until_end(process, job) == [Result(job, True)]
    finally:
        process.close()
