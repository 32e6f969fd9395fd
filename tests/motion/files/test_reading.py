"""Files that people write, and sentences for those that cannot be meant."""

import pytest

from ludens.motion.files import MotionFileError, MotionLibrary, parse_motion, read_motion
from ludens.motion.files.motion import Condition, Wait
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import INDEX, JOINTS

HEAD = 'summary = "Bow."\nbegins = "standing"\nends = "standing"\n'


def frame(name: str = "down", duration_s: float = 1.0, **values: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in values.items())
    return f'[[frame]]\nname = "{name}"\nduration_s = {duration_s}\n{lines}'


def parsed(text: str, *, name: str = "bow"):
    return parse_motion(text, name=name, origin=f"{name}.toml")


def test_a_frame_names_only_what_changes() -> None:
    motion = parsed(HEAD + frame(joints_rad="{ LKneePitch = 0.5 }", stiffness="0.8"))
    assert motion.frames[0].joints_rad == {"LKneePitch": 0.5}
    assert motion.frames[0].stiffness == dict.fromkeys(JOINTS, 0.8)
    assert motion.duration_s == 1.0


def test_the_right_side_follows_where_it_is_symmetrical() -> None:
    motion = parsed(
        HEAD
        + "symmetrical = true\n"
        + frame(joints_rad="{ LHipRoll = 0.1, LKneePitch = 0.5, HeadPitch = 0.2, LHipYawPitch = -0.1 }")
        + frame("up", symmetrical="false", joints_rad="{ RKneePitch = 0.1 }")
    )
    assert motion.frames[0].joints_rad == {
        "LHipRoll": 0.1,
        "RHipRoll": -0.1,
        "LKneePitch": 0.5,
        "RKneePitch": 0.5,
        "HeadPitch": 0.2,
        "LHipYawPitch": -0.1,
    }
    assert motion.frames[1].joints_rad == {"RKneePitch": 0.1}


def test_stiffness_of_a_joint_wins_over_its_part_and_over_all() -> None:
    motion = parsed(
        HEAD
        + "symmetrical = true\n"
        + frame(stiffness="{ all = 0.9, arms = 0.4, LElbowRoll = 0.2 }", joints_rad="{ HeadYaw = 0.0 }")
    )
    stiffness = motion.frames[0].stiffness
    assert stiffness["LKneePitch"] == 0.9
    assert stiffness["RShoulderRoll"] == 0.4
    assert stiffness["RElbowRoll"] == stiffness["LElbowRoll"] == 0.2


def test_a_pose_fills_in_what_the_frame_does_not_say() -> None:
    motion = parsed(HEAD + frame(pose='"stand"', joints_rad="{ HeadPitch = 0.3 }"))
    joints_rad = motion.frames[0].joints_rad
    assert joints_rad["HeadPitch"] == 0.3
    assert joints_rad["LKneePitch"] == posture_of("stand")[INDEX["LKneePitch"]]


def test_conditions() -> None:
    motion = parsed(
        HEAD
        + frame(
            joints_rad="{ HeadYaw = 0.1 }",
            wait='{ turning_below_radps = 0.3, at_most_s = 1.0, otherwise = "fail" }',
            require="{ lean_rad = [0.0, 0.4] }",
        )
    )
    assert motion.frames[0].wait == Wait(turning_below_radps=0.3, at_most_s=1.0, otherwise="fail")
    assert motion.frames[0].require == Condition(lean_rad=(0.0, 0.4))
    assert motion.frames[0].stops


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"no required field 'summary'"),
        ("summary = ", r"is no TOML file"),
        (HEAD, r"no required field 'frame'"),
        (HEAD + "frame = []\n", r"there is no frame"),
        (HEAD.replace("Bow.", " ") + frame(), r"`summary` is empty"),
        (HEAD.replace("standing", "standin", 1) + frame(), r"'standin', which is no posture; did you mean"),
        (HEAD + "leans_rad = 4.0\n" + frame(), r"`leans_rad` is 4"),
        (HEAD.replace('"standing"', "[]", 1) + frame(), r"`begins` is empty"),
        (HEAD + 'needs = ["leg"]\n' + frame(), r"'leg', which is no part of the body; did you mean 'legs'"),
        (HEAD + frame(joint_rad="{}"), r"frame 'down': 'joint_rad' means nothing here; did you mean"),
        (
            HEAD + frame(joints_rad="{ LKnee = 1.0 }"),
            r"frame 'down': a NAO has no joint 'LKnee'; did you mean",
        ),
        (HEAD + frame(joints_rad="{ RHipYawPitch = 0.0 }"), r"did you mean 'LHipYawPitch'"),
        (HEAD + frame(joints_rad="{ LKneePitch = 2.5 }"), r"frame 'down': LKneePitch cannot stand at 2\.5"),
        (HEAD + frame(joints_rad="{ LKneePitch = nan }"), r"LKneePitch cannot stand at nan"),
        (HEAD + frame(joints_rad='{ LKneePitch = "x" }'), r"Expected 'float', got 'str'"),
        (HEAD + frame(duration_s=-0.5), r"frame 'down': `duration_s` is -0\.5: each frame comes after"),
        (HEAD + frame(duration_s=0.0), r"`duration_s` is 0"),
        (HEAD + frame(duration_s=float("nan")), r"`duration_s` is nan"),
        (HEAD + frame(hold_s="-1.0"), r"`hold_s` is -1"),
        (HEAD + frame(balance_s="9.0"), r"`balance_s` is 9"),
        (HEAD + frame(stiffness="1.5"), r"the stiffness of HeadYaw is 1\.5"),
        (HEAD + frame(stiffness="{ leg = 0.5 }"), r"'leg', which is no joint or part; did you mean 'legs'"),
        (HEAD + frame(pose='"stnd"'), r"no pose 'stnd'; did you mean 'stand'"),
        (HEAD + frame(symmetrical="true", joints_rad="{ RHipRoll = 0.0 }"), r"middle and left side, not"),
        (HEAD + frame() + frame(), r"two frames are called 'down'"),
        (HEAD + frame(wait="{}"), r"`wait`: it says nothing"),
        (HEAD + frame(require="{ lean_rad = [1.0, 0.0] }"), r"lean_rad is never between 1 and 0"),
        (HEAD + frame(wait="{ lean_rad = [0, 1], for_s = 3.0 }"), r"`for_s` is 3 and `at_most_s` 2"),
        (HEAD + frame(wait='{ lean_rad = [0, 1], otherwise = "stop" }'), r"Invalid enum value 'stop'"),
        (HEAD + frame(speeds_radps="{ LKneePitch = 1.0 }"), r"joints rest here"),
        (
            HEAD + frame(speeds_radps="{ LKneePitch = 9.0 }") + frame("up"),
            r"LKneePitch would turn with 9\.00 rad/s; its fastest is 6\.40",
        ),
        (
            HEAD
            + frame(joints_rad="{ LKneePitch = 0.0 }")
            + frame("up", 0.2, joints_rad="{ LKneePitch = 1.2 }"),
            r"frame 'up': LKneePitch would turn with 9\.00 rad/s.* more time",
        ),
        (
            HEAD
            + frame(joints_rad="{ LKneePitch = 2.0 }", speeds_radps="{ LKneePitch = 3.0 }")
            + frame("up", joints_rad="{ LKneePitch = 2.0 }"),
            r"on its way LKneePitch swings from 2\.0000 to 2\.4444 rad",
        ),
    ],
    ids=lambda value: None,
)
def test_what_cannot_be_meant_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(MotionFileError, match=rf"^bow\.toml.*{words}"):
        parsed(text)


@pytest.mark.parametrize("name", ["walk", "Bow", "bow down", "kick", "relax", "pose", ""])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(MotionFileError, match="is no name for a motion"):
        parsed(HEAD + frame(), name=name)


def test_a_folder_of_one_s_own_adds_motions_and_wins(tmp_path) -> None:
    (tmp_path / "bow.toml").write_text(HEAD + frame(joints_rad="{ LHipPitch = -0.5 }"))
    (tmp_path / "squat.toml").write_text(HEAD + frame(joints_rad="{ LHipPitch = -0.5 }"))
    library = MotionLibrary.load(tmp_path)
    assert "stand" in library
    assert library["bow"].summary == library["squat"].summary == "Bow."
    assert MotionLibrary.load()["squat"].summary != "Bow."
    with pytest.raises(MotionFileError, match="no motion 'bw'; did you mean 'bow'"):
        _ = library["bw"]


def test_files_that_are_not_there_are_named(tmp_path) -> None:
    with pytest.raises(MotionFileError, match=r"no folder .*nowhere"):
        MotionLibrary.load(tmp_path / "nowhere")
    with pytest.raises(MotionFileError, match=r"gone\.toml cannot be read"):
        read_motion(tmp_path / "gone.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MotionFileError, match=r"odd\.toml cannot be read"):
        MotionLibrary.load(tmp_path)


def test_all_built_in_motions_are_sound() -> None:
    motions = list(MotionLibrary.load())
    assert {"stand", "squat"} <= {motion.name for motion in motions}
