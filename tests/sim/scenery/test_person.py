"""The person at a table as spectators see one: the arm always reaches the hand."""

import numpy as np
import pytest

from ludens.geometry import matrix_from_quaternion
from ludens.messages import SceneDescription, ScenePoses
from ludens.sim.scenery.person import (
    BODY,
    SHOULDER_M,
    TORSO_M,
    UPPER_ARM,
    UPPER_ARM_M,
    PersonAtTable,
    Seat,
)

ELBOW_M = (0.48, 0.02, 0.22)
SEAT = Seat(
    x_m=1.4,
    hips_z_m=-0.25,
    floor_z_m=-0.75,
    has_stool=True,
    away_m=(1.45, 0.25, 0.25),
    rest_m=(0.92, 0.24, 0.02),
)


def placed(tip_m: tuple[float, float, float]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    hand = ScenePoses(time_s=0.0, names=("hand",), positions_m=(tip_m,), orientations=((1.0, 0.0, 0.0, 0.0),))
    poses = PersonAtTable(SEAT, elbow_m=ELBOW_M).placed_in(hand, tip_m=np.array(tip_m))
    rows = zip(poses.names, poses.positions_m, poses.orientations, strict=True)
    return {name: (np.array(place), matrix_from_quaternion(turn)) for name, place, turn in rows}


@pytest.mark.parametrize("tip_m", [(0.43, -0.17, 0.03), (0.77, 0.17, 0.1), (0.6, 0.5, 0.02)])
def test_the_upper_arm_leads_from_the_shoulder_to_the_elbow_of_a_hand_that_plays(
    tip_m: tuple[float, float, float],
) -> None:
    parts = placed(tip_m)
    assert parts["hand"][0] == pytest.approx(tip_m)
    hips, turn = parts[BODY]
    shoulder, arm = parts[UPPER_ARM]
    assert hips + turn @ (0.0, -SHOULDER_M, TORSO_M) == pytest.approx(shoulder)
    assert shoulder + arm @ (0.0, 0.0, UPPER_ARM_M) == pytest.approx(np.array(tip_m) + ELBOW_M)


def test_a_hand_that_only_waits_is_seen_to_rest_and_the_person_looks_at_the_table() -> None:
    parts = placed(SEAT.away_m)
    assert parts["hand"][0] == pytest.approx(SEAT.rest_m)
    ahead = parts[BODY][1] @ (1.0, 0.0, 0.0)
    assert ahead[0] < -0.5


def test_the_scene_gets_a_body_with_every_part_that_is_placed() -> None:
    person = PersonAtTable(SEAT, elbow_m=ELBOW_M)
    scene = person.added_to(SceneDescription(time_s=0.0, entities=()))
    assert {entity.name for entity in scene.entities} == set(placed(SEAT.away_m)) - {"hand"}
