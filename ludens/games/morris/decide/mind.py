"""Who thinks about a game at the table: asked what to play, beside the run."""

from typing import Literal

import numpy as np

from ludens.core.contract.driver import Driver
from ludens.drivers.engine import THINKS_S, EngineDriver
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.player import Candidate, Player
from ludens.games.morris.decide.roster import make_player
from ludens.games.morris.rules import record_from_texts, turn_text
from ludens.games.morris.solution.values import Result, Tables
from ludens.messages.engine import ConsideredMove, EngineQuery, EngineReply

NODES = 600_000
"""Positions are counted, not seconds: the same game is played the same way on every machine."""
SHOWN = 5
WORDS: dict[Result, Literal["win", "draw", "loss"]] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}


def mind_driver(
    driver: Driver, *, seed: int, tables: Tables | None = None, thinks_s: float = THINKS_S
) -> EngineDriver:
    """Add the mind to every robot of another driver."""
    mind = Mind(seed=seed, tables=tables)
    return EngineDriver(driver, reply=mind.think, thinks_s=thinks_s)


class Mind:
    """Plays at any level; players are made when they are first needed."""

    def __init__(self, *, seed: int, tables: Tables | None = None) -> None:
        self._seed, self._tables = seed, tables
        self._players: dict[int, Player] = {}

    def think(self, question: EngineQuery) -> EngineReply:
        """Choose a turn."""
        level = question.level
        if level not in self._players:
            self._players[level] = make_player(
                f"level-{level}", tables=self._tables, budget=Budget(nodes=NODES)
            )
        record = record_from_texts(question.start, question.moves)
        # Dice by turn: after a restart the same turn is answered in the same way.
        choice = self._players[level].choose(record, np.random.default_rng([self._seed, len(record.turns)]))
        return EngineReply(
            time_s=question.time_s,
            number=question.number,
            move=turn_text(choice.turn),
            considered=tuple(map(_considered, choice.candidates[:SHOWN])),
            words=choice.note,
        )


def _considered(candidate: Candidate) -> ConsideredMove:
    if candidate.value is None:
        return ConsideredMove(turn_text(candidate.turn), candidate.score)
    result, plies = candidate.value.result, candidate.value.plies
    return ConsideredMove(turn_text(candidate.turn), candidate.score, WORDS[result], plies)
