"""The wiring of a humanoid that walks by a script."""

from ludens.core.setup import CyclerPlan, Node, Setup
from ludens.estimation.body_state import FallWatch, LegOdometer, OrientationEstimator
from ludens.games.nao.decide import WalkScript
from ludens.motion.walk import Walk

WALKING = Setup(
    "nao-walking",
    (
        CyclerPlan(
            "body",
            "body",
            (
                Node(OrientationEstimator),
                Node(FallWatch),
                Node(LegOdometer),
                Node(WalkScript),
                Node(Walk),
            ),
        ),
    ),
)
