"""What players want beside turns: to take back, to give up, a draw, advice, another game."""

from collections import deque

from ludens.core.behaviour import Behaviour
from ludens.games.morris.decide.directed import DIRECTED
from ludens.games.morris.game_flow.care import MIDDLE, ask
from ludens.games.morris.game_flow.game_table import GameTable, State
from ludens.games.morris.game_flow.jobs import jobs_for
from ludens.games.morris.game_flow.looking import look
from ludens.games.morris.game_flow.recovery import put_right_phrase
from ludens.games.morris.game_flow.robot_turn import bring_about
from ludens.games.morris.rules import GameRecord, Outcome, Reason, Side
from ludens.games.morris.talk.words import phrase
from ludens.messages.engine import EngineReply, Purpose
from ludens.messages.morris_game import MorrisIntent, MorrisIntentName

MAY_END: tuple[State, ...] = ("init", "looking", "thinking", "waiting", "put right", "help")
"""States in which no hand holds anything or reaches out: the game may be ended, or go on elsewhere."""
ASIDE: dict[MorrisIntentName, Purpose] = {"hint": "hint", "score": "score", "draw": "draw"}
"""What the engine is asked, while the game goes on."""


class PlayersWishes:
    """Wishes that wait until no hand is at work, and draws that the engine thinks about."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._waiting: deque[MorrisIntent] = deque()
        self._offers: dict[int, GameRecord] = {}  # where a draw was offered, by the number of the query

    def hear(self, intent: MorrisIntent) -> None:
        """Take in a wish; a turn is for whoever makes it."""
        if intent.name == "turn":
            return
        if intent.name in ASIDE:
            self._consult(intent)
            return
        self._waiting.append(intent)
        if self._table.state not in (*MAY_END, "over"):
            self._table.say(phrase("dialogue.when_free"), tone="answer")

    def next(self) -> MorrisIntentName | None:
        """The next wish that can be granted now."""
        if not self._waiting or self._table.state not in (*MAY_END, "over"):
            return None
        return self._waiting.popleft().name

    def hear_engine(self, reply: EngineReply) -> bool:
        """Tell what the engine thinks; return whether the game has ended by a draw."""
        table = self._table
        if reply.purpose != "draw":
            table.say_text(reply.words)
            return False
        offered = self._offers.pop(reply.number, None)
        is_robots = table.game.is_robots_turn
        score = reply.chosen.score if is_robots else -reply.chosen.score
        accepts = offered == table.game.record and score <= 0
        table.say(phrase(f"dialogue.{'accept' if accepts else 'play_on'}"), tone="answer")
        return accepts

    def _consult(self, intent: MorrisIntent) -> None:
        table = self._table
        if intent.name == "draw" and (not table.game.robot or table.game.level == DIRECTED):
            self._waiting.append(intent)
            return
        number = table.ask_engine(ASIDE[intent.name])
        if intent.name == "draw":
            self._offers[number] = table.game.record


def resignation(table: GameTable) -> Outcome:
    """The end by giving up: of the one player at a page, else of the side to move."""
    players = table.game.at_page
    loser: Side = players[0] if len(players) == 1 else table.game.record.side_to_move
    return Outcome(loser.other, Reason.RESIGNATION)


def take_back(table: GameTable) -> Behaviour[None]:
    """Go back to the player's last turn: people put the men back, and the robot what is then still wrong."""
    table.ask_nothing()
    if not table.game.record.turns:
        return
    table.game = table.game.taken_back()
    seen = yield from look(table)
    jobs = jobs_for(seen, table.game.position, measures=table.measures)
    if jobs:
        wishes = put_right_phrase(jobs, is_new=False, measures=table.measures)
        text = phrase("recovery.taken_back", wishes=wishes)
        table.enter("put right", text)
        steps = tuple(job.step for job in jobs)
        yield from ask(
            table, "put right", phrase("recovery.then_press", text=text), MIDDLE, corrections=steps
        )
        yield from bring_about(table)
