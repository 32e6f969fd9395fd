"""Where the time goes: a box for every module, against its budget, the slowest first."""

from typing import Any

from nicegui import ui

from ludens.core.runtime.profiling import Timing
from ludens.studio.panels.panel import Panel

SHORTEST_MS = 0.001  # what a logarithmic axis begins with
LARGEST_CHART = 24

COLUMNS = (
    ("module", "Module", "left"),
    ("median", "Median", "right"),
    ("quartiles", "Middle half", "right"),
    ("maximum", "Longest", "right"),
    ("budget", "Budget", "right"),
    ("over", "Over", "right"),
    ("share", "Share", "right"),
    ("cycles", "Cycles", "right"),
)


class TimesPanel(Panel):
    """Chart and table of module times."""

    title = "Times"
    icon = "timer"
    period_s = 1.0

    def build(self) -> None:
        """Chart on the left, table on the right."""
        columns = [
            {"name": name, "label": label, "field": name, "align": align} for name, label, align in COLUMNS
        ]
        with ui.element("div").classes("times-split"):
            self._chart = ui.echart(_options([])).classes("times-chart").props("data-testid=times-chart")
            self._table = ui.table(rows=[], columns=columns, row_key="module").classes("times-table")
            self._table.props("dense flat hide-bottom virtual-scroll").props("data-testid=times-table")

    def update(self) -> None:
        """Measure anew."""
        timings = [timing for timing in self.session.timings() if self.robots.concerns(timing.path)]
        whole_s = sum(timing.total_s for timing in timings) or 1.0
        self._table.rows[:] = [_row(timing, whole_s) for timing in timings]
        self._table.update()
        self._chart.options.clear()
        self._chart.options.update(_options(timings[:LARGEST_CHART]))
        self._chart.update()


def _row(timing: Timing, whole_s: float) -> dict[str, Any]:
    return {
        "module": timing.path,
        "median": duration(timing.median_s),
        "quartiles": f"{duration(timing.lower_quartile_s)} – {duration(timing.upper_quartile_s)}",
        "maximum": duration(timing.maximum_s),
        "budget": duration(timing.budget_s) if timing.budget_s is not None else "–",
        "over": timing.over_budget or "–",
        "share": f"{100 * timing.total_s / whole_s:.0f} %",
        "cycles": timing.cycles,
    }


def duration(time_s: float) -> str:
    """A short time in the unit that reads best."""
    if time_s >= 1e-3:
        return f"{time_s * 1e3:.1f} ms"
    return f"{time_s * 1e6:.0f} µs"


def _options(timings: list[Timing]) -> dict[str, Any]:
    """Boxes lie on their side, the slowest on top; a red mark is the budget."""
    slowest_last = timings[::-1]
    grey = "#8a93a0"
    boxes = [
        [
            round(max(1e3 * time_s, SHORTEST_MS), 5)
            for time_s in (
                timing.minimum_s,
                timing.lower_quartile_s,
                timing.median_s,
                timing.upper_quartile_s,
                timing.maximum_s,
            )
        ]
        for timing in slowest_last
    ]
    budgets = [
        [1e3 * timing.budget_s, place]
        for place, timing in enumerate(slowest_last)
        if timing.budget_s is not None
    ]
    return {
        "animation": False,
        "grid": {"left": 8, "right": 16, "top": 8, "bottom": 24, "containLabel": True},
        "tooltip": {"trigger": "item"},
        "xAxis": {
            "type": "log",
            "axisLabel": {"color": grey, "formatter": "{value} ms"},
            "splitLine": {"lineStyle": {"color": "rgba(138,147,160,0.18)"}},
        },
        "yAxis": {
            "type": "category",
            "data": [timing.path for timing in slowest_last],
            "axisLabel": {"color": grey},
        },
        "series": [
            {
                "type": "boxplot",
                "name": "time",
                "data": boxes,
                "itemStyle": {"color": "rgba(76,141,255,0.25)", "borderColor": "#4c8dff"},
            },
            {
                "type": "scatter",
                "name": "budget",
                "data": budgets,
                "symbol": "rect",
                "symbolSize": [3, 18],
                "itemStyle": {"color": "#e05d5d"},
            },
        ],
    }
