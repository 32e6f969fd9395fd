"""The flow of a game: decide, plan the piece moves, pick and place, look, and put right what went wrong.

The record is ahead of the pieces, never behind: a move that the robot has decided on is part of the game
before the arm begins. So whatever happens to the pieces, they are brought where the game is.
"""

from collections import deque
from dataclasses import dataclass
from typing import Literal

import chess

from ludens.core.behaviour import Behaviour, StateMachine, state
from ludens.games.chess.game_flow.alerts import Alerts
from ludens.games.chess.game_flow.believed_table import BelievedTable, pushed
from ludens.games.chess.game_flow.intents import (
    AnswerOnly,
    ConsultEngine,
    ContinueAs,
    EndGame,
    PlayMove,
    accepts_draw,
    consequence,
)
from ludens.games.chess.game_flow.outbox import OutgoingMessages
from ludens.games.chess.game_flow.person_turn import PersonTurn, Remark, is_answered
from ludens.games.chess.game_flow.pick_and_place import PickAndPlace
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.game_flow.recovery import Attempts, repair
from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close
from ludens.games.chess.rules.inference import Moved, Unchanged
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.workcell.measures import Measures
from ludens.messages import ArmFailure, ArmReport, CalibrationReport, PiecesBelieved, TableCalibration
from ludens.messages.announcement import Tone
from ludens.messages.chess_game import GameOrder, Seat
from ludens.messages.chess_talk import UserIntent
from ludens.messages.engine import EngineReply

SETTLES_S = 0.6
"""Until the belief about the pieces follows a new calibration."""

Turn = Literal["waiting", "listening", "thinking", "over"]
Watched = Literal[
    "calibrating",
    "looking",
    "waiting",
    "listening",
    "asking",
    "thinking",
    "moving",
    "repairing",
    "over",
]
"""What may follow while the arm rests and the board is looked at."""
WATCHING = ("waiting", "listening", "asking", "thinking", "over")
STAYING = ("calibrating", "over")
"""States that a stop does not end: what they wait for is still to come."""
TURNS: dict[Seat, Turn] = {"hand": "waiting", "words": "listening", "engine": "thinking"}


@dataclass(frozen=True, slots=True)
class Plea:
    """A person was asked for help with what the arm cannot do."""

    board: PieceConfiguration | None  # how it stood then, if it could be read


class GameFlow(StateMachine):
    """Goes on by what the arm does, the board shows, the engine chooses and people want."""

    first = "calibrating"
    interrupts = ("looking", "repairing", "over", "stopped")

    def __init__(self, measures: Measures, *, patience_s: float, attempts: int) -> None:
        super().__init__(reason="The table is not known yet.")
        self.table = BelievedTable(measures)
        self.arm = PickAndPlace(self.table, alert=self._arm_was_hindered)
        self.outgoing = OutgoingMessages()
        self.game = PlayedGame()
        self.has_begun = False
        self.is_stopped = False  # by a person: until told to go on nothing moves, whatever it was at
        self._report: ArmReport | None = None
        self._alerts = Alerts(patience_s)
        self._attempts = Attempts(attempts)
        self._intents: deque[UserIntent] = deque()
        self._offers: dict[int, ChessRecord] = {}  # where a draw was offered, by the engine's question
        self._chosen: chess.Move | None = None  # what the engine wants to play
        self._moves: tuple[PieceMove, ...] = ()  # that the arm is sent for
        self._plea: Plea | None = None
        self._settled_s = 0.0  # when the belief about the pieces follows the calibration
        self._looks_after_s = 0.0  # older pictures are of no use
        self._is_set_up = False  # whether the pieces have stood as this game has them
        self._turn = PersonTurn()

    # ------------------------------------------------------------------ what comes in

    def begin_cycle(
        self,
        arm: ArmReport | None,
        believed: PiecesBelieved | None,
        calibration: TableCalibration | None,
        *,
        time_s: float,
    ) -> None:
        """Take in what is new of the arm and the table."""
        self.time_s, self._report = time_s, arm
        self.arm.update(arm, time_s)
        self.table.take_in(believed, calibration)

    def begin(self, order: GameOrder) -> None:
        """Play what was ordered, from its beginning or from where it was."""
        self.game = PlayedGame.ordered(order)
        self.has_begun, self._is_set_up = True, False
        if self.table.is_calibrated and self.state != "calibrating":
            self._look_anew("A game was ordered.")

    def hear_calibration(self, report: CalibrationReport) -> None:
        """Say so when camera or board are not found; the reason stands in the report."""
        if self._alerts.has_newly_failed(report):
            self.tell("table_not_found", "trouble")

    def hear_engine(self, reply: EngineReply) -> None:
        """Take in a move, to be played once the board is seen to be right, or tell an opinion."""
        if reply.purpose == "move":
            if reply.number == self.outgoing.move_number and self.state == "thinking":
                self._chosen = chess.Move.from_uci(reply.move)
        elif reply.purpose != "draw":
            self.say(reply.words, "answer")
        elif self.game.record.ending is not None:
            self.tell("over", "answer")
        elif accepts_draw(reply, self.game, offered=self._offers.pop(reply.number, None)):
            self.tell("accept", "answer")
            self.game = self.game.closed(None, Close.AGREEMENT)
            if self.state in WATCHING:  # else it is told when the arm is home and the board is right
                self.interrupt(self._end(), self._reason)
        else:
            self.tell("play_on", "answer")

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
                self.tell("stands_still", "answer")

    def go_on(self) -> None:
        """Advance by one cycle."""
        if not self.is_stopped:
            self.step()

    def say(self, text: str, tone: Tone = "news") -> None:
        """Say something."""
        self.outgoing.say(text, self.time_s, tone)

    def tell(self, key: str, tone: Tone = "news", **values: object) -> None:
        """Say a sentence of the game's language."""
        self.say(self.game.words.say(key, **values), tone)

    # ------------------------------------------------------------------ states

    @state
    def calibrating(self) -> Behaviour[Literal["looking", "repairing"]]:
        """Wait until it is known where camera and board are; an arm left over the board then comes home."""
        while not (self.table.is_calibrated and self.has_begun):
            yield
        slot = self.game.belongs.free_slot(chess.WHITE)
        if self._report is not None and not self._report.at_rest and slot is not None:
            self.arm.abandoned(put_down_at=slot)
            return self.to("repairing", "The arm is not at its rest.")
        self._settled_s = self.time_s + SETTLES_S
        return self.to("looking", "The table is known.")

    @state
    def looking(self) -> Behaviour[Watched]:
        """See how the pieces stand, and bring them where the game is."""
        self._looks_after_s, self._plea = max(self.time_s, self._settled_s), None
        while True:
            yield
            following = self._look() if self._takes_picture() else None
            if following is not None:
                return following

    @state
    def waiting(self) -> Behaviour[Watched]:
        """A person is to move by hand."""
        return (yield from self._watch())

    @state
    def listening(self) -> Behaviour[Watched]:
        """A person is to name a move."""
        return (yield from self._watch())

    @state
    def asking(self) -> Behaviour[Watched]:
        """A person is to put something right."""
        return (yield from self._watch())

    @state
    def thinking(self) -> Behaviour[Watched]:
        """The engine is to choose a move."""
        self.outgoing.ask_engine(self.game, "move", self.time_s)
        return (yield from self._watch())

    @state
    def moving(self) -> Behaviour[Literal["looking"]]:
        """The arm makes a move."""
        moves, self._moves = self._moves, ()
        yield from self.arm.carry(moves)
        return self._look_after_work()

    @state
    def repairing(self) -> Behaviour[Literal["looking"]]:
        """The arm brings pieces where they belong; one that was broken off first puts down what it holds."""
        moves, self._moves = self._moves, ()
        yield from self.arm.come_home()
        if moves:
            yield from self.arm.carry(moves)
        return self._look_after_work()

    @state
    def stopped(self) -> Behaviour[None]:
        """Stand still until told to go on."""
        while True:
            yield

    @state
    def over(self) -> Behaviour[Watched]:
        """The game has ended; a new one may be wished for."""
        self._plea = None
        return (yield from self._watch())

    # ------------------------------------------------------------------ looking

    def _then(self, state: Watched, reason: str) -> Watched:
        return self.to(state, reason)

    def _takes_picture(self) -> bool:
        """Whether there is a picture that was not looked at yet; a camera that sends none is told of once."""
        has_news, self.table.has_news = self.table.has_news, False
        if not has_news and self._alerts.is_newly_blind(self.table, self.time_s):
            self.tell("no_picture", "trouble")
        return has_news

    def _look(self) -> Watched | None:
        """Compare the board with the game: it is right, or the arm or a person puts it right."""
        if self._board_was_pushed():
            return self._then("calibrating", "The board has been moved.")
        now = self.table.settled_or_scattered(since_s=self._looks_after_s, time_s=self.time_s)
        if now is None:
            return self._alert_about_board()
        is_whole = not self.table.strays()
        if self._is_set_up and is_whole and is_answered(self.game, now):
            self._attempts.clear()
            return self._next_turn()
        if is_whole and self.game.shown_by(now):
            self._attempts.clear()
            self._is_set_up = True
            self._note_readable_board()
            self.game = self.game.stands(now)
            return self._next_turn()
        waited_s = self.time_s - self._looks_after_s
        todo = repair(self.game, now, self.table, self._attempts, waited_s=waited_s)
        if isinstance(todo, Remark):
            return self._ask_for_help(todo, now)
        if not todo:
            return None
        self._moves = todo
        return self._then("repairing", "Pieces are not where they belong.")

    def _look_after_work(self) -> Literal["looking"]:
        if self.arm.was_hindered:
            self._attempts.hinder()
        return self.to("looking", "The arm is home again.")

    def _look_anew(self, reason: str) -> None:
        """Whatever is going on, look at the board; an arm that is under way first comes home."""
        self._moves = ()
        self.interrupt("repairing" if self.arm.is_away else "looking", reason)

    # ------------------------------------------------------------------ watching and listening

    def _watch(self) -> Behaviour[Watched]:
        """Look at the board and listen to people until something is to be done."""
        while True:
            if self._takes_picture():
                following = self._observe()
            elif self._intents:
                following = self._grant(self._intents.popleft())
            else:
                yield
                continue
            if following is not None:
                return following

    def _observe(self) -> Watched | None:
        """See what a person has done, or left undone."""
        if self._board_was_pushed():
            return self._then("calibrating", "The board has been moved.")
        now = self.table.settled(since_s=self._looks_after_s)
        if now is None:
            return self._alert_about_board()
        self._note_readable_board()
        if self._plea is not None and now != self._plea.board:
            self._attempts.clear()
            return self._then("looking", "Something was done about the board.")
        seen = None
        if self._plea is None:
            seen = self._turn.look(self.game, now, self.time_s, may_move=self.game.person_may_move)
        if isinstance(seen, Moved):
            notation = self.game.words.notation(self.game.record.board(), seen.move)
            self.game = self.game.moved(seen.move, seen.configuration)
            self.tell("you_played", move=notation)
            return self._next_turn()
        if isinstance(seen, Unchanged):
            return self._all_is_well(seen.configuration)
        if seen is not None:
            return self._ask(seen)
        self._remind()
        return None

    def _all_is_well(self, now: PieceConfiguration) -> Watched | None:
        self.game = self.game.stands(now)
        if self.state == "asking":
            self.tell("thanks")
            return self._next_turn()
        if self.state == "thinking" and self._chosen is not None:
            return self._play(self._chosen)
        return None

    def _grant(self, intent: UserIntent) -> Watched | None:
        now = self.table.settled(since_s=self._looks_after_s)
        match consequence(intent, self.game, now, helped=self._plea is not None, time_s=self.time_s):
            case AnswerOnly(key, tone):
                self.tell(key, tone)
            case ConsultEngine(purpose):
                number = self.outgoing.ask_engine(self.game, purpose, self.time_s)
                if purpose == "draw":
                    self._offers[number] = self.game.record
            case PlayMove(move):
                return self._play(move)
            case EndGame(winner, how):
                self.game = self.game.closed(winner, how)
                return self._end()
            case ContinueAs(game, reason, moves):
                self.game, self._chosen, self._is_set_up = game, None, False
                self._attempts.clear()
                self._moves = () if self._attempts.are_vain else moves
                return self._then("repairing", reason) if self._moves else self._then("looking", reason)
        return None

    def _stop(self) -> None:
        """Let the arm stand still, and begin nothing."""
        if self.is_stopped:
            return
        self.is_stopped = True
        self.arm.halt()
        if self.state not in STAYING:
            self.interrupt("stopped", "A person said so.")

    def _continue(self) -> None:
        """Let the arm move again, or try again whatever came to nothing, with the magnet too."""
        if self.is_stopped:
            self.is_stopped = False
            if self.state not in STAYING:
                self._look_anew("It may go on.")
            return
        self._attempts.renew()
        if self._plea is not None and self.state == "asking":
            self.interrupt("looking", "It shall be tried again.")

    # ------------------------------------------------------------------ turns

    def _next_turn(self) -> Turn:
        self._turn, self._chosen = PersonTurn(), None
        if self.game.record.ending is not None:
            return self._end()
        seat = self.game.seat(self.game.turn)
        return self.to(TURNS[seat], f"To move: {seat}.")

    def _play(self, move: chess.Move) -> Literal["looking", "moving"]:
        """Make a move with the arm. A person's wish has been answered; of its own move the robot speaks."""
        board = self.game.record.board()
        if self.game.seat(board.turn) == "engine":
            self.tell("i_play", move=self.game.words.notation(board, move))
        self.game, plan = self.game.planned(move)
        self._chosen, self._moves = None, plan.moves
        reason = f"To be done: {board.san(move)}."
        return self.to("looking", reason) if self._attempts.are_vain else self.to("moving", reason)

    def _end(self) -> Literal["over"]:
        """Say how the game has ended."""
        ending = self.game.record.ending
        assert ending is not None
        words = self.game.words.ending(ending)
        self.say(words)
        return self.to("over", words)

    # ------------------------------------------------------------------ alerts and requests for help

    def _board_was_pushed(self) -> bool:
        """When the board itself was moved, all waits until it has been found again."""
        believed = self.table.believed
        if believed is None or believed.time_s < self._looks_after_s:
            return False
        move = pushed(self.table, self.game.belongs)
        if move is None:
            return False
        self.outgoing.guess(self.table.pushed_by(move), self.time_s)
        self.table.forget()
        self.tell("board_moved")
        return True

    def _alert_about_board(self) -> Watched | None:
        """Say what is wrong with the picture, after a while; ask for help where a person can give some."""
        looks = self.state == "looking" or self._plea is not None
        remark = self._alerts.about_board(
            self.table,
            self.game,
            quiet_since_s=self._quiet_since_s,
            time_s=self.time_s,
            persons_turn=not looks and self.game.seat(self.game.turn) == "hand",
        )
        if remark is None:
            return None
        if not remark.asked:
            self.say(remark.text, "trouble")
            return None
        return self._ask_for_help(remark, None) if looks else self._ask(remark)

    def _note_readable_board(self) -> None:
        foreign = self._alerts.about_readable_board(self.table, self.time_s)
        if foreign:
            self.say(self.game.words.troubles(foreign), "trouble")

    def _ask_for_help(self, remark: Remark, now: PieceConfiguration | None) -> Watched | None:
        """Ask for what the arm cannot do; whatever a person then changes is looked at anew."""
        self._plea = Plea(now)
        return self._ask(remark)

    def _ask(self, remark: Remark) -> Watched | None:
        """Say something, and have a person do something."""
        self.say(remark.text, remark.tone)
        self._alerts.asked(remark)
        self.game = self.game.asking(remark.asked, remark.choices)
        return None if self.state == "over" else self._then("asking", remark.text)

    def _remind(self) -> None:
        """Ask again, ever more seldom, while nothing is done."""
        if self.state != "asking":
            self._alerts.nothing_is_asked()
            return
        remark = self._alerts.reminder(quiet_since_s=self._quiet_since_s, time_s=self.time_s)
        if remark is not None:
            self.say(remark.text, remark.tone)

    def _arm_was_hindered(self, reason: str) -> None:
        self.tell("in_the_way" if reason == ArmFailure.IN_THE_WAY else "arm_cannot", "trouble")

    @property
    def _quiet_since_s(self) -> float:
        """When something was last said, or the state entered."""
        return max(self.outgoing.spoke_s, self.current.since_s)
