import numpy as np

from ludens.messages import CalibratedJoints
from ludens.motion.handling.body import HandlingBody
from ludens.motion.handling.feeling import Feeling
from ludens.motion.handling.parameters import HandlingParameters
from ludens.motion.handling.worker import Worker
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.stance import stance

CYCLE_S = 0.012
SHOULDER = INDEX["LShoulderPitch"]
SAG_RAD = 0.01


def settle(worker: Worker) -> float:
    """Let an arm that hangs lower than it is told settle; return how far it is then from its course."""
    story, position_rad = worker.settle(0.4), stance()
    for cycle in range(80):
        position_rad = worker.wanted_rad()
        position_rad[SHOULDER] -= SAG_RAD
        zeros = np.zeros(len(JOINTS))
        joints = CalibratedJoints(
            time_s=cycle * CYCLE_S,
            position_rad=position_rad,
            stiffness=zeros,
            current_a=zeros,
            temperature_c=zeros,
            status=np.zeros(len(JOINTS), np.int64),
        )
        worker.advance(joints, elapsed_s=CYCLE_S)
        next(story, None)
    return float(position_rad[SHOULDER] - worker.body.position_rad[SHOULDER])


def test_an_arm_that_settles_again_is_no_farther_off_than_after_the_first_time() -> None:
    worker = Worker(HandlingBody(stance()), Feeling(), HandlingParameters(), held={})
    assert abs(settle(worker)) < 1e-3
    assert abs(settle(worker)) < 1e-3
