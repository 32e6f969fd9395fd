from ludens.core.module import CycleTime
from ludens.core.module_check import check_module
from ludens.messages import MotionRequest, WalkJoints
from ludens.motion.dispatcher import MotionDispatcher
from ludens.robots.nao.stance import stance

CYCLE_S = 0.012


def walk(time_s: float, *, may_leave: bool) -> WalkJoints:
    return WalkJoints(time_s=time_s, position_rad=stance(), stiffness=stance(), may_leave=may_leave)


def test_it_keeps_the_promises_of_a_module() -> None:
    request = MotionRequest(time_s=0.0, motion="kick")
    check_module(
        MotionDispatcher, [{"now": CycleTime(time_s=t), "request": request} for t in (0.0, 0.012, 0.024)]
    )


def test_without_a_request_the_body_walks() -> None:
    activations = MotionDispatcher().cycle(CycleTime(time_s=0.0), None, None, None, None)
    assert activations.motion == "walk"
    assert activations.shares["walk"] == 1.0


def test_a_motion_is_left_only_where_it_may_be() -> None:
    dispatcher = MotionDispatcher()
    request = MotionRequest(time_s=0.0, motion="kick")
    for number in range(50):
        time_s = number * CYCLE_S
        activations = dispatcher.cycle(
            CycleTime(time_s=time_s), request, walk(time_s, may_leave=False), None, None
        )
        assert activations.motion == "kick"
        assert activations.shares["walk"] == 1.0
    for number in range(50, 70):
        time_s = number * CYCLE_S
        activations = dispatcher.cycle(
            CycleTime(time_s=time_s), request, walk(time_s, may_leave=True), None, None
        )
    assert activations.shares["kick"] == 1.0
