"""The studio in a real browser: what a person does and sees.

A run does not wait for a slow page, so what passes by is looked at in a run that was stepped or is over.
"""

import base64
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Position, expect

from ludens.studio.player import HALTED
from tests.studio.browsing import (
    CHROMIUM,
    NO_CHROMIUM,
    TIMEOUT_MS,
    ForkedToy,
    ToyServers,
    open_page,
    toy_server,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_CHROMIUM)
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture
def server(servers: ToyServers, tmp_path: Path) -> Iterator[ForkedToy]:
    with servers.serving(tmp_path) as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: ForkedToy) -> Iterator[Page]:
    page = open_page(browser, server.address)
    yield page
    page.close()


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[data-testid="{name}"]')


def phase(page: Page) -> Locator:
    return part(page, "phase")


def time_s(page: Page) -> float:
    return float(part(page, "time").inner_text().removesuffix(" s"))


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def start(page: Page) -> None:
    part(page, "start").click()
    expect(phase(page)).to_contain_text("running")


def step_until(page: Page, time_s: float) -> None:
    """From the start of a run, camera image by camera image, each of which the page shows."""
    for tenth in range(1, round(10 * time_s) + 1):
        part(page, "step-camera").click()
        expect(part(page, "time")).to_have_text(f"{tenth / 10:.1f} s")


def look_up(page: Page, address: str) -> Locator:
    """The line of one parameter, once the search has left no other."""
    tab(page, "Parameters")
    part(page, "parameter-search").fill(address)
    expect(page.locator("[data-parameter]")).to_have_count(1)
    return page.locator(f'[data-parameter="{address}"]')


def test_a_started_game_is_seen_to_move(page: Page) -> None:
    expect(phase(page)).to_contain_text("ready")
    step_until(page, 0.3)
    expect(part(page, "state-name")).to_have_text("search")
    part(page, "reset").click()
    step_until(page, 0.9)
    expect(part(page, "state-name")).to_have_text("approach")
    expect(page.locator("svg.states .current")).to_have_attribute("data-state", "approach")
    expect(page.locator(".state-reason")).to_contain_text("because a ball is")
    expect(page.locator(".camera-image img")).to_have_attribute("src", re.compile("^data:image/jpeg"))
    expect(page.locator(".camera-image circle")).to_have_count(1)  # the ball, as it was found
    expect(page.locator("svg.map polygon")).to_have_count(1)  # the sonar
    expect(page.locator("svg.map ellipse")).to_have_count(1)  # the belief
    page.locator('[data-layer="driver_skill/sonar"]').click()
    expect(page.locator("svg.map polygon")).to_have_count(0)
    page.reload()  # of a run that stands: no panel is empty
    expect(page.locator(".camera-image img")).to_have_attribute("src", re.compile("^data:image/jpeg"))
    expect(page.locator(".camera-image circle")).to_have_count(1)
    expect(page.locator("svg.map ellipse")).to_have_count(1)
    expect(part(page, "state-name")).to_have_text("approach")
    part(page, "start").click()
    expect(phase(page)).to_have_text("running · seed 1")
    expect(part(page, "time")).to_have_text(at_least(2))


def test_pause_step_and_reset(page: Page) -> None:
    start(page)
    part(page, "start").click()
    expect(phase(page)).to_contain_text("paused")
    part(page, "reset").click()
    step_until(page, 0.2)
    page.keyboard.press(".")
    expect(part(page, "time")).to_have_text("0.3 s")
    part(page, "reset").click()
    expect(part(page, "time")).to_have_text("0.0 s")
    expect(phase(page)).to_contain_text("paused")
    part(page, "new-seed").click()
    expect(phase(page)).to_have_text("paused · seed 2")
    page.keyboard.press(" ")  # the button that was clicked last is not pressed again
    expect(phase(page)).to_have_text("running · seed 2")


def test_stop_is_above_every_dialog_and_on_a_key(page: Page) -> None:
    start(page)
    part(page, "new-run").click()
    expect(part(page, "new-run-begin")).to_be_visible()
    part(page, "halt").click()
    expect(phase(page)).to_contain_text("paused")
    expect(part(page, "notice")).to_have_text(HALTED)
    page.keyboard.press("Escape")  # closes the dialog
    expect(part(page, "new-run-begin")).to_be_hidden()
    start(page)
    page.keyboard.press("Escape")
    expect(phase(page)).to_contain_text("paused")


def test_an_edited_parameter_changes_what_the_robot_does_and_is_exported(page: Page) -> None:
    field = look_up(page, "driver_skill.forward_mps")
    number = field.locator("input").first
    number.fill("9")
    number.press("Enter")
    expect(field.locator(".field-error")).to_contain_text("at most 1.5")
    number.fill("0.55")
    number.press("Enter")
    expect(field.locator(".field-error")).to_have_text("")
    expect(field.get_by_text("live", exact=True)).to_be_visible()
    step_until(page, 0.9)
    expect(page.locator(".figure")).to_have_text("speed 0.55 m/s")
    stops = look_up(page, "driver_skill.stops_m")
    distances = stops.locator("input").first
    distances.fill("1, 2, near")
    distances.press("Enter")
    expect(stops.locator(".field-error")).to_contain_text("must be")
    distances.fill("1, 2.5")
    distances.press("Enter")
    expect(stops.locator(".field-error")).to_have_text("")
    expect(distances).to_have_value("1.0, 2.5")
    part(page, "export-difference").click()
    listed = part(page, "differences")
    expect(listed).to_have_text("driver_skill.forward_mps0.55driver_skill.stops_m1.0, 2.5")
    with page.expect_download() as download:
        part(page, "download-difference").click()
    assert tomllib.loads(download.value.path().read_text("utf-8")) == {
        "driver_skill": {"forward_mps": 0.55, "stops_m": [1.0, 2.5]}
    }
    page.get_by_role("button", name="Close", exact=True).click()
    field = look_up(page, "driver_skill.forward_mps")
    field.get_by_role("button").click()  # take it back
    expect(field.get_by_text("default", exact=True)).to_be_visible()


def test_a_recording_is_made_replayed_and_jumped_in(page: Page, server: ForkedToy) -> None:
    part(page, "record").click()
    expect(part(page, "record")).to_contain_text("Will record")
    part(page, "start").click()
    expect(part(page, "record")).to_contain_text("Stop recording")
    expect(part(page, "time")).to_have_text(at_least(4))
    part(page, "end").click()
    part(page, "end-surely").click()
    expect(phase(page)).to_contain_text("over")
    expect(part(page, "notice")).to_have_text("Ended by you.")
    part(page, "record").click()
    (recording,) = server.folder.glob("*.mcap")
    tab(page, "Recordings")
    page.locator(f'[data-recording="{recording.stem}"] button').click()
    bar = part(page, "replay-bar")
    expect(bar).to_be_visible()
    expect(bar).to_contain_text(recording.stem)
    expect(phase(page)).to_contain_text("running")  # the replay, not the game that is over
    expect(phase(page)).to_contain_text("over")
    length_s = float(bar.locator(".clock").last.inner_text().removesuffix(" s"))
    for target_s in (1.5, 3.0, 1.0):  # from the end, forwards, back
        slider = part(page, "time-bar")
        box = slider.bounding_box()
        assert box is not None
        place = Position(x=box["width"] * target_s / length_s, y=box["height"] / 2)
        slider.click(position=place, delay=500)  # the page is updated meanwhile
        expect(part(page, "time")).to_have_text(around(target_s))
        expect(phase(page)).to_contain_text("paused")
        expect(part(page, "state-name")).to_have_text("approach")
    mark = page.locator(".time-mark.point")
    expect(mark).to_have_count(1)
    expect(mark).to_have_attribute("title", "It sees the ball")
    page.wait_for_function("document.querySelector('.time-strip img')?.naturalWidth === 192")
    mark.click()
    expect(part(page, "time")).to_have_text(re.compile(r"^0\.\d s$"))
    expect(page.locator(".camera-image circle")).to_have_count(1)  # as it was drawn then
    part(page, "runs-again").click()
    expect(phase(page)).to_contain_text("paused")
    expect(part(page, "state-name")).to_have_text("approach")
    part(page, "leave-replay").click()
    expect(bar).to_be_hidden()
    expect(phase(page)).to_contain_text("ready")
    part(page, "home").click()
    page.get_by_label(f"Watch {recording.stem}").click()
    expect(bar).to_contain_text(recording.stem)


def at_least(time_s: int) -> re.Pattern[str]:
    """Any later time; a single figure is enough to say from when."""
    return re.compile(rf"^([{time_s}-9]|\d\d+)\.\d s$")


def around(time_s: float) -> re.Pattern[str]:
    """Any time that a click may mean: the bar has steps, and a person's hand too."""
    near = [f"{time_s + k / 10:.1f} s" for k in range(-4, 5)]
    return re.compile("^(" + "|".join(re.escape(text) for text in near) + ")$")


def test_the_games_own_button_and_faults_are_told_in_the_log(page: Page) -> None:
    start(page)
    tab(page, "Log")
    page.get_by_role("button", name="Push the ball").click()
    expect(part(page, "journal")).to_contain_text("The ball was pushed to the left.")
    switch = look_up(page, "driver_skill.breaks")
    switch.get_by_role("switch").click()
    tab(page, "Log")
    expect(part(page, "journal")).to_contain_text("told to break")
    tab(page, "Parameters")
    page.get_by_role("button", name="Take all back").click()
    expect(switch.get_by_text("default", exact=True)).to_be_visible()


def test_a_plot_a_table_of_times_pulses_and_the_reached_speed_are_filled(page: Page) -> None:
    start(page)
    expect(page.locator(".layer-chip", has_text="BallSeen")).to_be_visible()
    part(page, "plot-stream").fill("Odometry")
    page.get_by_role("option", name="Odometry", exact=True).click()
    part(page, "plot-number").click()
    page.get_by_role("option", name="odometry_from_robot.x_m").click()
    expect(page.locator(".layer-chip", has_text="odometry_from_robot.x_m")).to_be_visible()
    tab(page, "Times")
    expect(part(page, "times-table")).to_contain_text("ball_finder")
    tab(page, "Robots")
    expect(part(page, "robots-table")).to_contain_text("alive")
    part(page, "speed").click()
    page.get_by_role("option", name="max").click()
    expect(part(page, "speed-reached")).to_have_text(re.compile(r"^reaches [\d.]+×$"))
    part(page, "start").click()
    expect(part(page, "speed-reached")).to_have_text("")


def test_another_world_is_begun_from_the_dialog(page: Page) -> None:
    start(page)
    part(page, "new-run").click()
    part(page, "new-run-seed").fill("7")
    distance = page.get_by_label("Ball distance")
    distance.fill("0.1")
    expect(page.locator('[data-option="ball_distance_m"] .field-error')).to_contain_text("must be a number")
    expect(part(page, "new-run-begin")).to_be_disabled()
    distance.fill("4")
    expect(part(page, "new-run-begin")).to_be_enabled()
    part(page, "new-run-begin").click()
    expect(phase(page)).to_have_text("running · seed 7")
    expect(page.locator(".state-reason")).to_contain_text(re.compile(r"a ball is [34]\.\d m away"))


def nameless_buttons(page: Page) -> int:
    return int(
        page.evaluate(
            """() => [...document.querySelectorAll("button")].filter((button) => !button.ariaLabel
            && !button.title && !button.querySelector(".block, .nicegui-label, .q-tab__label")).length"""
        )
    )


def test_every_button_has_a_name_and_the_keys_are_listed(page: Page) -> None:
    assert nameless_buttons(page) == 0
    part(page, "help").click()
    for key in ("Esc", "1 … 9", "← ↑ → ↓"):
        expect(part(page, "keys").get_by_text(key, exact=True)).to_be_visible()


def test_a_card_can_be_as_large_as_the_window_and_a_class_sees_the_scene_alone(page: Page) -> None:
    card = page.locator(".area-map")
    small = card.bounding_box()
    card.hover()
    page.get_by_label("Enlarge: Map").click()
    assert card.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    page.get_by_label("Enlarge: Map").click()
    assert card.bounding_box() == pytest.approx(small, abs=4)  # texts around it come and go
    part(page, "present").click()
    expect(card).to_be_hidden()
    expect(page.locator(".area-scene")).to_be_visible()


SHOWN = """() => {
    const [image, circle] = ["img", "circle"].map((part) => document.querySelector(`.camera-image ${part}`));
    return image && circle && image.complete ? [image.src, Number(circle.getAttribute("cx"))] : null;
}"""


def ball_column_px(address: str) -> float | None:
    """Where the green ball is in a picture of the toy's camera; None where too little of it is seen."""
    encoded = np.frombuffer(base64.b64decode(address.partition(",")[2]), np.uint8)
    pixels = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert pixels is not None
    blue, green, red = np.asarray(pixels, np.int16).transpose(2, 0, 1)
    columns = np.nonzero(green > np.maximum(blue, red) + 50)[1]
    is_whole = len(columns) > 50 and columns.min() > 0 and columns.max() < pixels.shape[1] - 1
    return float(columns.min() + columns.max()) / 2 if is_whole else None


def test_what_is_drawn_on_a_picture_was_found_in_that_very_picture(page: Page) -> None:
    start(page)
    compared = set()
    for _ in range(400):
        shown = page.evaluate(SHOWN)
        column_px = None if shown is None else ball_column_px(shown[0])
        if column_px is not None:
            assert shown[1] == pytest.approx(column_px, abs=2.0)  # the ball moves faster than that
            compared.add(shown[1])
        if len(compared) >= 6:
            break
        page.wait_for_timeout(20)
    assert len(compared) >= 6


PLOTTED = """(longest) => {
    const chart = document.querySelector(".plot-chart");
    const curves = getElement(Number(chart?.id.slice(1)))?.chart?.getOption().series ?? [];
    return curves.some(({ data }) => data.length && data.at(-1)[0] - data[0][0] >= longest);
}"""
"""Whether a curve of the plot is so long, in seconds."""


def test_a_second_tab_in_a_pause_shows_what_the_first_one_shows(
    browser: Browser, server: ForkedToy, page: Page
) -> None:
    tab(page, "Log")  # nobody looks at the plot as yet
    step_until(page, 0.9)
    expect(page.locator(".camera-image circle")).to_have_count(1)
    other = open_page(browser, server.address)
    other.wait_for_function(PLOTTED, arg=0.5)
    expect(other.locator(".camera-image img")).to_have_attribute("src", re.compile("^data:image/jpeg"))
    expect(other.locator(".camera-image circle")).to_have_count(1)
    expect(other.locator("svg.map ellipse")).to_have_count(1)
    expect(part(other, "state-name")).to_have_text("approach")
    expect(other.locator("img.scene-picture")).to_be_visible()
    other.close()


def test_when_the_program_has_ended_the_page_says_how_to_start_it_again(
    browser: Browser, tmp_path: Path
) -> None:
    with toy_server(tmp_path) as server:
        page = open_page(browser, server.address)
        expect(phase(page)).to_contain_text("ready")
        part(page, "step-camera").click()
        page.wait_for_function("document.querySelector('img.scene-picture')?.naturalWidth > 100")
        server.end()
        ended = page.get_by_role("alert").filter(has_text="studio")
        expect(ended).to_contain_text("The studio has ended.")
        expect(ended.locator("code")).to_have_text("make play")
        page.evaluate("ludens.scene.ask()")
        page.wait_for_timeout(1_000)  # it asks in vain, and the last picture stays
        assert page.evaluate("document.querySelector('img.scene-picture').naturalWidth") > 100
        expect(page.get_by_text("Trying to reconnect")).to_be_hidden()  # one of them is enough
        page.close()


def test_without_3d_the_server_draws_the_scene_and_says_so(page: Page) -> None:
    step_until(page, 0.2)
    picture = page.locator("img.scene-picture")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('img.scene-picture').naturalWidth > 100")
    expect(page.locator(".scene-flat-words")).to_contain_text("The server draws the scene")
    with page.expect_download() as download:
        part(page, "still").click()
    with Image.open(download.value.path()) as still:
        assert still.format == "JPEG"


def test_what_has_just_happened_is_filmed_and_handed_over(page: Page) -> None:
    step_until(page, 0.4)
    part(page, "film").click()
    with page.expect_download() as download:
        part(page, "film-begin").click()
    with Image.open(download.value.path()) as film:
        assert (film.format, film.size) == ("GIF", (640, 400))
        assert getattr(film, "n_frames", 1) >= 3


def test_the_home_page_begins_games_and_tells_what_cannot_begin(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    start(page)
    part(page, "home").click()
    expect(page.locator(".home-card")).to_have_count(2)
    assert nameless_buttons(page) == 0
    page.get_by_label("Play: Hall").click()
    expect(page.get_by_text("This game needs a hall.")).to_be_visible()
    page.get_by_label("Choose how: Toy").click()
    part(page, "new-run-seed").fill("7")
    part(page, "new-run-begin").click()
    expect(phase(page)).to_have_text("running · seed 7")
    part(page, "home").click()
    part(page, "back-to-game").click()
    expect(phase(page)).to_have_text("running · seed 7")
    hosts = {urlsplit(address).hostname for address in asked if not address.startswith(("data:", "blob:"))}
    assert hosts == {"127.0.0.1"}  # nothing comes from the internet
    assert len(asked) > 20


def test_a_kept_game_goes_on_from_the_home_page_or_is_forgotten_if_that_is_meant(page: Page) -> None:
    part(page, "home").click()
    kept = part(page, "home-unfinished").locator(".recording-line")
    expect(kept).to_have_count(2)
    page.get_by_label("Forget this game").last.click()
    page.get_by_role("button", name="Keep it").click()
    expect(kept).to_have_count(2)
    page.get_by_label("Forget this game").last.click()
    page.get_by_role("button", name="Forget it").click()
    expect(kept).to_have_count(1)
    page.get_by_label("Go on: Toy, a ball 1.0 m away").click()
    expect(phase(page)).to_have_text("running · seed 1")
    part(page, "new-run").click()
    expect(page.get_by_label("Ball distance")).to_have_value("1")


def test_a_browser_that_leaves_does_not_disturb_the_run_and_costs_nothing_any_more(
    browser: Browser, server: ForkedToy, page: Page
) -> None:
    start(page)
    tab(page, "Log")
    wait_for_all_drawings(page)
    alone = steady_watchers(page)
    other = open_page(browser, server.address)
    wait_for_all_drawings(other)
    assert watchers(page) > alone
    before_s = time_s(page)
    other.close()
    for _ in range(100):
        if watchers(page) == alone:
            break
    assert watchers(page) == alone
    expect(phase(page)).to_contain_text("running")
    expect(part(page, "time")).not_to_have_text(f"{before_s:.1f} s")


def wait_for_all_drawings(page: Page) -> None:
    """Panels watch a drawing once to see whether it is theirs; then the number of watchers is steady."""
    expect(page.locator(".area-camera .layer-chip")).to_have_count(1)
    expect(page.locator(".area-map .layer-chip")).to_have_count(3)


def steady_watchers(page: Page) -> int:
    """The number of watchers once it no longer changes."""
    before = watchers(page)
    while (now := watchers(page)) != before:
        before = now
    return now


def watchers(page: Page) -> int:
    """How often something is watched in the run, as the toy's own button tells."""
    told = part(page, "journal").locator(".journal-line", has_text="watchers")
    before = told.count()
    page.get_by_role("button", name="Count watchers").click()
    expect(told).to_have_count(before + 1)
    found = re.search(r"are (\d+) watchers", told.first.inner_text())
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(("kind", "begins"), [("GIF", b"GIF89a"), ("WebM", b"\x1a\x45\xdf\xa3")])
def test_the_page_itself_is_filmed_until_its_film_is_ended(page: Page, kind: str, begins: bytes) -> None:
    step_until(page, 0.2)
    page.evaluate(  # what a person would allow the browser to film
        """() => {
          const canvas = document.body.appendChild(document.createElement("canvas"));
          const pen = canvas.getContext("2d");
          setInterval(() => pen.fillRect(Math.random() * 200, Math.random() * 100, 20, 20), 30);
          navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(20);
        }"""
    )
    part(page, "film").click()
    part(page, "film-kind").get_by_text(kind).click()
    expect(part(page, "film-page")).to_have_attribute("data-kind", kind.lower())
    part(page, "film-page").click()
    end = page.locator(".filming")
    expect(end).to_be_visible()
    page.wait_for_timeout(500)  # something to be seen
    with page.expect_download() as download:
        end.click()
    assert download.value.suggested_filename == f"toy-a-robot-looks-for-a-ball.{kind.lower()}"
    assert Path(download.value.path()).read_bytes().startswith(begins)
    expect(end).to_have_count(0)
