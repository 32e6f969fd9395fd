"""Curves over time: any numeric stream, or any number in any message, several at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from ludens.studio.page import PlotLine, matching
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import SeriesTap, Tap, numbers_in

COLOURS = ("#4c8dff", "#ff8f4c", "#3fb68b", "#d66bd0", "#e0b341", "#e05d5d", "#7d7fe0", "#4ab7c9")
POINTS_SHOWN = 400
GAP_S = 1.5
WINDOWS_S = {10: "10 s", 30: "30 s", 60: "1 min", 120: "2 min"}
NOT_PLOTTED = ("image", "drawing")


@dataclass(slots=True)
class _Line:
    path: str
    number: str
    colour: str
    tap: SeriesTap | None = None

    @property
    def name(self) -> str:
        return f"{self.path} · {self.number}" if self.number else self.path


class PlotsPanel(Panel):
    """A chart and the means to choose its lines; those of one robot stay when another one is chosen."""

    title = "Plots"
    icon = "show_chart"
    period_s = 0.25

    def build(self) -> None:
        """Chooser, chips of the chosen lines, chart."""
        self._lines: list[_Line] = []
        self._wanted = list(self.page.plots)
        self._offered: set[str] = set()
        self._probe: Tap | None = None
        with ui.row().classes("panel-tools plot-tools"):
            self._stream = ui.select([], label="Add a stream", with_input=True, on_change=self._probe_stream)
            self._stream.props("dense outlined options-dense").classes("plot-stream").props(
                "data-testid=plot-stream"
            )
            self._number = ui.select([], label="Number", with_input=True, on_change=self._add_number)
            self._number.props("dense outlined options-dense").classes("plot-number").props(
                "data-testid=plot-number"
            )
            self._number.visible = False
            self._window = ui.select(dict(WINDOWS_S), value=30).props("dense borderless options-dense")
            self._chips = ui.row().classes("layer-chips")
        self._chart = ui.echart(_options()).classes("plot-chart").props("data-testid=plot-chart")

    def watch(self) -> None:
        """Collect the chosen lines."""
        for line in self._lines:
            line.tap = self.session.taps.series(line.path, line.number)
        self.until_hidden(self._let_go)

    def update(self) -> None:
        """Offer new streams and draw what came."""
        # What was there once stays on offer: at a reset all streams go and come back one by one.
        self._offered.update(
            stream.path
            for stream in list(self.session.taps.hub.streams.values())
            if stream.kind not in NOT_PLOTTED
        )
        streams = sorted(filter(self.robots.concerns, self._offered))
        if streams != self._stream.options:
            self._stream.set_options(streams)
        for wanted in list(self._wanted):
            path = matching(self.robots.pattern(wanted.stream), streams) or matching(wanted.stream, streams)
            if path is not None:
                self._wanted.remove(wanted)
                self._add(PlotLine(path, wanted.number))
        self._offer_numbers()
        self._draw()

    def _probe_stream(self) -> None:
        self._close_probe()
        self._number.visible = False
        if self._stream.value:
            self._probe = self.session.taps.tap(self._stream.value)

    def _offer_numbers(self) -> None:
        sample = self._probe.newest() if self._probe is not None else None
        if sample is None:
            return
        numbers = numbers_in(sample.value)
        path = self._stream.value
        self._close_probe()
        if not numbers:
            ui.notify(f"There is no number in '{path}'.", type="info")
        elif len(numbers) == 1:
            self._add(PlotLine(path, numbers[0]))
            self._stream.set_value(None)
        else:
            self._number.set_options(numbers, value=None)
            self._number.visible = True

    def _add_number(self) -> None:
        if self._number.value and self._stream.value:
            line = PlotLine(self._stream.value, self._number.value)
            self._number.set_value(None)
            self._add(line)

    def _add(self, wanted: PlotLine) -> None:
        if any((line.path, line.number) == (wanted.stream, wanted.number) for line in self._lines):
            return
        used = {line.colour for line in self._lines}
        colour = next((colour for colour in COLOURS if colour not in used), COLOURS[0])
        line = _Line(wanted.stream, wanted.number, colour)
        line.tap = self.session.taps.series(line.path, line.number) if self.visible else None
        self._lines.append(line)
        self._rebuild_chips()

    def _remove(self, line: _Line) -> None:
        self._lines.remove(line)
        if line.tap is not None:
            line.tap.close()
        self._rebuild_chips()

    def _rebuild_chips(self) -> None:
        self._chips.clear()
        with self._chips:
            for line in self._lines:
                with ui.element("button").classes("layer-chip").props('type="button"') as chip:
                    ui.element("span").classes("swatch").style(f"background: {line.colour}")
                    ui.label(line.name)
                    ui.icon("close")
                chip.on("click", lambda line=line: self._remove(line))
        self._chart.options.update(_options(self._lines))
        self._chart.update()

    def _draw(self) -> None:
        now_s = self.session.status.time_s
        start_s = max(0.0, now_s - self._window.value)
        series = [{"data": _curve(line, start_s)} for line in self._lines]
        axis = {"min": round(start_s, 2), "max": round(max(now_s, start_s + 1.0), 2)}
        self._chart.run_chart_method("setOption", {"xAxis": axis, "series": series})

    def _close_probe(self) -> None:
        if self._probe is not None:
            self._probe.close()
            self._probe = None

    def _let_go(self) -> None:
        self._close_probe()
        for line in self._lines:
            if line.tap is not None:
                line.tap.close()
                line.tap = None


def _curve(line: _Line, start_s: float) -> list[list[float | None]]:
    """Points for the chart; where nothing came for a while, the line is broken."""
    points = [point for point in list(line.tap.points) if point[0] >= start_s] if line.tap is not None else []
    curve: list[list[float | None]] = []
    last_s = start_s
    for time_s, value in thinned(points, count=POINTS_SHOWN):
        if time_s - last_s > GAP_S:
            curve.append([round(last_s, 3), None])
        curve.append([round(time_s, 3), float(f"{value:.5g}")])
        last_s = time_s
    return curve


def _options(lines: list[_Line] | tuple[()] = ()) -> dict[str, Any]:
    grey = "#8a93a0"
    axis = {
        "type": "value",
        "axisLabel": {"color": grey},
        "splitLine": {"lineStyle": {"color": "rgba(138,147,160,0.18)"}},
        "axisLine": {"lineStyle": {"color": grey}},
    }
    return {
        "animation": False,
        "grid": {"left": 56, "right": 18, "top": 12, "bottom": 28},
        "tooltip": {"trigger": "axis"},
        "xAxis": {
            **axis,
            "axisLabel": {
                "color": grey,
                "formatter": "{value} s",
                "showMinLabel": False,
                "showMaxLabel": False,
            },
        },
        "yAxis": {**axis, "scale": True},
        "series": [
            {
                "type": "line",
                "name": line.name,
                "showSymbol": False,
                "lineStyle": {"width": 1.6},
                "color": line.colour,
                "data": [],
            }
            for line in lines
        ],
    }


Curve = list[tuple[float, float]]


def thinned(points: Sequence[tuple[float, float]], *, count: int) -> Curve:
    """At most about `count` points: of every stretch, its lowest and its highest, in order of time."""
    if len(points) <= count:
        return list(points)
    stretches = max(1, count // 2)
    kept: Curve = []
    for stretch in range(stretches):
        part = points[stretch * len(points) // stretches : (stretch + 1) * len(points) // stretches]
        low, high = min(part, key=lambda point: point[1]), max(part, key=lambda point: point[1])
        kept += [low] if low == high else sorted((low, high))
    return kept
