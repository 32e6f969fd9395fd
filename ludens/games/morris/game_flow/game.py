"""A whole game at the table: begin, look, decide, execute, wait, ask for help, end.

The record is ahead of the men: a turn the robot has decided on is part of the game before a hand moves, and
is told, so that it is kept. Whatever happens, the men are brought where the game is, or somebody is asked to.
"""

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.beginning import begin, catch_up
from ludens.games.morris.game_flow.care import REAR, care
from ludens.games.morris.game_flow.clear_table import clear_table
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.person_turn import await_turn, judge_turn
from ludens.games.morris.game_flow.robot_turn import bring_about, decide, put_hands_away
from ludens.games.morris.game_flow.wishes import MAY_END, PlayersWishes, resignation, take_back
from ludens.games.morris.rules import Outcome, Reason
from ludens.games.morris.talk.words import Phrase, outcome_phrase, phrase
from ludens.messages.engine import EngineReply
from ludens.messages.morris_game import MorrisIntent, MorrisIntentName, MorrisOrder

ENDED = phrase("end.by_button")


class GameInPlay:
    """One game from its order to its end. What it requests is left with the actions, and at the table."""

    def __init__(self, table: GameTable, order: MorrisOrder) -> None:
        self.table, self.order = table, order
        self._behaviour: Behaviour[None] = _play(table, order)
        self._shall_end = False
        self._wishes = PlayersWishes(table)
        self.wants_new_game = False

    def hear(self, intent: MorrisIntent) -> None:
        """Take in what a player wants."""
        self._wishes.hear(intent)

    def hear_engine(self, reply: EngineReply) -> None:
        """Take in advice, or the engine's opinion about a draw."""
        if self._wishes.hear_engine(reply):
            self._close(Outcome(None, Reason.AGREEMENT))

    def step(self) -> None:
        """Go on by one cycle; after the end nothing happens any more."""
        table = self.table
        wish = self._wishes.next()
        if wish is not None:
            self._grant(wish)
        if REAR in table.actions.reports.buttons and not self._shall_end and table.state != "over":
            self._shall_end = True
            self._hear_end()
        if self._shall_end and table.state in MAY_END:
            self._behaviour = _end(table, ENDED)
        try:
            next(self._behaviour, None)
        except Exception:
            self._behaviour = _resume(table, self.order)  # a fault ends the generator, not the game
            raise

    def _grant(self, wish: MorrisIntentName) -> None:
        """Do what a player wants, now that no hand is at work."""
        match wish:
            case "take_back":
                self._shall_end = False
                self._behaviour = _go_back(self.table, self.order)
            case "resign":
                self._close(resignation(self.table))
            case "draw":
                self._close(Outcome(None, Reason.AGREEMENT))
            case "new_game":
                self.table.ask_nothing()
                self.wants_new_game = True

    def _close(self, end: Outcome) -> None:
        """End the game as the players want it: at once, or as soon as hands are free."""
        table = self.table
        if table.game.record.outcome is not None:
            return
        table.game = table.game.closed(end)
        if table.state in MAY_END:
            self._behaviour = _end(table, outcome_phrase(end))

    def _hear_end(self) -> None:
        """End the game as soon as hands are free; one that waits for a man is not waited for."""
        if self.table.asking == "hand over":
            self._behaviour = _break_off(self.table)
        elif self.table.state not in MAY_END:
            self.table.say(phrase("end.when_free"))


def _play(table: GameTable, order: MorrisOrder) -> Behaviour[None]:
    yield from begin(table, order)
    yield from _play_on(table, order)


def _resume(table: GameTable, order: MorrisOrder) -> Behaviour[None]:
    """Go on after a fault, as after a restart."""
    yield
    if table.game.record.turns:
        yield from catch_up(table)
    yield from _play_on(table, order)


def _go_back(table: GameTable, order: MorrisOrder) -> Behaviour[None]:
    yield from take_back(table)
    yield from _play_on(table, order)


def _play_on(table: GameTable, order: MorrisOrder) -> Behaviour[None]:
    while table.game.record.outcome is None:
        yield from care(table)
        if table.game.is_robots_turn:
            yield from decide(table)
            yield from bring_about(table, table.seen)
        else:
            yield from await_turn(table)
            yield from judge_turn(table)
    is_winners = table.game.last_was_robots
    if is_winners:
        yield from clear_table(table)
    yield from _end(table, outcome_phrase(table.game.record.outcome))
    if is_winners and order.home is not None:
        # Another robot is told no turns, and does not know that this was the last: it looks for itself.
        table.ask_person("turn", phrase("end.my_last_turn"))
        yield


def _break_off(table: GameTable) -> Behaviour[None]:
    """Draw back a hand that is held out for a man, and end."""
    table.ask_nothing()
    for trouble in (yield from put_hands_away(table)):
        table.say(trouble, tone="trouble")
    yield from _end(table, ENDED)


def _end(table: GameTable, reason: Phrase) -> Behaviour[None]:
    table.ask_nothing()
    table.say(reason)
    table.enter("over", reason)
    yield
