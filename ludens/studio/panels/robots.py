"""Whether robots are alive: every source with its rate and when it was last heard."""

from typing import Any

from nicegui import ui

from ludens.studio.panels.panel import Panel
from ludens.studio.run_observers import Pulse

COLOURS = {"alive": "positive", "late": "warning", "silent": "negative", "awaited": "grey"}

COLUMNS = (
    ("robot", "Robot", "left"),
    ("source", "Source", "left"),
    ("condition", "Condition", "left"),
    ("heard", "Last heard", "right"),
    ("rate", "Rate", "right"),
    ("wanted", "Promised", "right"),
)


class RobotsPanel(Panel):
    """A table of pulses."""

    title = "Robots"
    icon = "smart_toy"
    period_s = 0.5

    def build(self) -> None:
        """A table, with the condition as a coloured badge."""
        columns = [
            {"name": name, "label": label, "field": name, "align": align} for name, label, align in COLUMNS
        ]
        self._table = ui.table(rows=[], columns=columns, row_key="key").classes("robots-table")
        self._table.props("dense flat hide-bottom").props("data-testid=robots-table")
        self._table.add_slot(
            "body-cell-condition",
            '<q-td :props="props"><q-badge :color="props.row.colour">{{ props.value }}</q-badge></q-td>',
        )

    def update(self) -> None:
        """Listen anew."""
        self._table.rows[:] = [_row(pulse) for pulse in self.session.pulses()]
        self._table.update()


def _row(pulse: Pulse) -> dict[str, Any]:
    return {
        "key": f"{pulse.robot}/{pulse.source}",
        "robot": f"{pulse.robot} ({pulse.model})" if pulse.robot else pulse.model,
        "source": pulse.source,
        "condition": pulse.condition,
        "colour": COLOURS[pulse.condition],
        "heard": f"{pulse.age_s:.2f} s ago" if pulse.age_s is not None else "never",
        "rate": f"{pulse.measured_hz:.1f} Hz",
        "wanted": f"{pulse.wanted_hz:.1f} Hz",
    }
