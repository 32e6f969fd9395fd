"""The wiring of the passing game: every module in one visible list, and the setups derived from it."""

from ludens.core.setup import CyclerPlan, Node, Setup
from ludens.games.passing.decide import PassingDecider
from ludens.games.passing.know import ObjectTracker, ObstacleTracker, SonarTracker
from ludens.games.passing.move import Behaviours, Drive
from ludens.games.passing.plan import PassPlanner
from ludens.games.passing.see import RoundObjectDetector, Segmenter

BALL = {"name": "ball", "colour": "#3fae49"}
TARGET = {"name": "target", "colour": "#3b73d1", "deceleration_mps2": 0.5, "drift_sigma_m": 0.03}

PASSING = Setup(
    "passing",
    (
        CyclerPlan(
            "eyes",
            "camera",
            (
                Node(Segmenter),
                Node(RoundObjectDetector, "ball", {"wanted": "green", "radius_m": 0.11}),
                Node(RoundObjectDetector, "target", {"wanted": "blue", "radius_m": 0.085}),
            ),
        ),
        CyclerPlan(
            "body",
            "body",
            (
                Node(ObjectTracker, "ball", BALL),
                Node(ObjectTracker, "target", TARGET),
                Node(SonarTracker),
                Node(ObstacleTracker),
                Node(PassPlanner),
                Node(PassingDecider),
                Node(Behaviours),
                Node(Drive),
            ),
        ),
    ),
)
