"""What a game says about its page."""

import subprocess
import sys

from ludens.studio.page import StudioPage, matching


def test_only_the_named_drawings_are_shown_from_the_start() -> None:
    page = StudioPage(title="A game", drawings=("*/detector/*", "map"))
    assert page.shows_drawing("alpha/detector/ball")
    assert page.shows_drawing("map")
    assert not page.shows_drawing("alpha/segmenter/regions")


def test_by_default_all_drawings_are_shown() -> None:
    assert StudioPage(title="A game").shows_drawing("anything/at/all")


def test_the_first_path_that_matches_is_taken() -> None:
    assert matching("*Image", ["a/Odometry", "a/CameraImage", "b/CameraImage"]) == "a/CameraImage"
    assert matching("*Image", []) is None


def test_describing_a_page_does_not_load_the_web_server() -> None:
    code = "import sys, ludens.studio.page, ludens.studio.session; sys.exit('nicegui' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
