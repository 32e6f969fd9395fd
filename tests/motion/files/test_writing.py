"""What is written and read again is the same motion."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.motion.files import Frame, Motion, MotionFileError, MotionLibrary, parse_motion
from ludens.motion.files.check import check
from ludens.motion.files.motion import PARTS, POSTURES, Condition, Wait
from ludens.motion.files.writing import motion_text
from ludens.robots.nao.joints import JOINTS, LIMITS, changes_sign

ranges = st.tuples(st.floats(-2.0, 0.0), st.floats(0.0, 2.0))
waits = st.builds(
    Wait,
    lean_rad=ranges,
    pitch_rad=st.none() | ranges,
    for_s=st.floats(0.0, 0.5),
    at_most_s=st.floats(0.5, 5.0),
    otherwise=st.sampled_from(("go on", "fail")),
)
requirements = st.builds(Condition, roll_rad=ranges, turning_below_radps=st.none() | st.floats(0.0, 9.0))
texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)


@st.composite
def frames(draw, name: str) -> Frame:
    chosen = draw(st.lists(st.sampled_from(JOINTS), unique=True, max_size=6))
    joints_rad = {
        joint: draw(st.floats(LIMITS[joint].lowest_rad, LIMITS[joint].highest_rad)) for joint in chosen
    }
    stiffness = draw(
        st.just({})
        | st.floats(0.0, 1.0).map(lambda value: dict.fromkeys(JOINTS, value))
        | st.dictionaries(st.sampled_from(JOINTS), st.floats(0.0, 1.0), max_size=4)
    )
    if draw(st.booleans()):
        joints_rad = both_sides(joints_rad)
        stiffness |= {
            "R" + j[1:]: value for j, value in stiffness.items() if "R" + j[1:] in JOINTS and j[0] == "L"
        }
    return Frame(
        name=name,
        duration_s=draw(st.floats(3.0, 9.0)),
        hold_s=draw(st.floats(0.0, 1.0)),
        joints_rad=joints_rad,
        stiffness=stiffness,
        balance_s=draw(st.floats(0.0, 0.5)),
        wait=draw(st.none() | waits),
        require=draw(st.none() | requirements),
        may_leave=draw(st.booleans()),
    )


def both_sides(joints_rad: dict[str, float]) -> dict[str, float]:
    """Only middle and left, and the right side that follows."""
    whole = {joint: value for joint, value in joints_rad.items() if joint[0] != "R"}
    for joint, value in list(whole.items()):
        right = "R" + joint[1:]
        if joint[0] == "L" and right in LIMITS:
            limits = LIMITS[right]
            image = -value if changes_sign(joint) else value
            if limits.lowest_rad <= image <= limits.highest_rad:
                whole[right] = image
    return whole


@st.composite
def motions(draw) -> Motion:
    names = draw(st.lists(texts, min_size=1, max_size=3, unique=True))
    return Motion(
        name="any_name",
        summary="For " + draw(texts),
        begins=tuple(draw(st.lists(st.sampled_from(POSTURES), min_size=1, max_size=3, unique=True))),
        ends=draw(st.sampled_from(POSTURES)),
        leans_rad=draw(st.floats(0.0, 3.0)),
        at_once=draw(st.booleans()),
        needs=tuple(draw(st.lists(st.sampled_from(sorted(PARTS)), unique=True))),
        frames=tuple(draw(frames(name)) for name in names),
    )


@settings(max_examples=80, deadline=None)
@given(motions())
def test_a_motion_survives_being_written_and_read(motion: Motion) -> None:
    try:
        check(motion, origin="drawn")
    except MotionFileError:
        return  # an ankle of the right side that turns less far, for instance
    assert parse_motion(motion_text(motion), name=motion.name, origin="text") == motion


def test_built_in_motions_survive_it_too() -> None:
    for motion in MotionLibrary.load():
        assert parse_motion(motion_text(motion), name=motion.name, origin="text") == motion


def test_a_symmetrical_motion_is_written_by_its_left_side() -> None:
    text = motion_text(MotionLibrary.load()["squat"])
    assert "symmetrical = true" in text
    assert "RKneePitch" not in text
