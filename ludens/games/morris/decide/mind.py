"""Who thinks about a game at the table: asked what to play, beside the run."""

import numpy as np

from ludens.core.contract.driver import Driver
from ludens.drivers.engine import THINKS_S, EngineDriver
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.player import Candidate, Player
from ludens.games.morris.decide.roster import make_player
from ludens.games.morris.keeping import record_of
from ludens.games.morris.rules import turn_text
from ludens.games.morris.values import Tables
from ludens.messages.morris_game import ConsideredTurn, MorrisQuestion, MorrisThought

NODES = 600_000
"""Positions are counted, not seconds: the same game is played the same way on every machine."""
SHOWN = 5


def mind_driver(
    driver: Driver, *, seed: int, tables: Tables | None = None, thinks_s: float = THINKS_S
) -> EngineDriver:
    """Add the mind to every robot of another driver."""
    mind = Mind(seed=seed, tables=tables)
    return EngineDriver(
        driver, question=MorrisQuestion, answer=MorrisThought, think=mind.think, thinks_s=thinks_s
    )


class Mind:
    """Plays at any level; players are made when they are first needed."""

    def __init__(self, *, seed: int, tables: Tables | None = None) -> None:
        self._seed, self._tables = seed, tables
        self._players: dict[str, Player] = {}

    def think(self, question: MorrisQuestion) -> MorrisThought:
        """Choose a turn."""
        level = question.level
        if level not in self._players:
            self._players[level] = make_player(
                f"level-{level}", tables=self._tables, budget=Budget(nodes=NODES)
            )
        record = record_of(question.start, question.turns)
        # Dice by turn: after a restart the same turn is answered in the same way.
        choice = self._players[level].choose(record, np.random.default_rng([self._seed, len(record.turns)]))
        return MorrisThought(
            time_s=question.time_s,
            number=question.number,
            turn=turn_text(choice.turn),
            considered=tuple(map(_considered, choice.candidates[:SHOWN])),
            words=choice.note,
        )


def _considered(candidate: Candidate) -> ConsideredTurn:
    value = "" if candidate.value is None else str(candidate.value)
    return ConsideredTurn(turn_text(candidate.turn), candidate.score, value)
