"""What the studio shows now: one game that is played, or nothing yet; and how to change to another one."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game, Launch
from ludens.studio.page import StudioPage
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session

logger = logging.getLogger("ludens.studio")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedGame:
    """A game on the home page. It is loaded, which takes seconds, only when somebody wants it."""

    name: str
    title: str
    summary: str
    load: Callable[[], tuple[Game, StudioPage]]
    can_be_watched: bool = False  # with a simulated person, where Play means the person at the page


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedGame:
    """A game that was kept and can go on."""

    game: str  # name of an offered game
    words: str  # who plays whom, and how far it is
    begun: str  # date and time, UTC
    options: Callable[[Any], Any]  # those of the game, changed so that it goes on
    forget: Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Programme:
    """Everything that can be played, and how a launch and a session are made of it."""

    games: Sequence[OfferedGame]
    make_launch: Callable[[Game, Any, int], Launch]  # game, options, seed
    make_session: Callable[[Launch], Session]
    game_of_recording: Callable[[Path], str]
    recordings: RecordingFolder
    unfinished: Callable[[], Sequence[UnfinishedGame]] = tuple  # the newest first

    def game(self, name: str) -> OfferedGame:
        """A game by its name."""
        return next(game for game in self.games if game.name == name)


class GameStage:
    """One session on its page, or none. Whoever begins another game ends the one before."""

    def __init__(self, programme: Programme | None = None, *, command: str = "make play") -> None:
        self.programme = programme
        self.command = command  # starts the program again
        self.page: StudioPage | None = None
        self.session: Session | None = None
        self.preparing = ""  # what is being made ready, in words; "" if nothing is
        self.failure = ""  # why the last attempt failed
        self._changing = Lock()

    @classmethod
    def of(
        cls,
        page: StudioPage,
        session: Session,
        programme: Programme | None = None,
        *,
        command: str = "make play",
    ) -> "GameStage":
        """A stage on which a game stands already."""
        stage = cls(programme, command=command)
        stage.page, stage.session = page, session
        return stage

    @property
    def title(self) -> str:
        """Of the browser's window."""
        return "Ludens" if self.page is None else self.page.title

    def prepare(self, words: str, work: Callable[[], object]) -> bool:
        """Do something that takes a while, beside everything else; False if something else is on its way."""
        if not self._changing.acquire(blocking=False):
            return False
        self.preparing, self.failure = words, ""

        def attempt() -> None:
            try:
                work()
            except LudensError as error:
                self.failure = str(error)
            except Exception as error:
                logger.exception("The game could not be made ready.")
                self.failure = f"It could not be made ready: {type(error).__name__}: {error}"
            finally:
                self.preparing = ""
                self._changing.release()

        Thread(target=attempt, name="ludens stage", daemon=True).start()
        return True

    def begin(
        self, offered: OfferedGame, options: Any = None, seed: int = 1, *, with_you: bool = False
    ) -> bool:
        """Begin a game, where no options are given with the usual ones; the one before is ended.

        `with_you`: those with which the person at the page takes part.
        """

        def work() -> None:
            assert self.programme is not None
            game, page = offered.load()
            chosen = options
            if chosen is None:
                chosen = page.options_with_you(game.options) if with_you else game.options
            launch = self.programme.make_launch(game, chosen, seed)
            self._show(page, self.programme.make_session(launch))

        return self.prepare(f"{offered.title}: loading …", work)

    def resume(self, kept: UnfinishedGame) -> bool:
        """Go on with a kept game; the one before is ended."""
        assert self.programme is not None
        offered = self.programme.game(kept.game)

        def work() -> None:
            assert self.programme is not None
            game, page = offered.load()
            launch = self.programme.make_launch(game, kept.options(game.options), 1)
            self._show(page, self.programme.make_session(launch))

        return self.prepare(f"{offered.title}: going on …", work)

    def watch(self, path: Path) -> bool:
        """Play a recording; the game before is ended."""

        def work() -> None:
            assert self.programme is not None
            offered = self.programme.game(self.programme.game_of_recording(path))
            game, page = offered.load()
            session = self.programme.make_session(self.programme.make_launch(game, game.options, 1))
            session.replay(path)
            self._show(page, session, start=False)

        return self.prepare(f"Opening {path.stem} …", work)

    def halt(self) -> None:
        """Stop every robot."""
        if self.session is not None:
            self.session.halt()

    def hold(self) -> Callable[[], None]:
        """Let whatever is played rest until the returned function is called."""
        return self.session.hold() if self.session is not None else lambda: None

    def end(self) -> None:
        """The program was told to end: robots come to rest at once."""
        if self.session is not None:
            self.session.end("Ended with Ctrl-C.")

    def close(self) -> None:
        """End whatever is played."""
        if self.session is not None:
            self.session.close()

    def _show(self, page: StudioPage, session: Session, *, start: bool = True) -> None:
        before = self.session
        if start:
            session.start()
        self.page, self.session = page, session
        if before is not None:
            before.close()
