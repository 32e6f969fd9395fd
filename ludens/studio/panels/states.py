"""The state machine of a robot's behaviour, with the current state, since when and why."""

import math
from dataclasses import dataclass
from html import escape

from nicegui import ui

from ludens.messages import StateReport
from ludens.studio.panels.panel import Panel
from ludens.studio.taps import Tap

SILENT_AFTER_S = 1.0


class StatesPanel(Panel):
    """The newest state report; where there are several machines, one of them is chosen."""

    title = "State"
    icon = "account_tree"

    def build(self) -> None:
        """Choice of machine, its picture, and a sentence."""
        with ui.row().classes("panel-tools"):
            self._choice = ui.select([]).props("dense borderless options-dense").classes("compact-select")
            self._choice.visible = False
        self._picture = ui.html("", sanitize=False).classes("state-frame")
        with ui.row().classes("state-line"):
            self._state = ui.label("").classes("state-name").props("data-testid=state-name")
            self._reason = ui.label("No module reports a state yet.").classes("state-reason")
        self._tap: Tap | None = None
        self._drawn: tuple[object, ...] = ()

    def watch(self) -> None:
        """Watch every state report."""
        self._tap = self.session.taps.tap(f"*{StateReport.__name__}")
        self.until_hidden(self._tap.close)

    def update(self) -> None:
        """Show where the machine is."""
        reports = {
            path: sample.value
            for path, sample in (dict(self._tap.latest) if self._tap is not None else {}).items()
            if isinstance(sample.value, StateReport) and self.robots.concerns(path)
        }
        paths = sorted(reports)
        if paths and paths != self._choice.options:
            value = self._choice.value if self._choice.value in paths else paths[0]
            self._choice.set_options(paths, value=value)
            self._choice.visible = len(paths) > 1
        report = reports.get(self._choice.value)
        if report is None:
            return
        machine = (report.state, report.states, report.transitions)
        if machine != self._drawn:
            self._drawn = machine
            self._picture.set_content(state_svg(report))
        self._state.set_text(report.state)
        self._reason.set_text(self._story(report))

    def _story(self, report: StateReport) -> str:
        now_s = self.session.status.time_s
        silent_s = now_s - report.time_s
        if silent_s > SILENT_AFTER_S:
            return f"was the state {silent_s:.1f} s ago; nothing was heard of it since"
        since = f"for {max(0.0, now_s - report.since_s):.1f} s"
        if report.reason[:1].isupper():  # a sentence of its own
            return f"{since}. {report.reason}"
        return f"{since}, because {report.reason}" if report.reason else since


LETTER_PX = 7.3
NODE_HEIGHT_PX = 28.0
BEND_PX = 18.0


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    x: float
    y: float

    @property
    def half_width(self) -> float:
        return max(30.0, len(self.name) * LETTER_PX / 2 + 12)

    def border_towards(self, x: float, y: float, gap: float) -> tuple[float, float]:
        """Where a line from the middle to a point leaves the box, and `gap` further on."""
        dx, dy = x - self.x, y - self.y
        length = math.hypot(dx, dy) or 1.0
        reach = min(
            self.half_width / abs(dx) if dx else math.inf,
            NODE_HEIGHT_PX / 2 / abs(dy) if dy else math.inf,
        )
        reach = min(reach + gap / length, 1.0)
        return self.x + dx * reach, self.y + dy * reach


def state_svg(report: StateReport) -> str:
    """The machine, with the current state and the ways out of it marked."""
    count = max(1, len(report.states))
    radius_x, radius_y = max(150.0, 20.0 * count), max(60.0, 8.0 * count)
    nodes = {}
    for index, name in enumerate(report.states):
        angle_rad = 2 * math.pi * index / count - math.pi / 2 - (math.pi / count if count % 2 == 0 else 0.0)
        nodes[name] = _Node(name, radius_x * math.cos(angle_rad), radius_y * math.sin(angle_rad))
    edges = [
        _edge(nodes[start], nodes[end], active=start == report.state)
        for start, end in report.transitions
        if start in nodes and end in nodes and start != end
    ]
    boxes = [_box(node, current=name == report.state) for name, node in nodes.items()]
    half_width = radius_x + max((node.half_width for node in nodes.values()), default=0.0) + 6
    half_height = radius_y + NODE_HEIGHT_PX
    return (
        f'<svg class="states" viewBox="{-half_width:.0f} {-half_height:.0f} {2 * half_width:.0f} '
        f'{2 * half_height:.0f}" preserveAspectRatio="xMidYMid meet">{"".join(edges)}{"".join(boxes)}</svg>'
    )


def _edge(start: _Node, end: _Node, *, active: bool) -> str:
    dx, dy = end.x - start.x, end.y - start.y
    length = math.hypot(dx, dy) or 1.0
    # Every arrow bends to its left, so that there and back are two arrows.
    bend_x, bend_y = (
        (start.x + end.x) / 2 + BEND_PX * dy / length,
        (start.y + end.y) / 2 - BEND_PX * dx / length,
    )
    x0, y0 = start.border_towards(bend_x, bend_y, 1.0)
    x1, y1 = end.border_towards(bend_x, bend_y, 5.0)
    kind = "edge active" if active else "edge"
    return (
        f'<path class="{kind}" d="M{x0:.1f} {y0:.1f}Q{bend_x:.1f} {bend_y:.1f} {x1:.1f} {y1:.1f}"/>'
        + _head(x1, y1, x1 - bend_x, y1 - bend_y, kind)
    )


def _head(x: float, y: float, dx: float, dy: float, kind: str) -> str:
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    tip = f"{x + 4 * dx:.1f} {y + 4 * dy:.1f}"
    left = f"{x - 4 * dx - 4 * dy:.1f} {y - 4 * dy + 4 * dx:.1f}"
    right = f"{x - 4 * dx + 4 * dy:.1f} {y - 4 * dy - 4 * dx:.1f}"
    return f'<path class="{kind} head" d="M{tip}L{left}L{right}Z"/>'


def _box(node: _Node, *, current: bool) -> str:
    width, height = 2 * node.half_width, NODE_HEIGHT_PX
    kind = "state current" if current else "state"
    return (
        f'<g class="{kind}" data-state="{escape(node.name, quote=True)}">'
        f'<rect x="{node.x - width / 2:.1f}" y="{node.y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{height / 2:.1f}"/>'
        f'<text x="{node.x:.1f}" y="{node.y:.1f}">{escape(node.name)}</text></g>'
    )
