"""Bends a robot joint by joint, and keeps postures as the key frames of a motion file."""

from collections.abc import Callable

from nicegui import ui

from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError
from ludens.messages import JointReadings
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import Tap
from ludens.studio.views import JointLook


class PosesPanel(Panel):
    """A slider a joint, and a desk of frames. Sliders follow the robot until somebody takes hold of it."""

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
            _tool("Take back", "undo", lambda: self._say(self._poses.desk.drop()))
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

    def watch(self) -> None:
        """Watch the joints."""
        self._tap = self.session.taps.tap(self._joints.stream)
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Let the sliders follow while nobody holds the robot; list the frames."""
        readings = self._readings()
        if readings is not None and not self._held.value:
            for place, slider in self._sliders.items():
                slider.set_value(round(float(readings.position_rad[place]), 3))
        frames = tuple(self._poses.desk.frames())
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
            self.session.do(lambda run: self._poses.pose(run, values))

    def _go_limp(self) -> None:
        self._held.set_value(False)
        self.session.do(self._poses.limp)

    def _readings(self) -> JointReadings | None:
        sample = self._tap.newest() if self._tap is not None else None
        return sample.value if sample is not None and isinstance(sample.value, JointReadings) else None

    def _capture(self) -> None:
        readings = self._readings()
        if readings is None:
            self._say("No joints were read yet.")
            return
        self._attempt(lambda: self._poses.desk.capture(readings, float(self._duration.value or 0.0)))

    def _save(self) -> None:
        self._attempt(self._save_and_offer)

    def _save_and_offer(self) -> str:
        """Write the file, and let the player read its folder anew."""
        path = self._poses.desk.save(str(self._name.value))
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
