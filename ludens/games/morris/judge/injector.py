"""Puts a cheat into a game by chance and knows what the judge must say about it."""

from dataclasses import dataclass

import numpy as np

from ludens.games.morris.judge import cheats
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.judge.verdict import FaultKind
from ludens.games.morris.rules import GameRecord, Side, Turn

Kinds = frozenset[FaultKind]


@dataclass(frozen=True, slots=True)
class Cheat:
    """A wrong board and the ways to name it that are right; several where two cheats leave the same board."""

    name: str
    board: SeenBoard
    right: tuple[Kinds, ...]


def _one(*kinds: FaultKind) -> tuple[Kinds, ...]:
    return tuple(frozenset({kind}) for kind in kinds)


CHEATS: dict[cheats.Maker, tuple[Kinds, ...]] = {
    cheats.too_far: _one(FaultKind.TOO_FAR),
    cheats.moved_while_in_hand: _one(FaultKind.MOVED_WHILE_IN_HAND),
    cheats.placed_two: _one(FaultKind.PLACED_SEVERAL),
    cheats.moved_two: _one(FaultKind.MOVED_SEVERAL),
    cheats.placed_with_empty_hand: _one(FaultKind.PLACED_WITH_EMPTY_HAND),
    cheats.added_own: _one(FaultKind.PLACED_WITH_EMPTY_HAND),
    cheats.only_took_own: _one(FaultKind.OWN_MAN_GONE),
    cheats.took_own: _one(FaultKind.OWN_MAN_GONE),
    cheats.placed_and_took_own: _one(FaultKind.MOVED_WHILE_IN_HAND, FaultKind.OWN_MAN_GONE),
    cheats.moved_opponent: _one(FaultKind.OPPONENT_MOVED),
    cheats.moved_opponent_too: _one(FaultKind.OPPONENT_MOVED),
    cheats.placed_wrong_colour: _one(FaultKind.WRONG_COLOUR_PLACED),
    cheats.added_opponent: _one(FaultKind.OPPONENT_ADDED),
    cheats.recoloured: _one(FaultKind.COLOUR_CHANGED),
    cheats.recoloured_too: _one(FaultKind.COLOUR_CHANGED),
    cheats.moved_onto_man: _one(FaultKind.MOVED_ONTO_MAN),
    cheats.forgot_capture: _one(FaultKind.MILL_WITHOUT_CAPTURE),
    cheats.took_without_mill: _one(FaultKind.TOOK_WITHOUT_MILL),
    cheats.only_took: _one(FaultKind.TOOK_WITHOUT_MILL),
    cheats.took_safe: _one(FaultKind.TOOK_SAFE_MAN),
    cheats.took_two: _one(FaultKind.TOOK_SEVERAL),
    cheats.upset: _one(FaultKind.BOARD_UPSET),
}


def inject(record: GameRecord, rng: np.random.Generator) -> Cheat | None:
    """A cheat that fits the moment, drawn by chance; None when no kind of cheat can be done."""
    scene = cheats.Scene(record, rng, _turn_to_build_on(record, rng))
    makers = list(CHEATS)
    for index in rng.permutation(len(makers)):
        board = makers[index](scene)
        if board is not None and not _happens_to_be_right(board, scene):
            own, other = board
            seen = SeenBoard(own, other) if record.side_to_move is Side.WHITE else SeenBoard(other, own)
            return Cheat(makers[index].__name__, seen, CHEATS[makers[index]])
    return None


def _turn_to_build_on(record: GameRecord, rng: np.random.Generator) -> Turn:
    """Every second time one that takes a man, where there is one: mills are where most cheats can be done."""
    turns = record.legal_turns()
    taking = tuple(turn for turn in turns if turn.captured is not None)
    choices = taking if taking and rng.random() < 0.5 else turns
    return choices[rng.integers(len(choices))]


def _happens_to_be_right(board: cheats.Board, scene: cheats.Scene) -> bool:
    """Some cheats leave a board that an honest turn leaves too; nobody can tell them from it."""
    return board == scene.before() or any(board == scene.after(turn) for turn in scene.record.legal_turns())
