"""One cycler's queue, here without threads: jobs are offered first and worked off afterwards."""

import pytest

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import Module, NoParameters
from ludens.core.runtime.cycle_source import REMEMBERED_MESSAGES
from ludens.core.runtime.cycler_thread import CyclerThread, Overruns
from tests.core.paper_robot import Picture, Reading, paper_run, setup_of


class Reader(Module[NoParameters]):
    def cycle(self, picture: Picture, readings: Since[Reading]) -> None: ...


def reading(value):
    return ("Reading", Reading(time_s=0.0, value=value))


def picture(value):
    return ("Picture", Picture(time_s=0.0, value=value))


@pytest.fixture
def done():
    return []


@pytest.fixture
def lane(done):
    run, _, _ = paper_run(setup_of(Reader), [])
    return CyclerThread(
        run.cyclers[0], lambda cycler, time_ns, delivered: done.append((time_ns, list(delivered)))
    )


def worked_off(lane):
    lane.close()
    lane.work()


def test_a_job_is_done_with_what_was_delivered_for_it(lane, done):
    assert lane.offer(20, [picture(1.0)])
    worked_off(lane)
    assert done == [(20, [picture(1.0)])]
    assert lane.overruns() == Overruns("body", 1, 0, 0)


def test_the_newest_of_several_waiting_jobs_is_done(lane, done):
    assert lane.offer(20, [picture(1.0)])
    assert not lane.offer(40, [picture(2.0)])
    assert not lane.offer(60, [picture(3.0)])
    worked_off(lane)
    assert done == [(60, [picture(3.0)])]
    assert lane.overruns() == Overruns("body", 1, 2, 2)


def test_values_that_somebody_wants_all_of_survive_the_dropping_of_their_job(lane, done):
    lane.offer(20, [reading(1.0), picture(1.0)])
    lane.offer(40, [reading(2.0), picture(2.0)])
    lane.offer(60, [picture(3.0), reading(3.0)])
    worked_off(lane)
    assert done == [(60, [reading(1.0), reading(2.0), picture(3.0), reading(3.0)])]


def test_what_survives_is_bounded(lane, done):
    for number in range(REMEMBERED_MESSAGES + 100):
        lane.offer(number, [reading(float(number))])
    worked_off(lane)
    ((_, delivered),) = done
    assert len(delivered) == REMEMBERED_MESSAGES + 1
    assert delivered[-1] == reading(REMEMBERED_MESSAGES + 99.0)


def test_a_closed_lane_without_a_job_does_nothing(lane, done):
    worked_off(lane)
    assert done == []
