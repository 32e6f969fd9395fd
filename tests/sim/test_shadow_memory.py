"""A picture depends on the world alone, not on what an earlier one left in memory."""

import mujoco
import numpy as np
import pytest

from ludens.sim.shadows import Shadow, ShadowPainter, ViewCone

WORLD = """<mujoco><worldbody>
<body name="ball" pos="1 2 0.1"><freejoint/><geom size="0.1"/></body>
</worldbody></mujoco>"""


def test_discs_carry_nothing_that_stood_in_memory():
    model = mujoco.MjModel.from_xml_string(WORLD)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    scene = mujoco.MjvScene(model, maxgeom=50)
    for geom in scene.geoms:
        geom.camdist, geom.transparent, geom.segid, geom.objid = 7.0, 0, 5, 5
    shadow = Shadow(body=model.body("ball").id, radius_m=0.1, height_m=0.1)
    view = ViewCone(tip_m=np.array([0.0, 2.0, 0.1]), axis=np.array([1.0, 0.0, 0.0]), half_angle_rad=0.3)
    ShadowPainter(data, (shadow,), lamp_direction=(0.0, 0.0, -1.0)).add_to(scene, view)
    assert scene.ngeom > 0
    for geom in scene.geoms[: scene.ngeom]:
        assert (geom.camdist, geom.transparent, geom.segid, geom.objid) == (pytest.approx(0.0), 1, -1, -1)
