"""Another engine of morris as a player of ours."""

from collections.abc import Sequence

import numpy as np

from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.candidates import MorrisChoice, require_game_on
from ludens.games.morris.decide.uci_position import UciPosition, uci_position_after
from ludens.games.morris.rules import GameRecord, MorrisError, start_position
from ludens.games.morris.rules.fen import Fen, format_fen
from ludens.games.morris.rules.notation import tokens_of
from ludens.table.uci import HELLO_S, EngineError, UciEngine

PATIENCE_S = 10.0  # beyond the time the engine was given
LEVEL_OPTION = "SkillLevel"


class MorrisUciPlayer:
    """Plays what another program says. Close it when the game is over."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        movetime_s: float = 1.0,
        level: int | None = None,
        clock: Clock | None = None,
        hello_s: float = HELLO_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._engine = UciEngine(command, clock=clock, hello_s=hello_s, patience_s=patience_s)
        self._movetime_s = movetime_s
        if level is not None and LEVEL_OPTION.lower() in self._engine.offered:
            self._engine.set_option(LEVEL_OPTION, str(level))

    def choose(self, game: GameRecord, rng: np.random.Generator) -> MorrisChoice:
        """Ask for a step, and when it closes a mill for what it takes."""
        require_game_on(game)
        played = [token for turn in game.turns for token in tokens_of(turn)]
        tokens: list[str] = []
        reached = UciPosition(game)
        while len(reached.record.turns) == len(game.turns):
            token, _ = self._engine.search(_start(game), [*played, *tokens], movetime_s=self._movetime_s)
            tokens.append(token)
            try:
                reached = uci_position_after(UciPosition(game), tokens)
            except MorrisError as error:
                raise EngineError(
                    f"The engine {self._engine.name} answered '{token}', which is no legal turn here: {error}"
                ) from error
        return MorrisChoice(reached.record.turns[-1], (), f"Chosen by {self._engine.name}.")

    def close(self) -> None:
        """End the other program."""
        self._engine.close()


def _start(record: GameRecord) -> str:
    if record.start == start_position() and not record.quiet_turns[0]:
        return "startpos"
    return f"fen {format_fen(Fen(record.start, record.quiet_turns[0]))}"
