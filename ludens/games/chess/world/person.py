"""A simulated person at the table: looks at the board, hears what is said, and moves pieces with the hand.

It sees the table as people do, so it may know the truth about it. Like people it is not exact, is clumsy or
cheats, as its character is; and puts right what it is asked to.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Protocol

import chess
import numpy as np

from ludens.games.chess.decide.players import level_player
from ludens.games.chess.rules.arrangement import PieceMove, arrange
from ludens.games.chess.rules.configuration import PieceConfiguration, cast
from ludens.games.chess.rules.physical import plan_of
from ludens.games.chess.rules.places import OFF, PIECES, PiecePlace
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.world.mischief import MISCHIEF
from ludens.games.chess.world.options import ChessWorldOptions, Sides
from ludens.geometry import FloatArray
from ludens.messages import Message, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.chess_game import ChessGame
from ludens.sim.iiwa.robot import SimulatedIiwa
from ludens.sim.person_hand import PersonHand
from ludens.sim.random_streams import RandomStreams
from ludens.sim.world import Physics
from ludens.table.person import LOOKS_NS, Character, HandlingHabits, PersonReaction

AGAIN_NS = 12_000_000_000
"""After so long what was asked for is done again: it was not done well enough."""
RESTS_RAD = 0.03
ASIDE_M = tuple(np.array([0.11 - 0.06 * i, 0.50 + 0.06 * j, 0.0]) for j in range(4) for i in range(4))
"""Where pieces go that are put beside everything, on the table still; one beside the other."""
APART_M = 0.05
SIDES: dict[Sides, Sequence[chess.Color]] = {
    "white": (chess.WHITE,),
    "black": (chess.BLACK,),
    "both": chess.COLORS,
    "none": (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessHabits(HandlingHabits):
    """How a person handles chess pieces."""

    aside_rate: float = 0.0  # puts what was taken somewhere else than into a slot


HABITS: dict[Character, ChessHabits] = {
    "perfect": ChessHabits(place_sigma_m=0.003, turn_sigma_rad=0.08),
    "average": ChessHabits(place_sigma_m=0.0037, turn_sigma_rad=0.11, lingers_rate=0.05, aside_rate=0.1),
    "clumsy": ChessHabits(
        place_sigma_m=0.0045, turn_sigma_rad=0.15, cheat_rate=0.08, lingers_rate=0.15, aside_rate=0.3
    ),
    "cheating": ChessHabits(place_sigma_m=0.003, turn_sigma_rad=0.08, cheat_rate=0.35, aside_rate=0.1),
}


class ChessTable(Protocol):
    """What a person sees of the table, and can touch there."""

    physics: Physics
    arm: SimulatedIiwa
    hand: PersonHand
    measures: Measures

    def true_configuration(self) -> PieceConfiguration:
        """The place of every piece."""

    def place_in_base(self, place: PiecePlace) -> FloatArray:
        """The middle of a place's surface in the frame of the robot's base."""


class ChessPerson:
    """Plays with the hand; one who has no side only puts right what the robot asks for.

    `script` are moves to play first, as UCI writes them.
    """

    def __init__(
        self,
        world: ChessTable,
        *,
        sides: Sequence[chess.Color],
        habits: ChessHabits,
        level: int,
        random: np.random.Generator,
    ) -> None:
        self._world, self._habits, self._random = world, habits, random
        self._sides = tuple(sides)
        self._player = level_player(level)
        self.script: deque[str] = deque()
        self.deeds: list[str] = []  # what it has done, in words
        self.answer: Callable[[chess.PieceType], None] | None = None  # says a piece to the robot
        self._promotion: chess.PieceType = chess.QUEEN  # what it wants of a pawn that has arrived
        self._game: ChessGame | None = None
        self._done_for: tuple[int, tuple[tuple[int, int], ...], tuple[str, ...]] | None = None
        self._reaction = PersonReaction(random)
        self._now_ns = self._done_ns = 0
        self._may_move = False  # the robot waits for a hand
        self._is_scolded = False  # something is wrong, and nobody says what to do about it

    def hear(self, message: Message) -> None:
        """Listen to the robot."""
        if isinstance(message, ChessGame):
            self._game = message
        elif isinstance(message, StateReport):
            self._may_move = message.state == "waiting"
        elif isinstance(message, Announcement):
            self._is_scolded = message.tone in ("plea", "refusal")

    def step(self, time_ns: int) -> None:
        """Look up now and then; begin what is to be done after a moment of thought."""
        if time_ns % LOOKS_NS or self._game is None:
            return
        self._now_ns = time_ns
        called = self._is_called(self._game) and self._world.hand.is_away and self._arm_rests()
        if self._reaction.is_due(time_ns, called=called):
            self._act(self._game)

    def _is_called(self, game: ChessGame) -> bool:
        """Whether there is something to do that has not been done."""
        is_asked = bool(game.asked or (game.choices and self._sides))
        if (len(game.moves), game.asked, game.choices) == self._done_for:
            return self._is_scolded if not is_asked else self._now_ns - self._done_ns > AGAIN_NS
        mover = game.white if game.turn == "white" else game.black
        is_turn = game.result == "*" and mover == "hand" and (game.turn == "white") in self._sides
        return (is_turn and self._may_move) or is_asked

    def _arm_rests(self) -> bool:
        return bool(np.abs(self._world.arm.servos.position_rad - REST_RAD).max() < RESTS_RAD)

    def _act(self, game: ChessGame) -> None:
        now = self._world.true_configuration()
        if game.asked:
            moves = tuple(PieceMove(piece, now[piece], PiecePlace(place)) for piece, place in game.asked)
            self._do(moves, "put right")
        elif game.choices:
            self._answer()
        else:
            board = chess.Board(game.start)
            for text in game.moves:
                board.push_uci(text)
            if self._is_scolded:
                before = PieceConfiguration(tuple(map(PiecePlace, game.places)))
                self._do(arrange(board, now, like=before), "undo")
            elif cast(board, now) is None:
                return  # the robot is not done yet, whatever it says
            else:
                self._do(*self._turn(board, now))
        if self._random.random() < self._habits.lingers_rate:
            middle_m = self._world.place_in_base(PiecePlace(int(self._random.integers(64))))
            self._world.hand.hover(middle_m, seconds=4.0)
        self._world.hand.leave()
        has_undone = self._is_scolded and not (game.asked or game.choices)
        self._done_for = None if has_undone else (len(game.moves), game.asked, game.choices)
        self._done_ns, self._is_scolded = self._now_ns, False

    def _answer(self) -> None:
        """Say what the pawn shall become, to a robot that hears."""
        self.deeds.append(f"say {chess.piece_name(self._promotion)}")
        if self.answer is not None:
            self.answer(self._promotion)

    def _turn(self, board: chess.Board, now: PieceConfiguration) -> tuple[tuple[PieceMove, ...], str]:
        """A move of the script, or one's own; or something else, as people do."""
        if not self.script and self._random.random() < self._habits.cheat_rate:
            deed = MISCHIEF[int(self._random.integers(len(MISCHIEF)))]
            return deed(board, now, self._random), deed.__name__.replace("_", " ")
        move = (
            chess.Move.from_uci(self.script.popleft())
            if self.script
            else self._player.choose(board, self._random).move
        )
        if not board.is_legal(move):  # a script may say so
            piece = now.on(move.from_square)
            assert piece is not None
            return (PieceMove(piece, now[piece], PiecePlace(move.to_square)),), f"illegal {move.uci()}"
        self._promotion = move.promotion or chess.QUEEN
        moves = plan_of(board, move, now)
        if self._random.random() < self._habits.aside_rate:
            moves = tuple(
                PieceMove(one.piece_id, one.origin, OFF) if one.target.slot is not None else one
                for one in moves
            )
        return moves, board.san(move)

    def _do(self, moves: Sequence[PieceMove], what: str) -> None:
        self.deeds.append(what)
        half_m = np.array([0.0, 0.0, 0.5 * self._world.measures.piece_height_m])
        spots_m = self._free_spots_aside()
        for move in moves:
            place_m = next(spots_m) if move.target.is_off else self._world.place_in_base(move.target)
            missed_m = np.append(self._random.normal(0.0, self._habits.place_sigma_m, 2), 0.0)
            turn_rad = float(self._random.normal(0.0, self._habits.turn_sigma_rad))
            self._world.hand.carry(move.piece_id, place_m + missed_m + half_m, yaw_rad=turn_rad)

    def _free_spots_aside(self) -> Iterator[FloatArray]:
        """Spots beside everything where nothing lies; the last one again when all are taken."""
        addresses = [self._world.hand.addresses(piece.id)[0] for piece in PIECES]
        pieces_m = np.array([self._world.physics.data.qpos[one : one + 2] for one in addresses])
        for spot_m in ASIDE_M:
            if np.hypot(*(pieces_m - spot_m[:2]).T).min() > APART_M:
                yield spot_m
        yield from repeat(ASIDE_M[-1])


def person_at(world: ChessTable, options: ChessWorldOptions, streams: RandomStreams) -> ChessPerson | None:
    """Return the person of a world, if there is one."""
    if options.person == "off":
        return None
    person = ChessPerson(
        world,
        sides=SIDES[options.person_plays],
        habits=HABITS[options.person],
        level=options.person_level,
        random=streams.stream("person"),
    )
    person.script.extend(options.person_moves.split())
    return person
