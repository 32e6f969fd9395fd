"""What all parts of a game's story share: the game, the desk, how to look, to ask and to call for help."""

import math

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.carrying import Carrier, Stations
from ludens.games.morris.game_flow.desk import Story, TableDesk, TroubleError
from ludens.games.morris.game_flow.falling import get_up, looking_place
from ludens.games.morris.game_flow.mending import where_stands
from ludens.games.morris.game_flow.off_centre import OffCentre
from ludens.games.morris.game_flow.outbox import Outbox
from ludens.games.morris.game_flow.rest import cool_down
from ludens.games.morris.game_flow.sight import TableSeen
from ludens.games.morris.game_flow.states import State, state_keeper
from ludens.games.morris.game_flow.told import TableGame
from ludens.geometry import Pose2
from ludens.messages.announcement import Tone
from ludens.messages.morris_game import Asking

FRONT, MIDDLE, REAR = "head front", "head middle", "head rear"
"""The head's buttons: go on; you were helped; end the game."""
LOOKS_M = 0.55
"""From farther than this off the board's middle its far points cannot be told."""
LOOKS_AGAIN = 1
"""How often the robot looks again by itself, from where it sees all, before it asks for help."""
GLANCE_S = 2.0
"""In which the board is seen, where it is to be seen at all."""


class GameTable:
    """A game at a table. `attempts` are made at a job, and `patience_s` is had, before somebody is asked."""

    def __init__(
        self,
        game: TableGame,
        *,
        desk: TableDesk,
        measures: MorrisMeasures,
        stations: Stations,
        patience_s: float,
        attempts: int,
    ) -> None:
        self.game, self.desk, self.measures = game, desk, measures
        self.outbox, self.states = Outbox(), state_keeper()
        self.off_centre = OffCentre(measures)
        self.carrier = Carrier(desk, self.outbox, stations=stations, measures=measures, doing=self._do)
        self.seen: TableSeen | None = None
        self.helped = 0  # how often somebody had to help
        self.home: Pose2 | None = None  # where it waits, out of another robot's way
        self.knows_start = True  # whether the game began as it says; not before a look, where that decides
        self.attempts = attempts
        self.patience_s = patience_s
        self._has_wondered = False

    def look(self) -> Story[TableSeen]:
        """See what stands on the board, from another place where it must be, and with somebody's help."""
        looks = 0
        while True:
            self.enter("look", "What stands on the board?")
            try:
                yield from self.come_up(anew=looks > 0)
                self.seen = yield from self.desk.look(heed=self._hindered)
                self._wonder(self.seen)
                return self.seen
            except TroubleError as trouble:
                if self.desk.reports.lies:
                    yield from self.care()
                elif looks < LOOKS_AGAIN:
                    looks += 1
                    self.say(f"{trouble} I look again.", "trouble")
                else:
                    yield from self.help(str(trouble))
                    looks = 0

    def come_up(self, *, anew: bool = False) -> Story[None]:
        """Come to the table from where the robot waits, or was put: from there it sees too little.

        `anew`, it goes in any case where the whole board is in sight.
        """
        since_s = self.desk.time_s
        while self.home is not None and self.desk.here is None and self.desk.time_s - since_s < GLANCE_S:
            yield
        here = self.desk.here or self.home
        if here is not None and (anew or math.hypot(here.x_m, here.y_m) > LOOKS_M):
            yield from self.desk.go(looking_place(self.measures, here))

    def _hindered(self, reason: str) -> None:
        self.say(f"{reason} I wait until I see all of it.", "plea")

    def _wonder(self, seen: TableSeen) -> None:
        """Say once that something strange lies on the board; it is of no use to the game, and no man."""
        if seen.foreign and not self._has_wondered:
            where = where_stands(seen.foreign[0], measures=self.measures)
            self.say(f"Something that is no man of ours lies {where}. Please take it away.", "plea")
        self._has_wondered = bool(seen.foreign)

    def help(self, reason: str) -> Story[None]:
        """Ask for help, and wait until it was given."""
        self.helped += 1
        self.enter("help", reason)
        text = f"{reason} Please help me, then press my middle button; the rear one ends the game."
        yield from self.ask("help", text, MIDDLE)

    def ask(
        self,
        asking: Asking,
        text: str,
        button: str,
        *,
        corrections: tuple[tuple[int, int, int], ...] = (),
    ) -> Story[None]:
        """Ask for something, and wait for a button; remind now and then."""
        self.outbox.ask(asking, text, self.desk.time_s, corrections=corrections)
        asked_s = self.desk.time_s
        yield  # what was pressed until now answered something else
        pressed = button in self.desk.reports.buttons
        while not pressed:
            yield
            pressed = button in self.desk.reports.buttons
            for _ in self.care():  # nobody may answer for hours, and legs get hot meanwhile
                yield
                # Who is helped up meanwhile answers that with a button, and not this.
                is_meant = self.outbox.asking in (asking, "nothing")
                pressed = pressed or (is_meant and button in self.desk.reports.buttons)
            if self.outbox.asking != asking:
                self.outbox.ask(asking, text, self.desk.time_s, corrections=corrections)
            if self.desk.time_s - asked_s > self.patience_s:
                asked_s = self.desk.time_s
                self.say(text, "plea")
        self.outbox.ask_nothing(self.desk.time_s)

    @property
    def needs_care(self) -> bool:
        """Whether the body can do nothing before it was cared for."""
        return self.desk.reports.lies or self.desk.reports.legs_hot

    def care(self) -> Story[None]:
        """Get up where the robot has fallen, and rest where its legs are hot."""
        if self.desk.reports.lies and self.states.state != "help":
            state, reason = self.states.state, self.states.reason
            home = self.home if state == "wait" else None
            yield from get_up(self.desk, self.outbox, self.measures, help_me=self.help, home=home)
            self.enter(state, reason)
        if not self.desk.reports.lies:
            yield from cool_down(self.desk, self.outbox, self.measures)

    def say(self, text: str, tone: Tone = "news") -> None:
        """Say something."""
        self.outbox.say(text, self.desk.time_s, tone)

    def enter(self, state: State, reason: str) -> None:
        """Go to a state."""
        self.states.enter(state, self.desk.time_s, reason)

    def _do(self, what: str) -> None:
        self.enter("execute", what[0].upper() + what[1:] + ".")
