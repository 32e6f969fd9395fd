import pytest

from ludens.messages import FallReport, WantedJoints
from ludens.messages import MotionReason as Why
from ludens.motion.arbiter.choice import MotionChoice, WayUp
from ludens.motion.arbiter.fall_care import FALL_MOTIONS, LYING, FallCare, FallStage
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.1
UP = {"lying on the front": WayUp("get_up_front"), "lying on the left side": WayUp("roll", stands=False)}


def report(state, direction="forward", lean_rad: float = 1.5) -> FallReport:
    return FallReport(time_s=0.0, state=state, direction=direction, lean_rad=lean_rad)


def played(motion: str, *, finished: bool = False, failed: str = "") -> WantedJoints:
    return WantedJoints(
        time_s=0.0,
        position_rad=stance(),
        stiffness=stance(),
        may_leave=finished,
        finished=finished,
        motion=motion,
        failed=failed,
    )


def care(motion: str, reason: Why, details: str = "", *, attempt: int = 0) -> MotionChoice:
    return MotionChoice(motion, reason, details, attempt=attempt, at_once=True)


class Patient:
    """A body whose falls are cared for."""

    def __init__(self, tries: int = 2) -> None:
        self.care = FallCare(tries=tries, settle_s=0.25, patience_s=2.0)

    def live(self, seen: FallReport, plays: WantedJoints | None = None, *, seconds: float = CYCLE_S, **also):
        told = None
        conditions = {"may_rise": True} | also
        for _ in range(round(seconds / CYCLE_S)):
            told = self.care.update(seen, plays, elapsed_s=CYCLE_S, way_up=UP.get, **conditions)
        return told


def test_an_upright_body_is_left_alone() -> None:
    assert Patient().live(report("upright", lean_rad=0.1), seconds=5.0) is None


@pytest.mark.parametrize(("direction", "motion"), FALL_MOTIONS.items())
def test_a_fall_is_met_at_once_by_its_direction(direction, motion) -> None:
    assert Patient().live(report("falling", direction, 0.4)) == care(motion, Why.FALLING)


def test_the_posture_is_kept_when_the_direction_changes_on_the_way() -> None:
    patient = Patient()
    patient.live(report("falling", "left", 0.4))
    assert patient.live(report("falling", "forward", 0.9)) == care("fall_left", Why.FALLING)


def test_who_lies_otherwise_than_it_fell_takes_the_pose_for_that_first() -> None:
    patient = Patient()
    patient.live(report("falling", "right", 0.4))
    assert patient.live(report("fallen", "forward")) == care("fall_right", Why.LYING)
    assert patient.live(report("fallen", "forward"), seconds=0.3) == care("fall_forward", Why.LYING)
    assert patient.live(report("fallen", "forward"), seconds=0.3).motion == "get_up_front"


def test_it_lies_still_for_a_while_gets_up_and_is_well() -> None:
    patient = Patient()
    patient.live(report("falling"))
    assert patient.live(report("fallen")) == care("fall_forward", Why.LYING)
    assert patient.live(report("fallen"), seconds=0.3) == care("get_up_front", Why.GETTING_UP, attempt=1)
    assert patient.live(report("fallen"), played("get_up_front"), seconds=9.0).motion == "get_up_front"
    assert patient.live(report("upright", lean_rad=0.2), played("get_up_front")).motion == "get_up_front"
    assert patient.live(report("upright", lean_rad=0.1), played("get_up_front", finished=True)) is None


def test_one_that_caught_itself_is_well() -> None:
    patient = Patient()
    patient.live(report("falling"))
    assert patient.live(report("upright", lean_rad=0.1)) is None


@pytest.mark.parametrize("failed", ["", "'get_up_front' was broken off: it leans."])
def test_what_failed_is_tried_again_and_then_given_up(failed: str) -> None:
    patient = Patient(tries=2)
    patient.live(report("falling"))
    done = played("get_up_front", finished=True, failed=failed)
    for attempt in (1, 2):
        rising = patient.live(report("fallen"), seconds=0.5)
        assert rising == care("get_up_front", Why.GETTING_UP, attempt=attempt)
        patient.live(report("fallen"), done, seconds=CYCLE_S if failed else 1.4)
    limp = patient.live(report("fallen"), seconds=1.0)
    assert (limp.motion, limp.reason) == ("relax", Why.GIVEN_UP)
    assert "did not get up in 2 tries" in limp.details
    assert "it leans" in limp.details or not failed
    assert patient.live(report("falling"), seconds=9.0).motion == "relax"
    assert patient.live(report("upright", lean_rad=0.1)) is None


def test_from_a_side_it_rolls_first_and_then_gets_up_from_where_it_lies() -> None:
    patient = Patient()
    patient.live(report("falling", "left"))
    assert patient.live(report("fallen", "left"), seconds=0.5) == care("roll", Why.ROLLING_OVER)
    assert patient.live(report("fallen", "forward"), played("roll", finished=True)).reason is Why.LYING
    assert patient.live(report("fallen", "forward")).motion == "get_up_front"


def test_a_roll_that_failed_is_played_anew() -> None:
    patient = Patient()
    patient.live(report("falling", "left"))
    patient.live(report("fallen", "left"), seconds=0.5)
    assert patient.live(report("fallen", "left"), played("roll", finished=True)).motion == "fall_left"
    assert patient.live(report("fallen", "left"), played("fall_left", finished=True)).motion == "roll"


def test_where_there_is_no_way_up_it_goes_limp_and_says_so() -> None:
    patient = Patient()
    patient.live(report("falling", "backward"))
    limp = patient.live(report("fallen", "backward"), seconds=1.0)
    assert limp == care("relax", Why.GIVEN_UP, f"there is no way up from {LYING['backward']}")


def test_leaning_while_getting_up_is_no_fall_but_tumbling_is() -> None:
    patient = Patient()
    patient.live(report("falling"))
    patient.live(report("fallen"), seconds=0.5)
    assert patient.care.stage is FallStage.RISING
    rising = played("get_up_front")
    assert patient.live(report("falling", lean_rad=0.6), rising).motion == "get_up_front"
    assert patient.live(report("falling", "backward", 1.0), rising) == care("fall_backward", Why.FALLING)


def test_who_leans_on_something_does_not_wait_for_ever() -> None:
    patient = Patient()
    patient.live(report("falling", lean_rad=0.6), seconds=1.9)
    assert patient.care.stage is FallStage.FALLING
    patient.live(report("falling", lean_rad=0.6), seconds=0.8)
    assert patient.care.stage.value == "getting up"


def test_a_lean_on_purpose_is_no_fall_but_beyond_it_is() -> None:
    patient = Patient()
    assert patient.live(report("falling", lean_rad=0.6), seconds=9.0, leans_rad=0.7) is None
    assert patient.live(report("falling", lean_rad=0.2)) is None
    assert patient.live(report("falling", lean_rad=0.8), leans_rad=0.7) == care("fall_forward", Why.FALLING)


def test_it_stays_down_while_it_may_not_rise() -> None:
    patient = Patient()
    patient.live(report("falling"))
    assert patient.live(report("fallen"), seconds=5.0, may_rise=False) == care("fall_forward", Why.LYING)
