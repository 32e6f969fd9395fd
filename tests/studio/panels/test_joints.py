"""Joint readings as a picture."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from ludens.messages import Circle, Drawing, JointReadings
from ludens.studio.map_picture import close_up_svg
from ludens.studio.page import JointLook, JointsView
from ludens.studio.panels.joints import joints_html

VIEW = JointsView(
    stream="*JointReadings",
    columns=(
        ("Arm <left>", (JointLook(0, "Elbow", -1.0, 3.0), JointLook(1, "Hand", 0.0, 1.0, is_angle=False))),
    ),
    warm_c=60.0,
    hot_c=75.0,
)


def picture(
    position: float = 0.0, temperature_c: float = 30.0, stiffness: float = 1.0
) -> ElementTree.Element:
    readings = JointReadings(
        time_s=0.0,
        position_rad=np.array([position, 0.25]),
        stiffness=np.array([stiffness, 1.0]),
        current_a=np.array([1.0, 9.0]),
        temperature_c=np.array([temperature_c, 30.0]),
        status=np.zeros(2, dtype=np.int64),
    )
    return ElementTree.fromstring(joints_html(readings, VIEW))


def parts(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def test_a_mark_stands_where_the_joint_is_within_its_limits():
    mark = parts(picture(position=1.0), "mark")[0]
    assert mark.get("style") == "left:50.0%"
    assert [angle.text for angle in parts(picture(position=1.0), "joint-angle")] == ["57°", "0.25"]
    assert parts(picture(position=9.0), "mark")[0].get("style") == "left:100.0%"
    assert parts(picture(position=2.99), "end")


@pytest.mark.parametrize(("temperature_c", "name"), [(40.0, "cool"), (61.0, "warm"), (80.0, "hot")])
def test_heat_has_a_colour(temperature_c: float, name: str):
    heat = parts(picture(temperature_c=temperature_c), "joint-heat")[0]
    assert name in (heat.get("class") or "")
    assert heat.text == f"{temperature_c:.0f} °C"


def test_a_reading_that_is_no_number_is_told():
    root = picture(position=float("nan"))
    assert len(parts(root, "bad")) == 1
    assert len(parts(root, "mark")) == 1


def test_a_close_up_has_its_front_up_and_fills_its_radius():
    ahead = Drawing(frame="robot", shapes=(Circle(center=(0.1, 0.05), radius=0.01, colour="#123456"),))
    svg = close_up_svg(ahead, radius_m=0.2)
    found = re.search(r'cx="(-?[\d.]+)" cy="(-?[\d.]+)" r="([\d.]+)" stroke="#123456"', svg)
    assert found is not None
    assert [float(number) for number in found.groups()] == [-50.0, -100.0, 10.0]
    assert "cm</text>" in svg
