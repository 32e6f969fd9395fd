import mujoco
import numpy as np
import pytest

from ludens.sim.parts.model_spec import empty_model_spec
from ludens.sim.scene import SceneView
from ludens.sim.world import Physics


def test_every_visible_thing_of_a_hall_is_described_and_the_floor_and_backdrop_are_not(make_hall):
    hall = make_hall(ball=(1.0, 0.0), target=(2.0, 1.0))
    view = SceneView(hall.physics.model, hall.physics.data)
    entities = {entity.name: entity for entity in view.description(time_s=0.0).entities}
    assert {"world", "ball", "target", "robot", "robot/left wheel", "robot/right wheel"} <= set(entities)
    assert len(entities["world"].shapes) == 4
    (ball,) = entities["ball"].shapes
    assert ball.kind == "sphere"
    assert ball.size_m == pytest.approx((0.22, 0.22, 0.22))
    red, green, blue, alpha = ball.colour_rgba
    assert green > 2 * red
    assert green > 2 * blue
    assert alpha == 1.0


def test_poses_follow_the_bodies_in_the_order_of_the_names(make_hall):
    hall = make_hall(ball=(1.5, 0.3))
    view = SceneView(hall.physics.model, hall.physics.data)
    hall.run(1.0, forward_mps=0.3)
    poses = view.poses(time_s=1.0)
    entities = view.description(time_s=0.0).entities
    assert poses.names == tuple(entity.name for entity in entities)
    where = dict(zip(poses.names, poses.positions_m, strict=True))
    assert where["ball"] == pytest.approx((1.5, 0.3, 0.11), abs=1e-3)
    assert where["robot"][0] == pytest.approx(hall.pose().x_m)
    assert all(np.linalg.norm(quaternion) == pytest.approx(1.0) for quaternion in poses.orientations)


def test_capsules_and_ellipsoids_are_made_of_simple_shapes_and_invisible_geoms_are_left_out():
    spec = empty_model_spec("shapes")
    body = spec.worldbody.add_body(name="thing")
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CAPSULE, fromto=(1.0, 0.0, 0.0, 3.0, 0.0, 0.0), size=(0.2, 0.0, 0.0)
    )
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_ELLIPSOID, size=(0.1, 0.2, 0.3))
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=(0.1, 0.5, 0.0))
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(0.1, 0.0, 0.0), rgba=(1.0, 1.0, 1.0, 0.0))
    physics = Physics(spec, step_ns=2_000_000)
    (entity,) = SceneView(physics.model, physics.data).description(time_s=0.0).entities
    tube, one_end, other_end, egg, can = entity.shapes
    assert [shape.kind for shape in entity.shapes] == ["cylinder", "sphere", "sphere", "sphere", "cylinder"]
    assert tube.size_m == pytest.approx((0.4, 0.4, 2.0))
    assert tube.position_m == pytest.approx((2.0, 0.0, 0.0))
    ends = sorted((one_end.position_m, other_end.position_m))
    assert ends == [pytest.approx((1.0, 0.0, 0.0), abs=1e-9), pytest.approx((3.0, 0.0, 0.0), abs=1e-9)]
    assert egg.size_m == pytest.approx((0.2, 0.4, 0.6))
    assert can.size_m == pytest.approx((0.2, 0.2, 1.0))
