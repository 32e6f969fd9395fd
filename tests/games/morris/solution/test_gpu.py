"""The graphics card, where there is one."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from ludens.games.morris.solution.backend import open_backend
from ludens.games.morris.solution.verification import counts_in, known_counts, verify
from tests.games.morris.solution.conftest import Solving

pytestmark = pytest.mark.skipif(find_spec("cupy") is None, reason="CuPy is not installed")


def test_the_card_finds_what_the_processor_finds_and_nothing_wrong_in_it(tmp_path: Path):
    with open_backend("gpu", threads=2) as backend:
        solving = Solving(backend)
        stages = [stage for choice in ("8", "3-3+1-1") for stage in solving.solve(tmp_path, choice)]
        for stage in stages:
            assert counts_in(tmp_path, stage) == known_counts()[stage]
        for distance in (False, True):
            with solving.store(tmp_path, distance=distance) as store:
                assert not any(verdict.check.wrong for verdict in verify(stages, store, backend))
