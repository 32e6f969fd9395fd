"""What every test shares: one thread per library, off-screen rendering, the same examples, a longest time."""

import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Before anything imports numpy, OpenCV, numba or MuJoCo: they read these once.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(variable, "1")
os.environ.setdefault("MUJOCO_GL", "egl")

# A shell that starts the tests in the background ignores Ctrl-C for them and for all they start; the tests of
# Ctrl-C then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: a busy machine must not fail a test.
settings.register_profile(
    "ludens", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ludens")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """How several workers share the tests, where there are several."""
    from tests.whole_files import WholeFiles

    config.option.loadscopereorder = False  # by the number of tests, the longest would often come last
    return WholeFiles(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files come first."""
    from tests.whole_files import longest_first

    items[:] = longest_first(items)


LONGEST_S = 600
"""Of one test, also on a busy machine: what waits for ever fails then, where it waits."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Every wait of a test has an end."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"{item.nodeid} was not over after {LONGEST_S} s.")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
