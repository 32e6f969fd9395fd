"""Where men stand that are far off their points, turned, or half hidden; in physics, with all noise."""

from collections.abc import Iterator

import numpy as np
import pytest

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.scanning import ScanLaboratory
from ludens.games.morris.see.colour_learning import LEARNT_AT
from ludens.games.morris.world import MorrisWorldOptions, station_at
from ludens.messages.morris_table import SeenMan

POINTS_M = MorrisMeasures().points_m()
AWAY_M = 0.012


@pytest.fixture(scope="module")
def laboratory() -> Iterator[ScanLaboratory]:
    options = MorrisWorldOptions(
        men=dict(zip(LEARNT_AT, (0, 1), strict=True)),
        stations=(station_at(0),),
        eyes=("bottom/camera",),
        camera_hz=6.0,
    )
    with ScanLaboratory(options, seed=941) as made:
        made.wait(1.0)
        assert made.scan(learn_colours=True).state == "done"
        yield made


def man_at(point: int, colour: int, off_m: tuple[float, float] = (0.0, 0.0), yaw_rad: float = 0.0) -> SeenMan:
    return SeenMan(
        float(POINTS_M[point, 0]) + off_m[0], float(POINTS_M[point, 1]) + off_m[1], yaw_rad, colour
    )


def believed_near(laboratory: ScanLaboratory, man: SeenMan, *others: SeenMan) -> SeenMan:
    """Let the robot look at some men; return where it believes that one of them stands."""
    laboratory.world.arrange({}, (man, *others))
    laboratory.wait(0.2)
    assert laboratory.scan().state == "done"
    believed = laboratory.onlooker.believed
    assert believed is not None
    assert not believed.strays
    near = [
        one
        for one in believed.men
        if one.colour == man.colour and np.hypot(one.x_m - man.x_m, one.y_m - man.y_m) < 0.02
    ]
    assert len(near) == 1, f"nobody measured the man at {man}"
    return near[0]


@pytest.mark.parametrize("off_m", [(AWAY_M, 0.0), (-0.0085, 0.0085), (0.0, -AWAY_M), (0.0, AWAY_M)])
def test_a_man_far_off_its_point_is_measured(laboratory: ScanLaboratory, off_m: tuple[float, float]) -> None:
    man = man_at(9, 0, off_m, yaw_rad=0.4)
    seen = believed_near(laboratory, man, man_at(12, 1))
    assert np.hypot(seen.x_m - man.x_m, seen.y_m - man.y_m) < 0.002


@pytest.mark.parametrize("before", [0, 1], ids=["of its colour", "of the other"])
def test_a_man_half_hidden_by_another_is_measured(laboratory: ScanLaboratory, before: int) -> None:
    man = man_at(9, 0, (AWAY_M, 0.0), yaw_rad=-0.3)
    seen = believed_near(laboratory, man, man_at(1, before, (0.004, 0.008)), man_at(17, 1))
    assert np.hypot(seen.x_m - man.x_m, seen.y_m - man.y_m) < 0.003


def test_the_plate_of_the_marker_hides_a_mans_foot_and_does_not_mislead(laboratory: ScanLaboratory) -> None:
    man = man_at(21, 1, (0.009, 0.008), yaw_rad=-0.35)
    seen = believed_near(laboratory, man, man_at(13, 0))
    assert np.hypot(seen.x_m - man.x_m, seen.y_m - man.y_m) < 0.003
