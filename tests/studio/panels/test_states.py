"""State machines as pictures."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from ludens.messages import StateReport
from ludens.studio.panels.states import state_svg


def report(states: tuple[str, ...], current: str, *transitions: tuple[str, str]) -> StateReport:
    return StateReport(
        time_s=0.0, state=current, since_s=0.0, reason="", states=states, transitions=transitions
    )


def picture(of: StateReport) -> ElementTree.Element:
    return ElementTree.fromstring(state_svg(of))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def test_every_state_is_named_and_one_is_current() -> None:
    root = picture(report(("search", "navigate", "ram"), "ram", ("search", "navigate")))
    assert [box.get("data-state") for box in of_class(root, "state")] == ["search", "navigate", "ram"]
    assert [box.get("data-state") for box in of_class(root, "current")] == ["ram"]


def test_ways_out_of_the_current_state_are_marked() -> None:
    root = picture(report(("a", "b", "c"), "a", ("a", "b"), ("b", "a"), ("b", "c")))
    lines = [edge for edge in of_class(root, "edge") if "head" not in (edge.get("class") or "")]
    assert len(lines) == 3
    assert len([line for line in lines if "active" in (line.get("class") or "")]) == 1
    assert len({line.get("d") for line in lines}) == 3  # there and back are two lines


def test_a_transition_to_a_state_that_does_not_exist_is_left_out() -> None:
    assert of_class(picture(report(("a",), "a", ("a", "ghost"))), "edge") == []


def test_names_are_escaped() -> None:
    root = picture(report(("<b>&",), "<b>&"))
    assert [text.text for text in root.iter("text")] == ["<b>&"]


@given(st.integers(1, 14))
def test_all_states_lie_inside_the_picture_and_apart(count: int) -> None:
    states = tuple(f"state {k}" for k in range(count))
    root = picture(report(states, "state 0"))
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    boxes = [
        tuple(float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        for rect in root.iter("rect")
    ]
    for x, y, w, h in boxes:
        assert left <= x
        assert x + w <= left + width
        assert top <= y
        assert y + h <= top + height
    for index, (x, y, w, h) in enumerate(boxes):
        for other_x, other_y, other_w, other_h in boxes[index + 1 :]:
            apart = x + w <= other_x or other_x + other_w <= x or y + h <= other_y or other_y + other_h <= y
            assert apart
