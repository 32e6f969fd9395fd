"""The state machine of the game: whose turn it is, what is to be done about the board, what is said.

The record is ahead of the pieces, never behind: a move that the robot has decided on is part of the game
before the arm begins. So whatever happens to the pieces, they are brought where the game is.
"""

import chess

from ludens.games.chess.keep.arm_desk import ArmDesk
from ludens.games.chess.keep.mending import Mending
from ludens.games.chess.keep.notices import Notices
from ludens.games.chess.keep.outbox import Outbox
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.keep.room import with_room
from ludens.games.chess.keep.sight import Sight
from ludens.games.chess.keep.states import State, state_keeper
from ludens.games.chess.keep.watching import Remark, Watch, is_answered
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.inference import Moved, Unchanged
from ludens.games.chess.workcell.measures import Measures
from ludens.messages import ArmReport, CarryRequest
from ludens.messages.announcement import Tone
from ludens.messages.chess_game import GameOrder, Seat
from ludens.messages.engine import EngineReply

WATCHING: tuple[State, ...] = ("waiting", "listening", "asking", "thinking", "over")
"""States in which the arm rests and the board is looked at."""
STAYING: tuple[State, ...] = ("calibrating", "over")
"""States that a stop does not end: what they wait for is still to come."""
TURNS: dict[Seat, State] = {"hand": "waiting", "words": "listening", "engine": "thinking"}
SETTLES_S = 0.6
"""Until the belief about the pieces follows a new calibration."""


class Keeper:
    """One keeper. What it wants is left in its outbox, and in `request`."""

    def __init__(self, measures: Measures, *, patience_s: float, attempts: int) -> None:
        self.sight = Sight(measures)
        self.states = state_keeper()
        self.game = PlayedGame()
        self.has_begun = False
        self.outbox = Outbox()
        self.notices = Notices(self, patience_s=patience_s)
        self._arm = ArmDesk(self.sight)
        self._watch = Watch()
        self._chosen: chess.Move | None = None  # what the engine wants to play
        self.mending = Mending(self, attempts=attempts)
        self.looks_after_s = 0.0  # older pictures are of no use
        self._is_set_up = False  # whether the pieces have stood as this game has them
        self.told_to_stop = False  # by a person: until told to go on nothing moves, whatever it was at

    def begin(self, order: GameOrder, time_s: float) -> None:
        """Play what was ordered, from its beginning or from where it was."""
        self.game = PlayedGame.ordered(order)
        self.has_begun, self._is_set_up = True, False
        if self.sight.is_calibrated:
            self.look(time_s, "A game was ordered.")

    def hear_move(self, reply: EngineReply) -> None:
        """The engine has chosen a move; it is played once the board is seen to be right."""
        if reply.number == self.outbox.move_number and self.states.state == "thinking":
            self._chosen = chess.Move.from_uci(reply.move)

    def step(self, arm: ArmReport, time_s: float, *, is_new_picture: bool) -> None:
        """Go on, by what the arm does and the board shows."""
        if self.told_to_stop:
            return
        state = self.states.state
        if state == "calibrating":
            if self.sight.is_calibrated and self.has_begun:
                self._begin_looking(arm, time_s)
        elif self._arm.is_busy:
            self._attend_arm(arm, time_s)
        elif not is_new_picture:
            self.notices.no_picture(time_s)
        elif state == "looking":
            self._look_at_board(time_s)
        elif state in WATCHING:
            self._watch_board(time_s)

    def _begin_looking(self, arm: ArmReport, time_s: float) -> None:
        """Look at the board; an arm that somebody left over it puts what it may hold into a slot first."""
        slot = self.game.belongs.free_slot(chess.WHITE)
        if arm.at_rest or slot is None:
            self.look(time_s, "The table is known.", after_s=SETTLES_S)
        else:
            self._arm.bring_home(slot, time_s)
            self.states.enter("repairing", time_s, "The arm is not at its rest.")

    def request(self, arm: ArmReport | None) -> CarryRequest | None:
        """What the arm is asked for, until it has heard."""
        return None if self.told_to_stop else self._arm.request(arm)

    def look(self, time_s: float, reason: str, *, after_s: float = 0.0) -> None:
        """See how the pieces stand, by pictures from some time on, and bring them where the game is."""
        self.looks_after_s = time_s + after_s
        self.mending.begin()
        self.states.enter("looking", time_s, reason)

    def play(self, move: chess.Move, time_s: float) -> None:
        """Make a move with the arm. Who wished for it has been answered; of the robot's own it speaks."""
        board = self.game.record.board()
        if self.game.seat(board.turn) == "engine":
            self.tell("i_play", time_s, move=self.game.words.notation(board, move))
        self.game, plan = self.game.planned(move)
        self._chosen = None
        reason = f"To be done: {board.san(move)}."
        if self.mending.attempts.are_vain:
            self.look(time_s, reason)
        else:
            self.send(plan.moves, "moving", time_s, reason)

    def set_game(self, game: PlayedGame, time_s: float, reason: str) -> None:
        """Go on with another game or another part of it; the pieces follow."""
        self.game, self._chosen, self._is_set_up = game, None, False
        self.mending.attempts.clear()
        self.look(time_s, reason)

    def stop(self, time_s: float) -> None:
        """Let the arm stand still, and begin nothing."""
        if self.told_to_stop:
            return
        self.told_to_stop = True
        self._arm.halt("It was told to stop.", time_s)
        if self.states.state not in STAYING:
            self.states.enter("stopped", time_s, "A person said so.")

    def go_on(self, time_s: float) -> None:
        """Let the arm move again: it puts down what it holds and goes home, and then all is looked at."""
        if not self.told_to_stop:
            self.mending.go_on(time_s)
            return
        self.told_to_stop = False
        if self._arm.is_busy:
            self.states.enter("repairing", time_s, "It may go on.")
        elif self.states.state not in STAYING:
            self.look(time_s, "It may go on.")

    def say(self, text: str, time_s: float, tone: Tone = "news") -> None:
        """Say something."""
        self.outbox.say(text, time_s, tone)

    def tell(self, key: str, time_s: float, tone: Tone = "news", **values: object) -> None:
        """Say a sentence of the game's language."""
        self.say(self.game.words.say(key, **values), time_s, tone)

    def close(self, winner: chess.Color | None, how: Close, time_s: float) -> None:
        """End the game as the players want it."""
        self.game = self.game.closed(winner, how)
        if self.states.state in WATCHING:  # else it is told when the arm is home and the board is right
            self._end(time_s)

    def _end(self, time_s: float) -> None:
        """Say how the game has ended."""
        ending = self.game.record.ending
        assert ending is not None
        words = self.game.words.ending(ending)
        self.say(words, time_s)
        self.mending.begin()
        self.states.enter("over", time_s, words)

    def send(self, moves: tuple[PieceMove, ...], state: State, time_s: float, reason: str) -> None:
        """Have the arm carry pieces."""
        self._arm.send(with_room(moves, self.sight), time_s)
        self.states.enter(state, time_s, reason)

    def _attend_arm(self, arm: ArmReport, time_s: float) -> None:
        trouble = self._arm.step(arm, time_s)
        if self._arm.is_hindered:
            self.mending.attempts.hinder()
        if trouble:
            self.tell("in_the_way" if arm.touched else "arm_cannot", time_s, "trouble")
        if not self._arm.is_busy:
            self.look(time_s, "The arm is home again.")

    def _look_at_board(self, time_s: float) -> None:
        if self.notices.push(time_s):
            return
        now = self.sight.settled_or_scattered(since_s=self.looks_after_s, time_s=time_s)
        if now is None:
            self.notices.complain(time_s)
        elif self._is_set_up and not self.sight.strays() and is_answered(self.game, now):
            self.mending.attempts.clear()
            self._next_turn(time_s)
        elif self.mending.is_right(now, time_s):
            self._is_set_up = True
            self.notices.all_is_clear(time_s)
            self.game = self.game.stands(now)
            self._next_turn(time_s)

    def _watch_board(self, time_s: float) -> None:
        if self.notices.push(time_s):
            return
        now = self.sight.settled(since_s=self.looks_after_s)
        if now is None:
            self.notices.complain(time_s)
            return
        self.notices.all_is_clear(time_s)
        if self.mending.pleads:
            self.mending.await_help(now, time_s)
            self.notices.remind(time_s)
            return
        seen = self._watch.look(self.game, now, time_s, may_move=self.game.person_may_move)
        if isinstance(seen, Moved):
            move = self.game.words.notation(self.game.record.board(), seen.move)
            self.game = self.game.moved(seen.move, seen.configuration)
            self.tell("you_played", time_s, move=move)
            self._next_turn(time_s)
        elif isinstance(seen, Unchanged):
            self._all_is_well(seen.configuration, time_s)
        elif seen is not None:
            self.ask(seen, time_s)
        else:
            self.notices.remind(time_s)

    def _all_is_well(self, now: PieceConfiguration, time_s: float) -> None:
        self.game = self.game.stands(now)
        if self.states.state == "asking":
            self.tell("thanks", time_s)
            self._next_turn(time_s)
        elif self.states.state == "thinking" and self._chosen is not None:
            self.play(self._chosen, time_s)

    def ask(self, remark: Remark, time_s: float) -> None:
        """Say something, and have a person do something."""
        self.say(remark.text, time_s, remark.tone)
        self.notices.asked(remark)
        self.game = self.game.asking(remark.asked, remark.choices)
        if self.states.state != "over":
            self.states.enter("asking", time_s, remark.text)

    def _next_turn(self, time_s: float) -> None:
        self._watch = Watch()
        self._chosen = None
        if self.game.record.ending is not None:
            self._end(time_s)
            return
        seat = self.game.seat(self.game.turn)
        self.states.enter(TURNS[seat], time_s, f"To move: {seat}.")
        if seat == "engine":
            self.outbox.ask_engine(self.game, "move", time_s)
