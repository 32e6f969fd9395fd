"""The engine beside a robot at a board: asked for a move, a hint or an opinion, it replies at any level."""

from collections.abc import Callable
from typing import Any, Generic, Literal

import numpy as np

from ludens.core.contract.driver import Driver
from ludens.drivers.engine import THINKS_S, EngineDriver
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply
from ludens.table.board_game import BoardGame, RecordT, TurnT
from ludens.table.players import Candidate, GamePlayer
from ludens.table.values import Result, Value

CONSIDERED = 5  # moves that a reply tells
RESULTS: dict[Result, Literal["win", "draw", "loss"]] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}


class Engine(Generic[RecordT, TurnT]):
    """Players are made when they are first needed.

    `advise` gives a good move and words about it to a query that asks for something else than a move.
    """

    def __init__(
        self,
        game: BoardGame[RecordT, TurnT],
        *,
        seed: int,
        make_player: Callable[[int], GamePlayer[Any, TurnT]],
        advise: Callable[[EngineQuery, Any], tuple[Candidate[TurnT], str]] | None = None,
    ) -> None:
        self._game, self._seed = game, seed
        self._make_player, self._advise = make_player, advise
        self._players: dict[int, GamePlayer[Any, TurnT]] = {}

    def beside(self, driver: Driver, *, thinks_s: float = THINKS_S) -> EngineDriver:
        """Add the engine to every robot of another driver."""
        return EngineDriver(driver, reply=self.reply, thinks_s=thinks_s, close=self.close)

    def reply(self, query: EngineQuery) -> EngineReply:
        """Answer a query."""
        game = self._game.seen(self._game.read(query.start, query.moves, {}))
        if query.purpose != "move" and self._advise is not None:
            candidate, words = self._advise(query, game)
            return self._told(query, candidate.move, [candidate], words)
        if query.level not in self._players:
            self._players[query.level] = self._make_player(query.level)
        # Dice by move: after taking back, or after a restart, the same move is answered in the same way.
        rng = np.random.default_rng([self._seed, len(query.moves)])
        choice = self._players[query.level].choose(game, rng)
        considered = [*choice.candidates[:CONSIDERED]]
        considered += [one for one in choice.candidates[CONSIDERED:] if one.move == choice.move]
        return self._told(query, choice.move, considered, choice.note)

    def close(self) -> None:
        """End all players."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def _told(
        self, query: EngineQuery, move: TurnT, considered: list[Candidate[TurnT]], words: str
    ) -> EngineReply:
        return EngineReply(
            time_s=query.time_s,
            number=query.number,
            purpose=query.purpose,
            move=self._game.turn_text(move),
            considered=tuple(map(self._considered, considered)),
            words=words,
        )

    def _considered(self, candidate: Candidate[TurnT]) -> ConsideredMove:
        move, value = self._game.turn_text(candidate.move), candidate.value
        line = tuple(map(self._game.turn_text, candidate.line))
        if value is None:
            return ConsideredMove(move, candidate.score, line=line)
        return ConsideredMove(move, candidate.score, RESULTS[value.result], value.plies, line)


def value_of(considered: ConsideredMove) -> Value | None:
    """The certain value of a move in an engine's reply, or None."""
    return None if not considered.result else Value(Result[considered.result.upper()], considered.plies)
