import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import GeometryError, Pose2, Transform3, TransformTree

ROBOT_FROM_CAMERA = Transform3.from_rpy(pitch_rad=0.2, translation=(0.1, 0.0, 0.4))


def robot_at(x_m: float, yaw_rad: float = 0.0) -> Transform3:
    return Pose2(x_m, 0.0, yaw_rad).to_transform3()


def driving_robot(*, seconds: int = 4, history_s: float = 10.0) -> TransformTree:
    """Return ground > robot > camera and ground > ball; the robot drives 1 m/s along x and turns."""
    tree = TransformTree(history_s=history_s)
    for second in range(seconds + 1):
        tree.add(
            parent="ground", child="robot", parent_from_child=robot_at(second, 0.1 * second), time_s=second
        )
    tree.set_static(parent="robot", child="camera", parent_from_child=ROBOT_FROM_CAMERA)
    tree.set_static(
        parent="ground", child="ball", parent_from_child=Transform3.from_translation(5.0, 1.0, 0.1)
    )
    return tree


@given(st.floats(0.0, 4.0))
def test_a_frame_up_the_tree_is_interpolated_in_time(time_s: float) -> None:
    ground_from_camera = driving_robot().look_up("ground", "camera", time_s=time_s)
    assert ground_from_camera.is_close(robot_at(time_s, 0.1 * time_s) @ ROBOT_FROM_CAMERA)


@given(
    st.sampled_from(["ground", "robot", "camera", "ball"]),
    st.sampled_from(["ground", "robot", "camera", "ball"]),
    st.sampled_from(["ground", "robot", "camera", "ball"]),
    st.floats(0.0, 4.0),
)
def test_look_ups_compose_and_invert(a: str, b: str, c: str, time_s: float) -> None:
    tree = driving_robot()
    a_from_b = tree.look_up(a, b, time_s=time_s)
    b_from_c = tree.look_up(b, c, time_s=time_s)
    assert (a_from_b @ b_from_c).is_close(tree.look_up(a, c, time_s=time_s))
    assert a_from_b.inverse().is_close(tree.look_up(b, a, time_s=time_s))


def test_siblings_meet_at_their_common_parent() -> None:
    camera_from_ball = driving_robot().look_up("camera", "ball", time_s=2.0)
    expected = (robot_at(2.0, 0.2) @ ROBOT_FROM_CAMERA).inverse() @ Transform3.from_translation(5.0, 1.0, 0.1)
    assert camera_from_ball.is_close(expected)


def test_samples_may_come_late_and_again() -> None:
    tree = TransformTree()
    for time_s, x_m in ((0.0, 0.0), (2.0, 2.0), (1.0, 5.0), (1.0, 7.0)):
        tree.add(parent="ground", child="robot", parent_from_child=robot_at(x_m), time_s=time_s)
    assert tree.look_up("ground", "robot", time_s=1.0).translation[0] == 7.0
    assert tree.look_up("ground", "robot", time_s=0.5).translation[0] == pytest.approx(3.5)


def test_the_history_is_bounded_and_covers_its_whole_span() -> None:
    tree = driving_robot(seconds=100, history_s=2.5)
    assert tree.span_s("robot") == (97.0, 100.0)
    assert tree.look_up("ground", "robot", time_s=97.5).translation[0] == pytest.approx(97.5)
    with pytest.raises(
        GeometryError, match=r"'robot' in 'ground' is known from 97 s to 100 s, not at.* 96 s"
    ):
        tree.look_up("ground", "camera", time_s=96.0)


@pytest.mark.parametrize("time_s", [-0.1, 4.1, math.nan])
def test_times_outside_the_history_are_refused(time_s: float) -> None:
    with pytest.raises(GeometryError, match="from 0 s to 4 s"):
        driving_robot().look_up("ground", "robot", time_s=time_s)


def test_static_frames_answer_at_any_time() -> None:
    tree = driving_robot()
    assert tree.look_up("robot", "camera", time_s=1e9).is_close(ROBOT_FROM_CAMERA)
    assert tree.span_s("camera") == (-math.inf, math.inf)


def test_a_sample_older_than_the_history_is_refused() -> None:
    tree = driving_robot(seconds=10, history_s=2.0)
    with pytest.raises(GeometryError, match="too late to remember"):
        tree.add(parent="ground", child="robot", parent_from_child=robot_at(0.0), time_s=1.0)


def test_a_loop_is_refused_and_printed() -> None:
    tree = driving_robot()
    with pytest.raises(GeometryError, match="loop: ground > camera > robot > ground"):
        tree.set_static(parent="camera", child="ground", parent_from_child=Transform3.identity())
    with pytest.raises(GeometryError, match="under itself"):
        tree.set_static(parent="gripper", child="gripper", parent_from_child=Transform3.identity())


def test_an_unknown_frame_is_refused_with_what_exists() -> None:
    with pytest.raises(
        GeometryError, match=r"no frame 'camra'. Did you mean 'camera'\? Known frames: 'ball'"
    ):
        driving_robot().look_up("ground", "camra", time_s=1.0)
    with pytest.raises(GeometryError, match="none yet"):
        TransformTree().look_up("ground", "robot", time_s=1.0)


def test_trees_apart_are_not_connected() -> None:
    tree = driving_robot()
    tree.set_static(parent="table", child="board", parent_from_child=Transform3.identity())
    with pytest.raises(
        GeometryError, match="not connected: one hangs under 'ground', the other under 'table'"
    ):
        tree.look_up("camera", "board", time_s=1.0)
    tree.set_static(parent="ground", child="table", parent_from_child=Transform3.identity())
    assert tree.look_up("ground", "board", time_s=1.0).is_close(Transform3.identity())
    assert tree.frames == ("ball", "board", "camera", "ground", "robot", "table")


def test_a_frame_has_one_parent_and_one_nature() -> None:
    tree = driving_robot()
    with pytest.raises(GeometryError, match="already hangs under 'robot'"):
        tree.set_static(parent="ground", child="camera", parent_from_child=Transform3.identity())
    with pytest.raises(GeometryError, match="cannot be set static"):
        tree.set_static(parent="ground", child="robot", parent_from_child=Transform3.identity())
    with pytest.raises(GeometryError, match="takes no samples"):
        tree.add(parent="robot", child="camera", parent_from_child=Transform3.identity(), time_s=0.0)


def test_a_static_frame_can_be_moved() -> None:
    tree = driving_robot()
    tree.set_static(parent="robot", child="camera", parent_from_child=Transform3.identity())
    assert tree.look_up("robot", "camera", time_s=0.0).is_close(Transform3.identity())


@pytest.mark.parametrize("time_s", [math.nan, math.inf])
def test_samples_need_a_finite_time(time_s: float) -> None:
    tree = driving_robot()
    with pytest.raises(GeometryError, match="finite time"):
        tree.add(parent="ground", child="robot", parent_from_child=robot_at(0.0), time_s=time_s)


def test_a_tree_without_memory_is_refused() -> None:
    with pytest.raises(GeometryError, match="above zero"):
        TransformTree(history_s=0.0)
