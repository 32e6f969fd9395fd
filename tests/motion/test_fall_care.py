import pytest

from ludens.messages import FallReport, PlayedJoints
from ludens.motion.fall_care import LYING, Care, FallCare, Stage, WayUp
from ludens.motion.protection import FALL_MOTIONS, FALLING
from ludens.robots.nao.stance import stance

CYCLE_S = 0.1
UP = {"lying on the front": WayUp("get_up_front"), "lying on the left side": WayUp("roll", stands=False)}


def report(state, direction="forward", lean_rad: float = 1.5) -> FallReport:
    return FallReport(time_s=0.0, state=state, direction=direction, lean_rad=lean_rad)


def played(motion: str, *, finished: bool = False, failed: str = "") -> PlayedJoints:
    return PlayedJoints(
        time_s=0.0,
        position_rad=stance(),
        stiffness=stance(),
        may_leave=finished,
        finished=finished,
        motion=motion,
        share=0.5,
        failed=failed,
    )


class Patient:
    """A body whose falls are cared for."""

    def __init__(self, tries: int = 2) -> None:
        self.care = FallCare(tries=tries, settle_s=0.25, patience_s=2.0)

    def live(self, seen: FallReport, plays: PlayedJoints | None = None, *, seconds: float = CYCLE_S, **also):
        told = None
        conditions = {"may_rise": True} | also
        for _ in range(round(seconds / CYCLE_S)):
            told = self.care.update(seen, plays, elapsed_s=CYCLE_S, way_up=UP.get, **conditions)
        return told


def test_an_upright_body_is_left_alone() -> None:
    assert Patient().live(report("upright", lean_rad=0.1), seconds=5.0) is None


@pytest.mark.parametrize(("direction", "motion"), FALL_MOTIONS.items())
def test_a_fall_is_met_at_once_by_its_direction(direction, motion) -> None:
    assert Patient().live(report("falling", direction, 0.4)) == Care(motion, FALLING)


def test_the_posture_is_kept_when_the_direction_changes_on_the_way() -> None:
    patient = Patient()
    patient.live(report("falling", "left", 0.4))
    assert patient.live(report("falling", "forward", 0.9)) == Care("fall_left", FALLING)


def test_it_lies_still_for_a_while_gets_up_and_is_well() -> None:
    patient = Patient()
    patient.live(report("falling"))
    assert patient.live(report("fallen")) == Care("fall_forward", "lying")
    assert patient.live(report("fallen"), seconds=0.3) == Care("get_up_front", "getting up")
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
    for reason in ("getting up", "getting up, try 2"):
        care = patient.live(report("fallen"), seconds=0.5)
        assert care == Care("get_up_front", reason)
        patient.live(report("fallen"), done, seconds=CYCLE_S if failed else 1.4)
    care = patient.live(report("fallen"), seconds=1.0)
    assert care.motion == "relax"
    assert "did not get up in 2 tries" in care.reason
    assert "it leans" in care.reason or not failed
    assert patient.live(report("falling"), seconds=9.0).motion == "relax"
    assert patient.live(report("upright", lean_rad=0.1)) is None


def test_from_a_side_it_rolls_first_and_then_gets_up_from_where_it_lies() -> None:
    patient = Patient()
    patient.live(report("falling", "left"))
    assert patient.live(report("fallen", "left"), seconds=0.5) == Care("roll", "rolling over")
    assert patient.live(report("fallen", "forward"), played("roll", finished=True)).reason == "lying"
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
    care = patient.live(report("fallen", "backward"), seconds=1.0)
    assert care == Care("relax", f"lies limp: there is no way up from {LYING['backward']}")


def test_leaning_while_getting_up_is_no_fall_but_tumbling_is() -> None:
    patient = Patient()
    patient.live(report("falling"))
    patient.live(report("fallen"), seconds=0.5)
    assert patient.care.stage is Stage.RISING
    rising = played("get_up_front")
    assert patient.live(report("falling", lean_rad=0.6), rising).motion == "get_up_front"
    assert patient.live(report("falling", "backward", 1.0), rising) == Care("fall_backward", FALLING)


def test_who_leans_on_something_does_not_wait_for_ever() -> None:
    patient = Patient()
    patient.live(report("falling", lean_rad=0.6), seconds=1.9)
    assert patient.care.stage is Stage.FALLING
    patient.live(report("falling", lean_rad=0.6), seconds=0.8)
    assert patient.care.stage.value == "getting up"


def test_a_lean_on_purpose_is_no_fall_but_beyond_it_is() -> None:
    patient = Patient()
    assert patient.live(report("falling", lean_rad=0.6), seconds=9.0, leans_rad=0.7) is None
    assert patient.live(report("falling", lean_rad=0.2)) is None
    assert patient.live(report("falling", lean_rad=0.8), leans_rad=0.7) == Care("fall_forward", FALLING)


def test_it_stays_down_while_it_may_not_rise() -> None:
    patient = Patient()
    patient.live(report("falling"))
    assert patient.live(report("fallen"), seconds=5.0, may_rise=False) == Care("fall_forward", "lying")
