"""Who thinks about a game of chess: asked for a move, a hint or an opinion, beside the run."""

from collections.abc import Callable
from typing import Literal

import chess
import numpy as np

from ludens.core.contract.driver import Driver
from ludens.drivers.engine import THINKS_S, EngineDriver
from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.search import analyse
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.levels import LevelPlayer
from ludens.games.chess.decide.player import Candidate, Player
from ludens.games.chess.talk.advising import hint_sentence, score_sentence
from ludens.games.chess.talk.telling import Telling
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply

ADVICE_NODES = 60_000

MakePlayer = Callable[[int], Player]  # from a level


def mind_driver(
    driver: Driver, *, seed: int, make_player: MakePlayer = LevelPlayer, thinks_s: float = THINKS_S
) -> EngineDriver:
    """Add the engine to every robot of another driver."""
    mind = Mind(seed=seed, make_player=make_player)
    return EngineDriver(driver, reply=mind.think, thinks_s=thinks_s, close=mind.close)


class Mind:
    """Thinks at any level; players are made when they are first needed."""

    def __init__(self, *, seed: int, make_player: MakePlayer) -> None:
        self._seed = seed
        self._make_player = make_player
        self._players: dict[int, Player] = {}

    def close(self) -> None:
        """End all players."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def think(self, request: EngineQuery) -> EngineReply:
        """Answer a question."""
        board = chess.Board(request.start)
        for text in request.moves:
            board.push_uci(text)
        if request.purpose != "move":
            best = analyse(board, budget=Budget(nodes=ADVICE_NODES), lines=1).candidates[0]
            return _thought(request, best, _words(request, board, best))
        if request.level not in self._players:
            self._players[request.level] = self._make_player(request.level)
        # Dice by move: after taking back, or after a restart, the same move is answered in the same way.
        random = np.random.default_rng([self._seed, len(request.moves)])
        choice = self._players[request.level].choose(board, random)
        chosen = next((one for one in choice.candidates if one.move == choice.move), None)
        return _thought(request, chosen or Candidate(choice.move, 0), choice.note)


def _words(request: EngineQuery, board: chess.Board, best: Candidate) -> str:
    telling = Telling(request.language)
    if request.purpose == "hint":
        return hint_sentence(hint_for(board, best), telling.notation(board, best.move), telling.language)
    return score_sentence(board, best, telling.language)


def _thought(request: EngineQuery, candidate: Candidate, words: str) -> EngineReply:
    return EngineReply(
        time_s=request.time_s,
        number=request.number,
        purpose=request.purpose,
        move=candidate.move.uci(),
        considered=(_considered(candidate),),
        words=words,
    )


def _considered(candidate: Candidate) -> ConsideredMove:
    line = tuple(move.uci() for move in candidate.line)
    mate_in = candidate.mate_in
    if mate_in is None:
        return ConsideredMove(candidate.move.uci(), candidate.score, line=line)
    result: Literal["win", "loss"] = "win" if mate_in > 0 else "loss"
    plies = 2 * mate_in - 1 if mate_in > 0 else -2 * mate_in
    return ConsideredMove(candidate.move.uci(), candidate.score, result, plies, line)
