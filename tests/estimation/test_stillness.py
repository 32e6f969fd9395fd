"""Whether the camera held still, and how the joints of a body that is still are."""

import numpy as np

from ludens.core.contract.time_series import TimeSeries
from ludens.estimation.stillness import mean_position_rad, was_still
from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import HEAD_YAW, JOINTS


def readings(errors_rad: np.ndarray) -> TimeSeries[CalibratedJoints]:
    """Readings 12 ms apart of a body whose joints are at 0.2 rad."""
    series = TimeSeries[CalibratedJoints]()
    none, fine = np.zeros(len(JOINTS)), np.zeros(len(JOINTS), dtype=np.int64)
    for number, error_rad in enumerate(errors_rad):
        series.add(
            CalibratedJoints(
                time_s=0.012 * number,
                position_rad=0.2 + error_rad,
                stiffness=none,
                current_a=none,
                temperature_c=none,
                status=fine,
            )
        )
    return series


def test_a_head_that_turns_was_not_still() -> None:
    turning_rad = np.zeros((20, len(JOINTS)))
    assert was_still(0.2, readings(turning_rad))
    turning_rad[:, HEAD_YAW] = 0.002 * np.arange(20)
    assert not was_still(0.2, readings(turning_rad))


def test_joints_of_a_still_body_are_known_better_than_one_reading_tells() -> None:
    errors_rad = np.random.default_rng(1).normal(0.0, 0.001, (20, len(JOINTS)))
    joints = readings(errors_rad)
    posed = joints.at_or_before(0.12)
    assert posed is not None
    alone_rad = np.sqrt(np.mean((posed.position_rad - 0.2) ** 2))
    together_rad = np.sqrt(np.mean((mean_position_rad(posed, joints) - 0.2) ** 2))
    assert together_rad < 0.5 * alone_rad


def test_a_reading_that_is_alone_counts() -> None:
    joints = readings(np.zeros((1, len(JOINTS))))
    posed = joints.at_or_before(1.0)
    assert posed is not None
    assert np.allclose(mean_position_rad(posed, joints), 0.2)
