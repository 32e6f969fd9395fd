"""All joints of a robot: where each stands within its limits, what it draws, how warm it is, how stiff."""

import math
from collections.abc import Callable
from html import escape

from nicegui import ui

from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError
from ludens.messages import JointReadings
from ludens.studio.page import JointLook, JointsView
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import Tap


class JointsPanel(Panel):
    """A picture of the newest reading."""

    title = "Joints"
    icon = "precision_manufacturing"
    period_s = 0.2

    def build(self) -> None:
        """An empty frame."""
        self._picture = ui.html("", sanitize=False).classes("joints-frame").props("data-testid=joints")
        self._tap: Tap | None = None

    def watch(self) -> None:
        """Watch the readings."""
        assert self.page.joints is not None
        self._tap = self.session.taps.tap(self.robots.pattern(self.page.joints.stream))
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Draw anew."""
        sample = self._tap.newest() if self._tap is not None else None
        view = self.page.joints
        if sample is not None and view is not None:
            self._picture.set_content(joints_html(sample.value, view))


FULL_CURRENT_A = 2.0  # a full bar


def joints_html(readings: JointReadings, view: JointsView) -> str:
    """All columns. A bar is the joint's range, its mark the position; it is the paler the limper it is."""
    columns = (
        f'<div class="joint-column"><div class="joint-title">{escape(title)}</div>'
        + "".join(_joint(readings, look, view) for look in looks)
        + "</div>"
        for title, looks in view.columns
    )
    return f'<div class="joints">{"".join(columns)}</div>'


def _joint(readings: JointReadings, look: JointLook, view: JointsView) -> str:
    place = look.place
    position = float(readings.position_rad[place])
    stiffness = float(readings.stiffness[place])
    current_a = float(readings.current_a[place])
    temperature_c = float(readings.temperature_c[place])
    if not all(map(math.isfinite, (position, stiffness, current_a, temperature_c))):
        return f'<div class="joint bad"><span>{escape(look.name)}</span><span>no number</span></div>'
    share = (position - look.lowest) / (look.highest - look.lowest)
    written = f"{round(math.degrees(position)):d}°" if look.is_angle else f"{position:.2f}"
    at_end = "end" if not 0.02 < share < 0.98 and look.is_angle else ""
    zero = -look.lowest / (look.highest - look.lowest)
    return (
        f'<div class="joint" data-joint="{place}" style="--stiff:{0.25 + 0.75 * _within(stiffness):.2f}">'
        f'<span class="joint-name">{escape(look.name)}</span>'
        f'<span class="joint-angle {at_end}">{written}</span>'
        f'<span class="joint-bar"><i class="zero" style="left:{100 * _within(zero):.0f}%"></i>'
        f'<i class="mark" style="left:{100 * _within(share):.1f}%"></i></span>'
        f'<span class="joint-current"><i style="width:{100 * _within(current_a / FULL_CURRENT_A):.0f}%"></i>'
        f"</span>"
        f'<span class="joint-heat {_heat(temperature_c, view)}">{temperature_c:.0f} °C</span></div>'
    )


def _heat(temperature_c: float, view: JointsView) -> str:
    if temperature_c >= view.hot_c:
        return "hot"
    return "warm" if temperature_c >= view.warm_c else "cool"


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


class PosesPanel(Panel):
    """A slider a joint, and the captured frames. Sliders follow the robot until somebody takes hold of it."""

    title = "Poses"
    icon = "accessibility"
    period_s = 0.2

    def build(self) -> None:
        """Tools above, sliders in columns below, frames beside them."""
        joints, poses = self.page.joints, self.page.poses
        assert joints is not None
        assert poses is not None
        self._joints, self._poses = joints, poses
        self._sliders: dict[int, ui.slider] = {}
        self._tap: Tap | None = None
        with ui.row().classes("panel-tools pose-tools"):
            self._held = ui.switch("Hold the joints as set", on_change=self._pose)
            self._held.props("dense data-testid=pose-hold")
            _tool("Go limp", "airline_seat_flat", self._go_limp)
            self._duration = ui.number("in s", value=1.0, min=0.1, max=20, step=0.1, format="%.1f")
            self._duration.props("dense outlined").classes("pose-number")
            _tool("Capture frame", "add_a_photo", self._capture)
            _tool("Take back", "undo", lambda: self._say(self._poses.recorder.drop()))
            self._name = ui.input("Name", value="my_motion").props("dense outlined").classes("pose-name")
            _tool("Save", "save", self._save)
        with ui.element("div").classes("poses-split"):
            with ui.element("div").classes("joints"):
                for title, looks in joints.columns:
                    with ui.element("div").classes("joint-column"):
                        ui.label(title).classes("joint-title")
                        for look in looks:
                            self._slider(look)
            self._frames = ui.column().classes("pose-frames").props("data-testid=pose-frames")
        self._shown: tuple[str, ...] | None = None
        self._robot = self.robots.chosen

    def watch(self) -> None:
        """Watch the joints; a robot that is chosen anew is not held."""
        if self._robot != self.robots.chosen:
            self._robot = self.robots.chosen
            self._held.set_value(False)
        self._tap = self.session.taps.tap(self.robots.pattern(self._joints.stream))
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Let the sliders follow while nobody holds the robot; list the frames."""
        readings = self._readings()
        if readings is not None and not self._held.value:
            for place, slider in self._sliders.items():
                slider.set_value(round(float(readings.position_rad[place]), 3))
        frames = tuple(self._poses.recorder.frames())
        if frames != self._shown:
            self._shown = frames
            self._frames.clear()
            with self._frames:
                for words in frames or ("No frame yet: pose the robot, then capture.",):
                    ui.label(words).classes("pose-frame")

    def _slider(self, look: JointLook) -> None:
        with ui.element("div").classes("pose-joint"):
            ui.label(look.name).classes("joint-name")
            slider = ui.slider(min=look.lowest, max=look.highest, step=0.01, value=0.0)
            slider.props("dense").on(
                "update:model-value", self._take_hold, throttle=0.1, leading_events=False
            )
            slider.props(f'data-joint="{look.place}" aria-label="{look.name}"')
            self._sliders[look.place] = slider

    def _take_hold(self) -> None:
        if self._held.value:
            self._pose()
        else:
            self._held.set_value(True)

    def _pose(self) -> None:
        if self._held.value:
            values = tuple(float(self._sliders[place].value) for place in sorted(self._sliders))
            self.do(lambda run, robot: self._poses.pose(run, robot, values))

    def _go_limp(self) -> None:
        self._held.set_value(False)
        self.do(self._poses.limp)

    def _readings(self) -> JointReadings | None:
        sample = self._tap.newest() if self._tap is not None else None
        return sample.value if sample is not None and isinstance(sample.value, JointReadings) else None

    def _capture(self) -> None:
        readings = self._readings()
        if readings is None:
            self._say("No joints were read yet.")
            return
        self._attempt(lambda: self._poses.recorder.capture(readings, float(self._duration.value or 0.0)))

    def _save(self) -> None:
        self._attempt(self._save_and_offer)

    def _save_and_offer(self) -> str:
        """Write the file, and let the player read its folder anew."""
        path = self._poses.recorder.save(str(self._name.value))
        configuration = self.session.launch.configuration
        if isinstance(configuration, Configuration):
            for address in self._poses.folder_parameters:
                configuration.reset_live(address)
                configuration.edit(address, str(path.parent))
        return f"Saved {path}."

    def _attempt(self, action: Callable[[], str]) -> None:
        try:
            self._say(action())
        except LudensError as error:
            ui.notify(str(error), type="negative", multi_line=True)

    def _say(self, sentence: str) -> None:
        ui.notify(sentence, type="info")


def _tool(label: str, icon: str, on_click: Callable[[], None]) -> None:
    button = ui.button(label, icon=icon, on_click=lambda: on_click())
    button.props("outline dense no-caps size=sm").classes("remote-button")
