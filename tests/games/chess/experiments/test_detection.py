from ludens.experiments.experiment import AtLeast
from ludens.games.chess.experiments.detection import DETECTION, DetectionOptions


def test_harsh_lights_are_allowed_one_wrong_in_a_hundred_and_default_ones_one_in_a_thousand():
    options = DetectionOptions()

    assert DETECTION.goals(options)["settled_right_rate"] == AtLeast(0.999)
    assert DETECTION.goals(options, "harsh")["settled_right_rate"] == AtLeast(0.99)
    assert set(DETECTION.goals(options, "harsh")) == set(DETECTION.goals(options))
