"""Which drawings a panel watches."""

from ludens.core.contract.debug import Debug
from ludens.messages import Arrow, Circle, Drawing
from ludens.studio.panels.drawings import FRESH_S, DrawingCollector, short_names
from ludens.studio.taps import StreamTaps


class Now:
    time_s = 5.0


class Renderer:
    """Publishes one drawing on an image and one around the robot, and counts how often they are made."""

    def __init__(self, taps: StreamTaps, prefix: str = "") -> None:
        self._debug = Debug(taps.hub, f"{prefix}renderer", Now())
        self.made = {"outline": 0, "vector": 0}

    def paint(self) -> None:
        self._debug.drawing("outline", self._outline)
        self._debug.drawing("vector", self._vector)

    def _outline(self) -> Drawing:
        self.made["outline"] += 1
        return Drawing(frame="image", shapes=(Circle(center=(1, 1), radius=1, colour="orange"),))

    def _vector(self) -> Drawing:
        self.made["vector"] += 1
        return Drawing(frame="robot", shapes=(Arrow(tail=(0, 0), tip=(1, 0)),))


def for_images(taps: StreamTaps, shown: bool = True) -> DrawingCollector:
    collector = DrawingCollector(
        taps, belongs=lambda frame: frame == "image", shown_at_start=lambda path: shown
    )
    collector.show()
    return collector


def test_a_panel_finds_its_drawings_and_lets_go_of_the_others() -> None:
    taps = StreamTaps()
    renderer, collector = Renderer(taps), for_images(taps)
    renderer.paint()  # now the streams are known
    collector.refresh()
    renderer.paint()  # now their frames are
    assert collector.refresh()
    for _ in range(3):
        renderer.paint()
    assert renderer.made == {"outline": 4, "vector": 1}
    assert list(collector.fresh(5.0)) == ["renderer/outline"]
    assert collector.layers["renderer/outline"].colour == "orange"


def test_a_drawing_that_is_switched_off_is_not_computed() -> None:
    taps = StreamTaps()
    renderer, collector = Renderer(taps), for_images(taps)
    for _ in range(2):
        renderer.paint()
        collector.refresh()
    collector.switch("renderer/outline", False)
    before = renderer.made["outline"]
    renderer.paint()
    assert renderer.made["outline"] == before
    assert collector.fresh(5.0) == {}
    collector.switch("renderer/outline", True)
    renderer.paint()
    assert list(collector.fresh(5.0)) == ["renderer/outline"]


def test_a_drawing_that_is_not_shown_at_the_start_is_still_offered() -> None:
    taps = StreamTaps()
    renderer, collector = Renderer(taps), for_images(taps, shown=False)
    for _ in range(3):
        renderer.paint()
        collector.refresh()
    assert not collector.layers["renderer/outline"].shown
    assert renderer.made["outline"] == 1


def test_a_hidden_panel_watches_nothing_and_comes_back_as_it_was() -> None:
    taps = StreamTaps()
    renderer, collector = Renderer(taps), for_images(taps)
    for _ in range(2):
        renderer.paint()
        collector.refresh()
    collector.hide()
    assert taps.watched == 0
    collector.show()
    renderer.paint()
    assert list(collector.fresh(5.0)) == ["renderer/outline"]


def test_a_drawing_that_is_not_renewed_disappears() -> None:
    taps = StreamTaps()
    renderer, collector = Renderer(taps), for_images(taps)
    for _ in range(2):
        renderer.paint()
        collector.refresh()
    assert collector.fresh(5.0 + FRESH_S)
    assert collector.fresh(5.1 + FRESH_S) == {}


def test_of_several_robots_only_the_chosen_one_is_drawn_and_computed() -> None:
    taps = StreamTaps()
    alpha, beta = Renderer(taps, "alpha/"), Renderer(taps, "beta/")
    collector = for_images(taps)
    for _ in range(2):
        alpha.paint()
        beta.paint()
        collector.refresh()
    assert len(collector.fresh(5.0)) == 2
    collector.focus("beta")
    before = alpha.made["outline"]
    alpha.paint()
    beta.paint()
    assert alpha.made["outline"] == before
    assert list(collector.fresh(5.0)) == collector.offered() == ["beta/renderer/outline"]


def test_the_last_word_is_enough_where_it_is_the_only_one() -> None:
    assert short_names(["sonar/ranges", "drive/wanted_speed"]) == {
        "sonar/ranges": "ranges",
        "drive/wanted_speed": "wanted speed",
    }


def test_where_two_end_alike_the_first_difference_tells_them_apart() -> None:
    names = short_names(["alpha/ball/tracker/belief", "alpha/target/tracker/belief", "beta/plan"])
    assert names == {
        "alpha/ball/tracker/belief": "ball belief",
        "alpha/target/tracker/belief": "target belief",
        "beta/plan": "plan",
    }


def test_a_path_that_is_longer_than_its_namesake_is_told_apart() -> None:
    assert short_names(["belief", "ball/belief"]) == {"belief": "belief", "ball/belief": "ball belief"}


def test_a_panel_computes_only_drawings_of_the_picture_that_it_shows() -> None:
    taps = StreamTaps()
    top, bottom = Renderer(taps, "top/"), Renderer(taps, "bottom/")
    camera = "top"
    collector = DrawingCollector(
        taps,
        belongs=lambda frame: frame == "image",
        shown_at_start=lambda path: True,
        concerns=lambda path: path.startswith(camera),
    )
    collector.show()
    for _ in range(4):
        top.paint()
        bottom.paint()
        collector.refresh()
    assert list(collector.fresh(5.0)) == ["top/renderer/outline"]
    assert bottom.made["outline"] == 1  # by which its frame became known
    camera = "bottom"
    collector.watch_wanted()
    bottom.paint()
    assert list(collector.fresh(5.0)) == collector.offered() == ["bottom/renderer/outline"]
