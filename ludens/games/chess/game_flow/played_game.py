"""The game that is being played: its record, who sits where, and where every piece belongs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import chess

from ludens.games.chess.rules.arrangement import PieceMove, arrange, carried_out
from ludens.games.chess.rules.configuration import PieceConfiguration, cast, home
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import PiecePlace
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.talk.telling import Telling
from ludens.messages.chess_game import ChessGame, ChessOrder, Colour, Mover
from ludens.messages.chess_talk import ChessSituation


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A value: whatever happens gives a new one. `belongs` is where the pieces are when all is in order.

    `asked` is what a person is asked to put right (piece and place), `choices` which moves to decide between.
    """

    record: ChessRecord = field(default_factory=ChessRecord)
    belongs: PieceConfiguration = field(default_factory=home)
    white: Mover = "engine"
    black: Mover = "hand"
    level: int = 5
    language: str = "en"
    asked: tuple[tuple[int, int], ...] = ()
    choices: tuple[chess.Move, ...] = ()
    begun_s: float = 0.0  # when it was ordered
    at_page: tuple[Colour, ...] = ()  # sides whose player is not at the table

    @classmethod
    def ordered(cls, order: ChessOrder) -> "PlayedGame":
        """Return the game of an order."""
        record = ChessRecord(order.start, tuple(map(chess.Move.from_uci, order.moves)))
        belongs = PieceConfiguration(tuple(map(PiecePlace, order.places))) if order.places else home()
        return cls(
            record,
            belongs,
            order.white,
            order.black,
            order.level,
            order.language,
            begun_s=order.time_s,
            at_page=order.at_page,
        )

    @property
    def words(self) -> Telling:
        """What can be said about it, in its language."""
        return Telling(self.language)

    @property
    def turn(self) -> chess.Color:
        """The side to move."""
        return self.record.board().turn

    def mover(self, colour: chess.Color) -> Mover:
        """How a colour is played: by hand, by words or by the engine."""
        return self.white if colour else self.black

    @property
    def person_may_move(self) -> bool:
        """Whether the game goes on and it is not the engine's turn."""
        return self.record.ending is None and self.mover(self.turn) != "engine"

    @property
    def talker(self) -> chess.Color | None:
        """The one person there is; None where there are two or none."""
        people = [colour for colour in chess.COLORS if self.mover(colour) != "engine"]
        return people[0] if len(people) == 1 else None

    def shown_by(self, configuration: PieceConfiguration) -> bool:
        """Whether the pieces stand as the game does."""
        return cast(self.record.board(), configuration) is not None

    def stands(self, configuration: PieceConfiguration) -> "PlayedGame":
        """Return the game with the pieces where they stand now, as they should."""
        return replace(self._unasked(), belongs=configuration)

    def moved(self, move: chess.Move, configuration: PieceConfiguration) -> "PlayedGame":
        """Return the game after a move that was made on the board."""
        return replace(self._unasked(), record=self.record.play(move), belongs=configuration)

    def finished(
        self, move: chess.Move, configuration: PieceConfiguration
    ) -> tuple["PlayedGame", tuple[PieceMove, ...]]:
        """Return the game after a move that was begun on the board, and the piece moves still to be done."""
        record = self.record.play(move)
        rest = arrange(record.board(), configuration, like=self.belongs)
        belongs = carried_out(rest, configuration)
        return replace(self._unasked(), record=record, belongs=belongs), rest

    def planned(self, move: chess.Move) -> tuple["PlayedGame", tuple[PieceMove, ...]]:
        """Return the game after a move that is decided, and the piece moves to be done for it."""
        plan = plan_of(self.record.board(), move, self.belongs, stand_in=True)
        belongs = carried_out(plan, self.belongs)
        return replace(self._unasked(), record=self.record.play(move), belongs=belongs), plan

    def taken_back(self) -> "PlayedGame":
        """Return the game as it was when a person was last to move; `belongs` is only about right then."""
        before = self.record.back()
        while before.moves and self.mover(before.board().turn) == "engine":
            before = before.back()
        return replace(self._unasked(), record=before)

    def closed(self, winner: chess.Color | None, how: Close) -> "PlayedGame":
        """Return the game ended by the players."""
        return replace(self._unasked(), record=self.record.close(Ending(winner, how)))

    def asking(self, moves: Sequence[PieceMove], choices: tuple[chess.Move, ...] = ()) -> "PlayedGame":
        """Return the game with what a person is asked to do, or to decide."""
        asked = tuple((move.piece_id, move.target.number) for move in moves)
        return replace(self, asked=asked, choices=choices)

    def _unasked(self) -> "PlayedGame":
        return replace(self, asked=(), choices=())

    def message(self, time_s: float) -> ChessGame:
        """Return the message about the game."""
        ending, closed = self.record.ending, self.record.closed
        how = "" if closed is None or not isinstance(closed.how, Close) else closed.how.value
        return ChessGame(
            time_s=time_s,
            start=self.record.start,
            moves=tuple(move.uci() for move in self.record.moves),
            result="*" if ending is None else ending.result,
            closed=how,
            turn="white" if self.turn else "black",
            white=self.white,
            black=self.black,
            places=tuple(place.number for place in self.belongs.places),
            asked=self.asked,
            choices=tuple(move.uci() for move in self.choices),
            begun_s=self.begun_s,
            at_page=self.at_page,
            level=self.level,
            language=self.language,
        )

    def situation(self, time_s: float) -> ChessSituation:
        """Return the message that a conversation is about."""
        talker = self.talker
        return ChessSituation(
            time_s=time_s,
            fen=self.record.start,
            moves=tuple(move.uci() for move in self.record.moves),
            player="both" if talker is None else "white" if talker else "black",
            language=self.language,
            is_closed=self.record.closed is not None,
            choices=tuple(move.uci() for move in self.choices),
        )
