"""The story of a whole game at the table: begin, look, decide, execute, wait, ask for help, end.

The record is ahead of the men: a turn the robot has decided on is part of the game before a hand moves, and
is told, so that it is kept. Whatever happens, the men are brought where the game is, or somebody is asked to.
"""

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.game_flow.aside import stand_aside
from ludens.games.morris.game_flow.beginning import begin
from ludens.games.morris.game_flow.carrying import Stations
from ludens.games.morris.game_flow.desk import Story, TableDesk
from ludens.games.morris.game_flow.game_table import REAR, GameTable
from ludens.games.morris.game_flow.person_turn import await_turn, judge_turn
from ludens.games.morris.game_flow.robot_turn import bring_about, decide, put_hands_away
from ludens.games.morris.game_flow.told import TableGame
from ludens.messages.morris_game import MorrisOrder

MAY_END = ("init", "look", "decide", "wait", "put right", "help")
"""States in which the rear button ends the game at once: no hand holds anything or reaches out."""

ENDED = "You have ended the game."


class Keeper:
    """Keeps one game after another. What it wants is left at its desk and its table's outbox."""

    def __init__(
        self, measures: MorrisMeasures, *, stations: Stations, patience_s: float, attempts: int
    ) -> None:
        self.desk = TableDesk()
        self.table: GameTable | None = None
        self._measures, self._stations = measures, stations
        self._patience_s, self._attempts = patience_s, attempts
        self._story: Story[None] | None = None
        self._shall_end = False

    def order(self, order: MorrisOrder) -> None:
        """Play what was ordered."""
        self.table = GameTable(
            TableGame.ordered(order),
            desk=self.desk,
            measures=self._measures,
            stations=self._stations,
            patience_s=self._patience_s,
            attempts=self._attempts,
        )
        self.table.home, self.table.knows_start = order.home, not order.from_board
        self.desk.reports.engine_reply = None  # about another game
        self._story, self._shall_end = _play(self.table, order), False

    def step(self) -> None:
        """Go on by what the desk's reports say."""
        if self._story is None or self.table is None:
            return
        if REAR in self.desk.reports.buttons:
            self._hear_end(self.table)
        if self._shall_end and self.table.states.state in MAY_END:
            self._story = _end(self.table, ENDED)
        try:
            next(self._story)
        except StopIteration:
            self._story = None

    def _hear_end(self, table: GameTable) -> None:
        """End the game as soon as hands are free; one that waits for a man is not waited for."""
        if self._shall_end or table.states.state == "over":
            return
        self._shall_end = True
        if table.outbox.asking == "hand over":
            self._story = _break_off(table)
        elif table.states.state not in MAY_END:
            table.say("I end the game as soon as my hands are free.")


def _play(table: GameTable, order: MorrisOrder) -> Story[None]:
    yield from begin(table, order)
    while table.game.record.outcome is None:
        yield from table.care()
        if table.game.is_robots_turn:
            yield from decide(table)
            yield from bring_about(table, table.seen)
        else:
            yield from await_turn(table)
            yield from judge_turn(table)
    is_winners = table.game.last_was_robots
    if is_winners:
        yield from stand_aside(table)
    yield from _end(table, str(table.game.record.outcome))
    if is_winners and order.home is not None:
        yield from _tell_loser(table)


def _break_off(table: GameTable) -> Story[None]:
    """Draw back a hand that is held out for a man, and end."""
    table.outbox.ask_nothing(table.desk.time_s)
    for trouble in (yield from put_hands_away(table)):
        table.say(trouble, "trouble")
    yield from _end(table, ENDED)


def _end(table: GameTable, reason: str) -> Story[None]:
    table.outbox.ask_nothing(table.desk.time_s)
    table.say(reason)
    table.enter("over", reason)
    yield


def _tell_loser(table: GameTable) -> Story[None]:
    """Have another robot look for itself: it is told no turns, and so does not know that it was the last."""
    table.outbox.ask("turn", "That was my last turn. See for yourself.", table.desk.time_s)
    yield
