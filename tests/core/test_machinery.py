"""The benchmark of the machinery measures what it says it measures."""

from benchmarks.core import WIDE_INPUTS as INPUTS
from benchmarks.core import WIDE_MODULES as MODULES
from benchmarks.core import busy_run


def test_the_benchmark_runs_forty_modules_of_ten_inputs_in_every_cycle():
    run = busy_run()
    for _ in range(3):
        run.step()
    (cycler,) = run.cyclers
    assert (MODULES, INPUTS) == (40, 10)
    assert {timing.cycles for timing in cycler.profile.timings()} == {3}
    assert len(cycler.profile.timings()) == MODULES
    assert {len(node.wires) for node in cycler.nodes} == {INPUTS}
    assert run.faults.total == 0
