import pytest

from ludens.messages import MotionReason
from ludens.motion.arbiter.choice import MotionChoice, MotionChooser, WayUp, first_step, posture_at
from ludens.motion.files import Frame, Motion, MotionLibrary
from ludens.motion.poses import posture_of


def motion(name: str, begins: str, ends: str, needs=("legs",), knee_rad: float = 1.5) -> Motion:
    frame = Frame(name="only", duration_s=1.0, joints_rad={"LKneePitch": knee_rad})
    return Motion(name=name, summary=name, begins=(begins,), ends=ends, needs=needs, frames=(frame,))


LIBRARY = MotionLibrary(
    {
        entry.name: entry
        for entry in (
            motion("sit", "standing", "sitting"),
            motion("rise", "sitting", "squatting"),
            motion("stand", "squatting", "standing"),
            motion("wave", "standing", "standing", needs=("arms",)),
            motion("rest", "sitting", "resting"),
            motion("blink", "any", "any", needs=()),
            motion("get_up", "lying on the front", "squatting", needs=("legs", "arms")),
        )
    }
)


def chooser(posture: str, *damaged: str) -> MotionChooser:
    made = MotionChooser(LIBRARY, anywhere=("pose",))
    made.motions = ("walk", "kick", "files", "pose")
    made.posture, made.damaged = posture, damaged
    return made


@pytest.mark.parametrize(
    ("posture", "asked", "motion"),
    [
        ("standing", "walk", "walk"),
        ("standing", "kick", "kick"),
        ("standing", "sit", "sit"),
        ("sitting", "walk", "rise"),
        ("squatting", "walk", "stand"),
        ("sitting", "wave", "rise"),
        ("standing", "relax", "sit"),
        ("sitting", "relax", "rest"),
        ("resting", "relax", "relax"),
        ("sitting", "blink", "blink"),
        ("sitting", "pose", "pose"),
    ],
)
def test_a_posture_between_is_gone_through(posture, asked, motion) -> None:
    first = () if motion == asked else (MotionReason.ON_THE_WAY, motion)
    assert chooser(posture).choose(asked, present="") == MotionChoice(motion, *first)


def test_a_motion_that_is_being_done_goes_on() -> None:
    assert chooser("sitting").choose("sit", present="sit") == MotionChoice("sit")


@pytest.mark.parametrize(
    ("asked", "reason", "words"),
    [
        ("dance", MotionReason.UNKNOWN, "There is no motion 'dance'"),
        ("get_up", MotionReason.NO_WAY, "standing"),
    ],
)
def test_what_cannot_be_done_leaves_the_body_as_it_is_and_says_why(asked, reason, words) -> None:
    choice = chooser("standing").choose(asked, present="walk")
    assert choice.motion == "walk"
    assert choice.reason is reason
    assert words in choice.details


@pytest.mark.parametrize(
    ("damaged", "asked", "motion", "needed"),
    [
        ("LElbowRoll", "wave", "walk", "LElbowRoll"),
        ("LElbowRoll", "walk", "walk", ""),
        ("RHand", "wave", "wave", ""),
        ("LKneePitch", "walk", "relax", "LKneePitch"),
        ("LKneePitch", "kick", "relax", "LKneePitch"),
        ("LKneePitch", "wave", "wave", ""),
        ("LKneePitch", "relax", "relax", ""),
    ],
)
def test_damaged_joints_are_spared(damaged: str, asked: str, motion: str, needed: str) -> None:
    why = (MotionReason.DAMAGED, needed) if needed else ()
    assert chooser("standing", damaged).choose(asked, present="walk") == MotionChoice(motion, *why)


def test_no_way_leads_through_a_motion_that_needs_a_damaged_joint() -> None:
    assert chooser("", "LElbowRoll").way_up("lying on the front") is None
    assert chooser("").way_up("lying on the front") == WayUp("get_up")


def test_the_shortest_way_is_taken() -> None:
    step = first_step(LIBRARY, start="lying on the front", goals=("standing",), usable=lambda _: True)
    assert step is not None
    assert step.name == "get_up"
    assert first_step(LIBRARY, start="lying on the back", goals=("standing",), usable=lambda _: True) is None


def test_a_body_that_is_switched_on_knows_its_posture_by_its_legs() -> None:
    library = MotionLibrary.load()
    assert posture_at(library, posture_of("stand")) == "standing"
    last = library["squat"].frames[-1].joints_rad
    squatting = posture_of("stand")
    for index, angle_rad in enumerate(last.values()):
        squatting[index] = angle_rad
    assert posture_at(library, squatting) == "squatting"
