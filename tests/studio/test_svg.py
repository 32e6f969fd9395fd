"""Drawings as SVG."""

import math
from xml.etree import ElementTree

from ludens.messages import Arrow, Circle, Drawing, Ellipse, Polyline, Shape, Text
from ludens.studio.svg import LABEL_PX, Canvas, LabelPlaces, image_canvas


def drawn(*shapes: Shape, canvas: Canvas | None = None) -> list[ElementTree.Element]:
    svg = (canvas or image_canvas((320, 240))).draw(Drawing(frame="image", shapes=shapes))
    return list(ElementTree.fromstring(f"<svg>{svg}</svg>"))


def test_every_shape_is_drawn_where_it_stands() -> None:
    circle, ellipse, line, text = drawn(
        Circle(center=(10, 20), radius=5, colour="red", filled=True),
        Ellipse(center=(1, 2), half_axes=(3, 4), rotation_rad=math.pi / 2),
        Polyline(points=((0, 0), (1, 2)), width=3.0),
        Text(at=(7, 18), words="ball"),
    )
    assert (circle.tag, circle.get("cx"), circle.get("cy"), circle.get("r")) == (
        "circle",
        "10.0",
        "20.0",
        "5.0",
    )
    assert circle.get("stroke") == circle.get("fill") == "red"
    assert ellipse.get("transform") == "translate(1.0 2.0) rotate(90.0)"
    assert line.get("points") == "0.0,0.0 1.0,2.0"
    assert (text.get("x"), text.text) == ("7.0", "ball")


def test_a_closed_line_is_an_outline() -> None:
    (outline,) = drawn(Polyline(points=((0, 0), (1, 0), (1, 1)), closed=True))
    assert outline.tag == "polygon"


def test_an_arrow_ends_at_its_tip_and_carries_its_label() -> None:
    line, head, label = drawn(Arrow(tail=(0, 0), tip=(30, 0), label="ram"))
    assert (line.get("x2"), line.get("y2")) == ("30.0", "0.0")
    assert "30.0,0.0" in (head.get("points") or "")
    assert label.text == "ram"


def test_an_arrow_without_length_is_not_drawn() -> None:
    assert drawn(Arrow(tail=(5, 5), tip=(5, 5))) == []


def test_where_y_points_up_an_ellipse_turns_the_other_way() -> None:
    canvas = Canvas(lambda p: (p[0], -p[1]), scale=100.0, turn_rad=math.pi / 6, y_up=True)
    (ellipse,) = drawn(Ellipse(center=(0, 0), half_axes=(1, 2), rotation_rad=math.pi / 6), canvas=canvas)
    assert ellipse.get("transform") == "translate(0.0 0.0) rotate(-60.0)"
    assert (ellipse.get("rx"), ellipse.get("ry")) == ("100.0", "200.0")


def test_what_a_module_wrote_cannot_become_markup() -> None:
    evil = '"><script>alert(1)</script>'
    shapes = drawn(
        Text(at=(0, 0), words=evil, colour=evil), Circle(center=(0, 0), radius=1, colour=evil)
    )  # parses, so it is well-formed
    assert [shape.tag for shape in shapes] == ["text", "circle"]
    assert shapes[0].text == evil
    assert shapes[1].get("stroke") == evil


def test_words_that_would_lie_over_each_other_are_moved_apart() -> None:
    labels = LabelPlaces()
    places = [labels.place(10.0, 50.0, words) for words in ("ball 93%", "target", "plan")]
    assert places[0] == (10.0, 50.0)
    assert len({y for _, y in places}) == 3
    assert all(abs(y - 50.0) <= 3 * LABEL_PX for _, y in places)
    assert labels.place(200.0, 50.0, "far") == (200.0, 50.0)


def test_words_are_not_cut_by_the_edge_of_an_image() -> None:
    right, above, beside = drawn(
        Text(at=(300, 100), words="1.04 m, score 0.9"),
        Text(at=(3, 2), words="0.02 px"),
        Text(at=(400, 100), words="out of sight"),
    )
    assert 0 < float(right.get("x", 0)) < 300 - LABEL_PX
    assert float(above.get("y", 0)) > 8
    assert beside.get("x") == "400.0"
