"""The page in one browser: which panel stands where, and the beat at which panels look at the session."""

import json
import logging
from typing import Any

from nicegui import Client, ui

from ludens.studio.page import PanelName, StudioPage
from ludens.studio.panels.board import BoardPanel
from ludens.studio.panels.buttons import ButtonsPanel, SecondButtonsPanel
from ludens.studio.panels.camera import CameraPanel, SecondCameraPanel
from ludens.studio.panels.controls import ControlsPanel
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.joints import JointsPanel, PosesPanel
from ludens.studio.panels.journal import JournalPanel
from ludens.studio.panels.listing import ListingPanel, SecondListingPanel
from ludens.studio.panels.map import CloseUpPanel, MapPanel
from ludens.studio.panels.notice import Notice
from ludens.studio.panels.panel import Panel
from ludens.studio.panels.parameters import ParametersPanel
from ludens.studio.panels.plots import PlotsPanel
from ludens.studio.panels.recordings import RecordingsPanel
from ludens.studio.panels.remote import RemotePanel
from ludens.studio.panels.replay_bar import ReplayBar
from ludens.studio.panels.robots import RobotsPanel
from ludens.studio.panels.scene import ScenePanel
from ludens.studio.panels.scoreboard import ScoreboardPanel
from ludens.studio.panels.states import StatesPanel
from ludens.studio.panels.talk import TalkPanel
from ludens.studio.panels.times import TimesPanel
from ludens.studio.robots import RobotChoice
from ludens.studio.session import Session
from ludens.studio.stage import GameStage
from ludens.studio.web.look import HOME_URL, STATIC, dress

BEAT_S = 0.1
TABS = (PlotsPanel, ParametersPanel, TimesPanel, RecordingsPanel, RobotsPanel, JournalPanel)

CHOSEN: dict[PanelName, type[Panel]] = {
    "camera": CameraPanel,
    "second-camera": SecondCameraPanel,
    "map": MapPanel,
    "states": StatesPanel,
    "remote": RemotePanel,
    "joints": JointsPanel,
    "close-up": CloseUpPanel,
    "poses": PosesPanel,
    "board": BoardPanel,
    "talk": TalkPanel,
    "listing": ListingPanel,
    "second-listing": SecondListingPanel,
    "buttons": ButtonsPanel,
    "second-buttons": SecondButtonsPanel,
}
PRESENT = "Present: scene, game and words alone, as large as they go (p)"
PANELS_BACK = "All panels back to their first places"
MOVE = "Drag it onto another panel to change places; or use the arrow keys"
AREAS = ("first", "second", "third")

logger = logging.getLogger("ludens.studio")


class StudioLayout:
    """All panels of one browser. They are closed when it leaves; the run does not notice."""

    def __init__(self, stage: GameStage, session: Session, page: StudioPage, client: Client) -> None:
        self._stage = stage
        self._session = session
        self._page = page
        self._robots = RobotChoice(lambda: session.launch.setup)
        self._beats = 0
        self._told = session.journal.total
        self._panels: list[Panel] = []
        self._tabbed: dict[str, Panel] = {}
        self._broken: set[Panel] = set()
        self._in_sight: set[Panel] = set()
        self._connected = False
        self._build()
        client.on_connect(self._come)
        client.on_disconnect(self._leave)
        client.on_delete(self._leave)
        ui.timer(BEAT_S, self._beat)

    def _come(self) -> None:
        self._connected = True
        for panel in self._in_sight:
            panel.show()

    def _leave(self) -> None:
        """The browser has left, perhaps to come back: nothing is watched for it meanwhile."""
        self._connected = False
        for panel in self._panels:
            panel.hide()

    def _build(self) -> None:
        dress(self._stage.command)
        self._keep_places()
        with ui.element("div").classes("studio"):
            with ui.element("header").classes("studio-header"):
                if self._stage.programme is not None:
                    icon_button("home", "All games", lambda: ui.navigate.to(HOME_URL), mark="home")
                ui.label(self._page.title).classes("studio-title")
                self._stop_button()
                self._place(ControlsPanel(self._session, self._page, self._robots, self._begin_anew))
                with ui.element("div").classes("header-end"):
                    self._robot = ui.select(
                        self._robots.in_words(), on_change=lambda event: self._choose_robot(event.value)
                    )
                    self._robot.props("dense outlined options-dense prefix=Robot").classes("robot-choice")
                    self._robot.props("data-testid=robot")
                    self._offer_robots()
                    self._legend_button()
                    back = icon_button("grid_view", PANELS_BACK, lambda: None, mark="panels-back")
                    back.classes("panels-back").on("click", js_handler="() => ludens.resetPlaces()")
                    icon_button("present_to_all", PRESENT, self._present, mark="present")
                    icon_button("contrast", "Light or dark", self._change_light)
            leave = icon_button("close_fullscreen", "Leave the presentation (p)", self._present, mark="leave")
            leave.classes("leave-presenting")
            with ui.element("div").classes("studio-notices"):
                self._place(ReplayBar(self._session, self._page, self._robots))
                self._place(Notice(self._session, self._page, self._robots))
            with ui.element("main").classes(f"studio-main by-{self._page.arrangement}"):
                with self._card(ScenePanel(self._session, self._page, self._robots), "scene"):
                    if self._page.scoreboard:
                        self._place(ScoreboardPanel(self._session, self._page, self._robots))
                for name, area in zip(self._page.cards, AREAS, strict=False):
                    card = self._card(CHOSEN[name](self._session, self._page, self._robots), name)
                    card.classes(f"area-{area}")
                with ui.element("section").classes("card area-tabs").props("data-panel=tabs"):
                    self._tabs()

    def _keep_places(self) -> None:
        """Give the browser the first place of every panel; it knows where a person has put them since."""
        cards: dict[str, str] = dict(zip(self._page.cards, AREAS, strict=False))
        places = {"scene": "scene", **cards, "tabs": "tabs"}
        told = json.dumps({"game": self._session.launch.game.name, "places": places}).replace("<", "\\u003c")
        ui.add_head_html(f"<script>window.ludensPlaces = {told};</script>")
        ui.add_head_html(f"<script>{(STATIC / 'places.js').read_text('utf-8')}</script>")

    def _stop_button(self) -> None:
        """Stop every robot now. It stands above dialogs, and asks the server by a way of its own."""
        button = ui.element("button").classes("stop-button").props('type="button" data-testid=halt')
        button.props('title="Stop: every robot is safe at once, and the run pauses (Esc)"')
        with button:
            ui.icon("front_hand")
            ui.label("Stop")
        button.on("click", js_handler="() => ludens.stop()")

    def _place(self, panel: Panel) -> None:
        panel.build()
        self._panels.append(panel)
        self._in_sight.add(panel)

    def _card(self, panel: Panel, name: str) -> ui.element:
        with ui.element("section").classes(f"card area-{name}").props(f"data-panel={name}") as card:
            with _handle(panel.title).classes("card-title"):
                ui.label(panel.title)
            self._place(panel)
            large = (
                ui.element("button")
                .classes("enlarge")
                .props(f'type="button" aria-label="Enlarge: {panel.title}"')
            )
            with large:
                ui.icon("open_in_full")
            large.on("click", js_handler="(event) => ludens.enlarge(event.target)")
        return card

    def _tabs(self) -> None:
        kinds = (*(CHOSEN[name] for name in self._page.tabs), *TABS)
        panels = [kind(self._session, self._page, self._robots) for kind in kinds]
        with ui.element("div").classes("tab-head"):
            with _handle("tabs").classes("tab-handle"):
                ui.icon("drag_indicator")
            tabs = ui.tabs().props("dense no-caps inline-label align=left outside-arrows").classes("tab-row")
            with tabs:
                for panel in panels:
                    ui.tab(panel.title, icon=panel.icon)
        with (
            ui.tab_panels(tabs, value=panels[0].title, on_change=lambda event: self._turn_to(event.value))
            .classes("tab-pages")
            .props("keep-alive")
        ):
            for panel in panels:
                with ui.tab_panel(panel.title).classes("tab-page"):
                    panel.build()
                self._panels.append(panel)
                self._tabbed[panel.title] = panel
        self._in_sight.add(panels[0])

    def _turn_to(self, title: str) -> None:
        for name, panel in self._tabbed.items():
            if name == title:
                self._in_sight.add(panel)
                panel.show()
                self._update(panel)
            else:
                self._in_sight.discard(panel)
                panel.hide()

    def _beat(self) -> None:
        if not self._connected:
            return
        if self._stage.session is not self._session:  # somebody began another game
            ui.navigate.reload()
            return
        self._beats += 1
        if self._robots.refresh():
            self._offer_robots()
            self._watch_anew()
        for panel in self._panels:
            if panel.visible and self._beats % max(1, round(panel.period_s / BEAT_S)) == 0:
                self._update(panel)
        for entry in self._session.journal.since(self._told):
            self._told = entry.number
            if entry.kind == "failure":
                ui.notify(entry.sentence, type="negative", timeout=8000, close_button=True, multi_line=True)

    def _begin_anew(self, options: Any, seed: int) -> None:
        """Begin a run with other options: here, or, where they mean another setup, as another game."""
        launch, programme = self._session.launch, self._stage.programme
        setup_for = launch.game.setup_for
        if programme is None or setup_for is None or setup_for(options) == setup_for(launch.options):
            self._session.reset(seed=seed, options=options)
        elif not self._stage.begin(programme.game(launch.game.name), options, seed):
            ui.notify("Something else is being made ready just now; try again in a moment.", type="warning")

    def _offer_robots(self) -> None:
        self._robot.set_options(self._robots.in_words(), value=self._robots.chosen)
        self._robot.visible = len(self._robots.names) > 1

    def _choose_robot(self, name: str | None) -> None:
        if name is not None and name != self._robots.chosen:
            self._robots.chosen = name
            self._watch_anew()

    def _watch_anew(self) -> None:
        for panel in self._panels:
            if panel.visible:
                panel.hide()
                panel.show()

    def _update(self, panel: Panel) -> None:
        if panel in self._broken:
            return
        try:
            panel.update()
        except Exception as error:
            logger.exception("The panel '%s' failed.", panel.title)
            self._broken.add(panel)
            panel.hide()
            ui.notify(f"The panel '{panel.title}' failed and rests: {error}", type="negative")

    def _legend_button(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("legend-card"):
            ui.label(self._page.title).classes("dialog-title")
            ui.label(self._page.legend).classes("legend-words")
            ui.label("Keys").classes("dialog-title")
            with ui.element("div").classes("key-list").props("data-testid=keys"):
                for key, meaning in self._page.listed_keys():
                    ui.label(key).classes("key")
                    ui.label(meaning)
        icon_button("help_outline", "What is this?", dialog.open, mark="help")

    def _present(self) -> None:
        ui.run_javascript("ludens.present()")

    def _change_light(self) -> None:
        # Not ui.dark_mode: it sets the whole page's style anew at every change of any element.
        ui.run_javascript("Quasar.Dark.toggle()")


def _handle(title: str) -> ui.element:
    """What a card is dragged by."""
    handle = ui.element("button").classes("card-handle").props('type="button"')
    return handle.props(f'aria-label="Move: {title}" title="{MOVE}"')
