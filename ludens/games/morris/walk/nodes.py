"""Modules at the table as they are wired: eyes, and small steps with arms behind the back."""

from ludens.core.contract.setup import CyclerPlan, Node
from ludens.games.morris.see.arm_self_calibrator import ArmSelfCalibrator
from ludens.games.morris.see.camera_self_calibrator import CameraSelfCalibrator
from ludens.games.morris.see.men_eyes import MenEyes
from ludens.games.morris.walk.stripe_eye import StripeEye
from ludens.motion.walk import WalkToPose

STANDING = Node(
    WalkToPose,
    parameters={
        "arms": "behind",
        "near_m": 0.02,
        "near_rad": 0.04,
        "precise_m": 0.007,
        "precise_rad": 0.014,
        "left_most_mps": 0.11,
        "gain_hz": 0.8,
        "drift_gain_hz2": 0.2,
        "drift_most_radps": 0.12,
        "forward_drift_mps": 0.012,
    },
)
"""Small steps move a robot by some millimetres; where it stands by less than that is chance. With its arms
behind the back a robot that steps on the spot creeps forward by 14 to 17 mm/s, else by 4 to 7; one of three
turned by 4° a second meanwhile."""

TABLE_EYES = CyclerPlan(
    "eyes",
    "bottom/camera",
    (
        Node(MenEyes, "bottom"),
        Node(CameraSelfCalibrator, "bottom"),
        Node(ArmSelfCalibrator, "bottom"),
        Node(StripeEye, "bottom"),
    ),
)
"""Everything that looks at the pictures of the bottom camera."""
