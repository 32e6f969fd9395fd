"""Looks at a hand that is shown."""

from ludens.core.contract.module import Module, NoParameters
from ludens.messages import CalibratedJoints, CameraPoses, HeadRequest
from ludens.messages.manipulation import HandRequest
from ludens.robots.nao.kinematics import Posture, aim_camera

SHOWN = ("show",)


class HandGaze(Module[NoParameters]):
    """Wants the bottom camera to look at the grip of the hand, while it is asked to be shown."""

    budget_s = 0.0003

    def cycle(
        self, joints: CalibratedJoints, cameras: CameraPoses, request: HandRequest | None
    ) -> HeadRequest | None:
        """Follow the hand."""
        if request is None or request.act not in SHOWN:
            return None
        grip = Posture(joints.position_rad).torso_from("LGrip" if request.hand == "left" else "RGrip")
        aim = aim_camera(grip.translation, cameras.bottom.head_from_camera)
        return HeadRequest(
            time_s=joints.time_s, yaw_rad=aim.yaw_rad, pitch_rad=aim.pitch_rad, camera="bottom"
        )
