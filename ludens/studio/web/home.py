"""The home page: a card for every game, games to go on with, recordings to watch."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from nicegui import ui

from ludens.core.errors import LudensError
from ludens.studio.panels.icon_button import icon_button
from ludens.studio.panels.new_run import ask_and_begin
from ludens.studio.recordings import RecordingFile
from ludens.studio.stage import GameStage, OfferedGame, Programme, UnfinishedGame
from ludens.studio.web.look import GAME_URL, PICTURES, PICTURES_URL, dress

BEAT_S = 0.2
SHOWN_RECORDINGS = 8
SHOWN_GAMES = 4


class HomePage:
    """The home page in one browser. Whoever begins a game here goes on to its page."""

    def __init__(self, stage: GameStage, programme: Programme) -> None:
        self._stage = stage
        self._programme = programme
        self._then: Callable[[], None] | None = None  # what follows when something is ready
        dress(stage.command)
        with ui.element("div").classes("home"):
            with ui.element("header").classes("home-header"):
                ui.label("Ludens").classes("home-title")
                ui.label("Robots that play. Which game?").classes("home-words")
                if stage.session is not None and stage.page is not None:
                    ui.button(
                        f"Back to: {stage.page.title}", icon="arrow_forward", on_click=go_to_the_game
                    ).props("outline no-caps data-testid=back-to-game")
                light = icon_button("contrast", "Light or dark", lambda: None)
                light.on("click", js_handler="() => Quasar.Dark.toggle()")
            self._unfinished = ui.element("section").classes("home-list").props("data-testid=home-unfinished")
            self._list_unfinished()
            with ui.element("main").classes("home-cards"):
                for offered in programme.games:
                    self._card(offered)
            self._recordings()
        with ui.dialog().props("persistent") as self._waiting, ui.card().classes("waiting-card"):
            ui.spinner(size="lg")
            self._words = ui.label("").props("data-testid=preparing")
        ui.timer(BEAT_S, self._beat)

    def _card(self, offered: OfferedGame) -> None:
        with (
            ui.element("section").classes("home-card").props(f'data-game="{offered.name}"'),
            ui.element("div").classes("home-card-body"),
        ):
            if (PICTURES / f"{offered.name}.webp").is_file():
                ui.element("img").props(f'src="{PICTURES_URL}/{offered.name}.webp" alt="" loading=lazy')
            ui.label(offered.title).classes("home-card-title")
            ui.label(offered.summary).classes("home-card-words")
            with ui.element("div").classes("home-card-buttons"):
                play = ui.button(
                    "Play", icon="play_arrow", on_click=lambda: self._play(offered, with_you=True)
                )
                play.props(f'unelevated no-caps aria-label="Play: {offered.title}"')
                if offered.can_be_watched:
                    watch = ui.button("Watch", icon="visibility", on_click=lambda: self._play(offered))
                    watch.props(f'flat no-caps aria-label="Watch: {offered.title}"')
                ui.button("Choose …", icon="tune", on_click=lambda: self._choose(offered)).props(
                    f'flat no-caps aria-label="Choose how: {offered.title}"'
                )

    def _play(self, offered: OfferedGame, *, with_you: bool = False) -> None:
        self._when_ready(self._stage.begin(offered, with_you=with_you), go_to_the_game)

    def _choose(self, offered: OfferedGame) -> None:
        """Ask how the game shall be, as soon as it is loaded."""

        def ask() -> None:
            game, page = offered.load()
            ask_and_begin(
                offered.title,
                options=page.options_with_you(game.options),
                questions=page.questions,
                seed=1,
                check=game.setup_for,
                begin=lambda options, seed: self._when_ready(
                    self._stage.begin(offered, options, seed), go_to_the_game
                ),
            )

        self._when_ready(self._stage.prepare(f"{offered.title}: loading …", offered.load), ask)

    def _when_ready(self, begun: bool, then: Callable[[], None]) -> None:
        if not begun:
            ui.notify("Something else is being made ready just now; try again in a moment.", type="warning")
            return
        self._then = then
        self._waiting.open()

    def _beat(self) -> None:
        if self._then is None:
            return
        self._words.set_text(self._stage.preparing or self._words.text)
        if self._stage.preparing:
            return
        then, self._then = self._then, None
        self._waiting.close()
        if self._stage.failure:
            ui.notify(self._stage.failure, type="negative", timeout=0, close_button=True, multi_line=True)
        else:
            then()

    def _list_unfinished(self) -> None:
        """List the games that can go on; none that is played just now."""
        self._unfinished.clear()
        games = self._programme.unfinished()[:SHOWN_GAMES]
        self._unfinished.visible = bool(games)
        with self._unfinished:
            ui.label("Go on with a game").classes("home-section-title")
            for kept in games:
                self._kept(kept)

    def _kept(self, kept: UnfinishedGame) -> None:
        title = self._programme.game(kept.game).title
        with ui.element("div").classes("recording-line"):
            go_on = ui.button("Go on", icon="play_arrow", on_click=lambda: self._resume(kept))
            go_on.props(f'unelevated dense no-caps aria-label="Go on: {title}, {kept.words}"')
            ui.label(f"{title}: {kept.words}").classes("recording-name")
            begun = datetime.fromisoformat(kept.begun).replace(tzinfo=UTC)
            ui.label(_on_this_clock(begun)).classes("quiet")
            icon_button("delete_outline", "Forget this game …", lambda: self._ask_to_forget(kept))

    def _resume(self, kept: UnfinishedGame) -> None:
        self._when_ready(self._stage.resume(kept), go_to_the_game)

    def _ask_to_forget(self, kept: UnfinishedGame) -> None:
        def forget() -> None:
            dialog.close()
            try:
                kept.forget()
            except LudensError as error:
                ui.notify(str(error), type="negative")
            self._list_unfinished()

        with ui.dialog() as dialog, ui.card():
            ui.label("Forget this game?").classes("dialog-title")
            ui.label(f"{self._programme.game(kept.game).title}: {kept.words}.")
            with ui.row().classes("dialog-buttons"):
                ui.button("Keep it", on_click=dialog.close).props("flat no-caps")
                ui.button("Forget it", on_click=forget).props("unelevated no-caps color=negative")
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _recordings(self) -> None:
        files = self._programme.recordings.files()[:SHOWN_RECORDINGS]
        if not files:
            return
        with ui.element("section").classes("home-list").props("data-testid=home-recordings"):
            ui.label("Recordings to watch").classes("home-section-title")
            for file in files:
                self._recording(file)

    def _recording(self, file: RecordingFile) -> None:
        with ui.element("div").classes("recording-line"):
            ui.button(icon="replay", on_click=lambda: self._watch(file.path)).props(
                f'flat round dense aria-label="Watch {file.name}"'
            )
            ui.label(file.name).classes("recording-name")
            ui.label(_on_this_clock(datetime.fromtimestamp(file.changed_s, UTC))).classes("quiet")

    def _watch(self, path: Path) -> None:
        self._when_ready(self._stage.watch(path), go_to_the_game)


def _on_this_clock(moment: datetime) -> str:
    """Day and time where this computer stands."""
    return f"{moment.astimezone():%d %B %Y, %H:%M}"


def go_to_the_game() -> None:
    """Show the page of the game that is played."""
    ui.navigate.to(GAME_URL)
