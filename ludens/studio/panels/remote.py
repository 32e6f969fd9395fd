"""Controls: a stick to hold with the mouse or by keys, and the game's own buttons in groups."""

import math
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from ludens.studio.page import RemoteView, StickPosition
from ludens.studio.panels.buttons import add_buttons
from ludens.studio.panels.panel import Panel

LASTS_S = (
    0.8  # a held stick is sent again five times a second; a browser that hangs must not walk a robot away
)


class RemotePanel(Panel):
    """A stick that springs back, keys that do the same, and buttons."""

    title = "Controls"
    icon = "sports_esports"
    period_s = 0.5

    def build(self) -> None:
        """The stick on the left, buttons on the right."""
        view = self.page.remote
        assert view is not None
        self._view: RemoteView = view
        self._driving = False
        with ui.element("div").classes("remote"):
            with ui.element("div").classes("remote-sticks"):
                with ui.element("div").classes("stick").props("data-testid=stick") as stick:
                    for side, icon in (
                        ("up", "keyboard_arrow_up"),
                        ("left", "keyboard_arrow_left"),
                        ("right", "keyboard_arrow_right"),
                        ("down", "keyboard_arrow_down"),
                    ):
                        ui.icon(icon).classes(f"stick-{side}")
                    ui.element("div").classes("knob")
                with ui.element("div").classes("turner").props("data-testid=turner"):
                    ui.icon("rotate_left").classes("stick-left")
                    ui.icon("rotate_right").classes("stick-right")
                    ui.element("div").classes("knob")
                with ui.element("div").classes("key-words"):
                    ui.label("W S  A D  Q E")
                    ui.icon("sports_esports").classes("pad-light").props("data-testid=pad-light")
                    ui.tooltip(
                        "Keys, held down: W and S walk, A and D step aside, Q and E turn; arrows walk and "
                        "turn. A gamepad: left stick walks, right stick turns; its sign lights up when it is "
                        "heard."
                    )
            with ui.element("div").classes("remote-buttons"):
                add_buttons(self, view.groups, view.choices)
        stick.on("push", self._push, args=["detail"])
        ui.timer(0.0, lambda: ui.run_javascript(f"ludens.makeStick({stick.id})"), once=True)

    def hide(self) -> None:
        """Leaving, and choosing another robot, lets go of the stick."""
        if self._driving:
            self._drive(0.0, 0.0, 0.0)
        super().hide()

    def _push(self, event: GenericEventArguments) -> None:
        held: dict[str, Any] = event.args.get("detail") or {}
        self._drive(*(_share(held.get(name)) for name in ("forward", "left", "turn")))

    def _drive(self, forward: float, left: float, turn: float) -> None:
        status = self.session.status
        if not status.moving or status.replay is not None:
            return
        self._driving = any((forward, left, turn))
        # At several times life's speed the run's seconds pass faster than the browser can tell.
        lasts_s = LASTS_S * max(1.0, status.achieved_speed)
        stick = StickPosition(forward=forward, left=left, turn=turn, lasts_s=lasts_s)
        self.do(lambda run, robot: self._view.drive(run, robot, stick))


def _share(sent: Any) -> float:
    """A number from -1 to 1, whatever a browser may send."""
    share = float(sent) if isinstance(sent, (int, float)) else 0.0
    return max(-1.0, min(1.0, share)) if math.isfinite(share) else 0.0
