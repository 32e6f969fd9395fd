"""The flow of a game: decide, plan the piece moves, pick and place, look, and put right what went wrong.

The record is ahead of the pieces, never behind: a move that the robot has decided on is part of the game
before the arm begins. So whatever happens to the pieces, they are brought where the game is.
"""

from collections import deque
from typing import Literal

import chess

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.chess.game_flow.intents import (
    AnswerOnly,
    ConsultEngine,
    ContinueAs,
    EndGame,
    PlayMove,
    accepts_draw,
    consequence,
)
from ludens.games.chess.game_flow.person_turn import PersonTurn, Remark, is_answered
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.game_flow.recovery import repair
from ludens.games.chess.game_flow.session import GameSession, Plea
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.inference import Moved, Unchanged
from ludens.games.chess.rules.record import ChessRecord
from ludens.messages.chess_game import ChessOrder, Mover
from ludens.messages.chess_talk import UserIntent
from ludens.messages.engine import EngineReply

SETTLES_S = 0.6
"""Until the belief about the pieces follows a new calibration."""

TurnState = Literal["waiting", "listening", "thinking", "over"]
Following = Literal[
    "calibrating", "looking", "waiting", "listening", "asking", "thinking", "moving", "repairing", "over"
]
"""What may follow while the arm rests and the board is looked at."""
WATCHING = ("waiting", "listening", "asking", "thinking", "over")
STAYING = ("calibrating", "over")
"""States that a stop does not end: what they wait for is still to come."""
TURNS: dict[Mover, TurnState] = {"hand": "waiting", "words": "listening", "engine": "thinking"}
MOVERS: dict[Mover, str] = {
    "hand": "a person, by hand",
    "words": "a person, by words",
    "engine": "the robot",
}


class GameFlow(StateMachine):
    """Goes on by what the arm does, the board shows, the engine chooses and people want."""

    first = "calibrating"
    interrupts = ("looking", "repairing", "over", "stopped")

    def __init__(self, session: GameSession) -> None:
        super().__init__(reason="The table is not known yet.")
        self.session = session
        self.is_stopped = False  # by a person: until told to go on nothing moves, whatever it was at
        self._intents: deque[UserIntent] = deque()
        self._offers: dict[int, ChessRecord] = {}  # where a draw was offered, by the engine's question
        self._settled_s = 0.0  # when the belief about the pieces follows the calibration

    # ------------------------------------------------------------------ states

    @state
    def calibrating(self) -> Behaviour[Literal["looking", "repairing"]]:
        """Wait until it is known where camera and board are; an arm left over the board then comes home."""
        session = self.session
        while not (session.table.is_calibrated and session.has_begun):
            yield
        self._settled_s = self.time_s + SETTLES_S
        slot = session.game.belongs.free_slot(chess.WHITE)
        if slot is None or session.arm_report is None or session.arm_report.at_rest:
            return self.to("looking", "The table is known.")
        session.arm.abandoned(put_down_at=slot)
        return self.to("repairing", "The arm is not at its rest.")

    @state
    def looking(self) -> Behaviour[Following]:
        """See how the pieces stand, and bring them where the game is."""
        self.session.looks_after_s, self.session.plea = max(self.time_s, self._settled_s), None
        while True:
            yield
            following = self._look() if self.session.take_picture() else None
            if following is not None:
                return following

    @state
    def waiting(self) -> Behaviour[Following]:
        """A person is to move by hand."""
        return (yield from self._watch())

    @state
    def listening(self) -> Behaviour[Following]:
        """A person is to name a move."""
        return (yield from self._watch())

    @state
    def asking(self) -> Behaviour[Following]:
        """A person is to put something right."""
        return (yield from self._watch())

    @state
    def thinking(self) -> Behaviour[Following]:
        """The engine is to choose a move, which is played once the board is seen to be right."""
        self.session.outgoing.ask_engine(self.session.game, "move", self.time_s)
        return (yield from self._watch())

    @state
    def moving(self) -> Behaviour[Literal["looking"]]:
        """The arm makes a move."""
        yield from self.session.arm.carry(self.session.take_moves())
        return self._look_after_work()

    @state
    def repairing(self) -> Behaviour[Literal["looking"]]:
        """The arm brings pieces where they belong; one that was broken off first puts down what it holds."""
        moves = self.session.take_moves()
        yield from self.session.arm.come_home()
        if moves:
            yield from self.session.arm.carry(moves)
        return self._look_after_work()

    @state
    def stopped(self) -> Behaviour[None]:
        """Stand still until told to go on."""
        while True:
            yield

    @state
    def over(self) -> Behaviour[Following]:
        """The game has ended; a new one may be wished for."""
        self.session.plea = None
        return (yield from self._watch())

    # ------------------------------------------------------------------ what the board shows

    def _look(self) -> Following | None:
        """Compare the board with the game: it is right, or the arm or a person puts it right."""
        session = self.session
        if session.notices_push():
            return self._then("calibrating", "The board has been moved.")
        since_s = session.looks_after_s
        now = session.settled_or_scattered()
        if now is None:
            return self._alert_about_board()
        is_whole = session.is_whole
        if session.is_set_up and is_whole and is_answered(session.game, now):
            session.attempts.clear()
            return self._next_turn()
        if is_whole and session.game.shown_by(now):
            session.attempts.clear()
            session.is_set_up = True
            session.note_readable_board()
            session.game = session.game.stands(now)
            return self._next_turn()
        waited_s = self.time_s - since_s
        todo = repair(session.game, now, session.table, session.attempts, waited_s=waited_s)
        if isinstance(todo, Remark):
            return self._ask_for_help(todo, now)
        session.moves = todo
        return self._then("repairing", "Pieces are not where they belong.") if todo else None

    def _look_after_work(self) -> Literal["looking"]:
        if self.session.arm.was_hindered:
            self.session.attempts.hinder()
        return self.to("looking", "The arm is home again.")

    def _watch(self) -> Behaviour[Following]:
        """Look at the board and listen to people until something is to be done."""
        while True:
            if self.session.take_picture():
                following = self._observe()
            elif self._intents:
                following = self._grant(self._intents.popleft())
            else:
                yield
                continue
            if following is not None:
                return following

    def _observe(self) -> Following | None:
        """See what a person has done, or left undone."""
        session = self.session
        if session.notices_push():
            return self._then("calibrating", "The board has been moved.")
        now = session.settled()
        if now is None:
            return self._alert_about_board()
        session.note_readable_board()
        if session.plea is not None and now != session.plea.board:
            session.attempts.clear()
            return self._then("looking", "Something was done about the board.")
        may_move = session.game.person_may_move
        seen = None
        if session.plea is None:
            seen = session.person_turn.look(session.game, now, self.time_s, may_move=may_move)
        if isinstance(seen, Moved):
            notation = session.game.words.notation(session.game.record.board(), seen.move)
            session.game = session.game.moved(seen.move, seen.configuration)
            session.tell("you_played", move=notation)
            return self._next_turn()
        if isinstance(seen, Unchanged):
            return self._all_is_well(seen.configuration)
        if seen is not None:
            return self._ask(seen)
        session.remind(is_asking=self.state == "asking", since_s=self.current.since_s)
        return None

    def _all_is_well(self, now: PieceConfiguration) -> Following | None:
        session = self.session
        session.game = session.game.stands(now)
        if self.state == "asking":
            session.tell("thanks")
            return self._next_turn()
        if self.state == "thinking" and session.chosen is not None:
            return self._play(session.chosen)
        return None

    def _alert_about_board(self) -> Following | None:
        """After a while say why the board cannot be read; ask for help where a person can give some."""
        looks = self.state == "looking" or self.session.plea is not None
        remark = self.session.alert_about_board(persons_turn=not looks, since_s=self.current.since_s)
        if remark is None:
            return None
        return self._ask_for_help(remark, None) if looks else self._ask(remark)

    def _ask_for_help(self, remark: Remark, now: PieceConfiguration | None) -> Following | None:
        """Ask for what the arm cannot do; whatever a person then changes is looked at anew."""
        self.session.plea = Plea(now)
        return self._ask(remark)

    def _ask(self, remark: Remark) -> Following | None:
        self.session.ask(remark)
        return None if self.state == "over" else self._then("asking", remark.text)

    # ------------------------------------------------------------------ turns

    def _next_turn(self) -> TurnState:
        session = self.session
        session.person_turn, session.chosen = PersonTurn(), None
        if session.game.record.ending is not None:
            return self._end()
        mover = session.game.mover(session.game.turn)
        return self.to(TURNS[mover], f"To move: {MOVERS[mover]}.")

    def _play(self, move: chess.Move) -> Literal["looking", "moving"]:
        """Make a move with the arm. A person's wish has been answered; of its own move the robot speaks."""
        session = self.session
        board = session.game.record.board()
        if session.game.mover(board.turn) == "engine":
            session.tell("i_play", move=session.game.words.notation(board, move))
        session.game, plan = session.game.planned(move)
        session.chosen, session.moves = None, plan
        reason = f"To be done: {board.san(move)}."
        return self.to("looking", reason) if session.attempts.are_vain else self.to("moving", reason)

    def _end(self) -> Literal["over"]:
        """Say how the game has ended."""
        ending = self.session.game.record.ending
        assert ending is not None
        words = self.session.game.words.ending(ending)
        self.session.say(words)
        return self.to("over", words)

    def _then(self, state: Following, reason: str) -> Following:
        return self.to(state, reason)

    # ------------------------------------------------------------------ what people and the engine say

    def begin(self, order: ChessOrder) -> None:
        """Play what was ordered, from its beginning or from where it was."""
        self.session.go_on_as(PlayedGame.ordered(order))
        self.session.has_begun = True
        if self.state != "calibrating":
            self._look_anew("A game was ordered.")

    def hear_person(self, intent: UserIntent) -> None:
        """Stop and go on at once; what would disturb the arm waits until it is home."""
        if intent.name == "stop":
            self._intents.clear()
            self._stop()
        elif intent.name == "go_on":
            self._continue()
        else:
            self._intents.append(intent)
            if self.is_stopped:
                self.session.tell("stands_still", "answer")

    def hear_engine(self, reply: EngineReply) -> None:
        """Take in a chosen move, tell an opinion, or close the game by a draw."""
        session = self.session
        if reply.purpose == "move":
            if reply.number == session.outgoing.move_number and self.state == "thinking":
                session.chosen = chess.Move.from_uci(reply.move)
        elif reply.purpose != "draw":
            session.say(reply.words, "answer")
        elif session.game.record.ending is not None:
            session.tell("over", "answer")
        elif accepts_draw(reply, session.game, offered=self._offers.pop(reply.number, None)):
            session.tell("accept", "answer")
            session.game = session.game.closed(None, Close.AGREEMENT)
            if self.state in WATCHING:  # else it is told when the arm is home and the board is right
                self.interrupt(self._end(), self._reason)
        else:
            session.tell("play_on", "answer")

    def _grant(self, intent: UserIntent) -> Following | None:
        session = self.session
        is_helped = session.plea is not None
        match consequence(intent, session.game, session.settled(), is_helped=is_helped, time_s=self.time_s):
            case AnswerOnly(key, tone):
                session.tell(key, tone)
            case ConsultEngine(purpose):
                number = session.outgoing.ask_engine(session.game, purpose, self.time_s)
                if purpose == "draw":
                    self._offers[number] = session.game.record
            case PlayMove(move):
                return self._play(move)
            case EndGame(winner, how):
                session.game = session.game.closed(winner, how)
                return self._end()
            case ContinueAs(game, reason, moves):
                session.go_on_as(game)
                session.attempts.clear()
                session.moves = () if session.attempts.are_vain else moves
                return self._then("repairing" if session.moves else "looking", reason)
        return None

    def _stop(self) -> None:
        """Let the arm stand still, and begin nothing."""
        if self.is_stopped:
            return
        self.is_stopped = True
        self.session.arm.halt()
        if self.state not in STAYING:
            self.interrupt("stopped", "A person said so.")

    def _continue(self) -> None:
        """Let the arm move again, or try again whatever came to nothing, with the magnet too."""
        if self.is_stopped:
            self.is_stopped = False
            if self.state not in STAYING:
                self._look_anew("It may go on.")
            return
        self.session.attempts.renew()
        if self.state == "asking":
            self.session.vouch()
            self.interrupt("looking", "It shall be tried again.")

    def _look_anew(self, reason: str) -> None:
        """Whatever is going on, look at the board; an arm that is under way first comes home."""
        self.session.moves = ()
        self.interrupt("repairing" if self.session.arm.is_away else "looking", reason)
