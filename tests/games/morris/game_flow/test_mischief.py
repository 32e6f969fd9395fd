"""Whole games in which everything goes wrong now and then: whatever happens, the keeper comes to an end.

Hands fail, eyes err, the body falls and gets hot; people cheat, forget, refuse, move too soon and press what
nobody asked for. Dice decide when.
"""

import numpy as np
import pytest

from ludens.games.morris.game_flow.table_game import TableGame
from ludens.games.morris.judge.injector import inject
from ludens.games.morris.rules import Position, Side, Turn, apply, points_of, turn_text
from ludens.messages.manipulation import HandFailure, HandReport, HandRequest
from ludens.messages.morris_game import Colour, PersonAsked
from ludens.messages.morris_table import SeenMan, StationRequest
from ludens.messages.task import TaskState
from tests.games.morris.game_flow.paper_table import MEASURES, PaperTable, order

LONGEST_TURN_S = 4000.0
"""Of which the keeper may call for help as often as it must."""


def men_of(position: Position) -> dict[int, int]:
    return {point: colour for colour, side in enumerate(Side) for point in points_of(position.men(side))}


class MischievousTable(PaperTable):
    """A table at which chance breaks things."""

    def __init__(self, seed: int) -> None:
        super().__init__(patience_s=20.0)
        self._rng = np.random.default_rng(seed)
        self._stands_s = self._cools_s = 0.0
        self.person = self._someone

    def pass_time(self) -> None:
        """One cycle, with what may happen in it."""
        if self._may(0.0005):
            self.lies, self.leans = True, self._may(0.3)
            self._stands_s = self.time_s + float(self._rng.choice([5.0, 60.0]))
        if self.lies and not self.leans and self.time_s > self._stands_s:
            self.lies = False
        if self._may(0.0005):
            self.temperature_c, self._cools_s = 72.0, self.time_s + 30.0
        if self.time_s > self._cools_s:
            self.temperature_c = 40.0
        if self._may(0.01):
            self._pressed.append(str(self._rng.choice(["head front", "head middle"])))
        if self._may(0.0005) and self.board:
            del self.board[self._any_man()]
        if self._may(0.001) and self.state in ("looking", "moving"):
            self._move_early()
        self._step(())

    @property
    def _game(self) -> TableGame:
        assert self.module.table is not None
        return self.module.table.game

    def _think(self) -> str:
        return turn_text(self._any_turn())

    def _may(self, rate: float) -> bool:
        return bool(self._rng.random() < rate)

    def _any_man(self) -> int:
        return list(self.board)[int(self._rng.integers(len(self.board)))]

    def _any_turn(self) -> Turn:
        """One that takes a man, if there is such a turn: games shall end."""
        turns = self._game.record.legal_turns()
        turns = tuple(turn for turn in turns if turn.captured is not None) or turns
        return turns[int(self._rng.integers(len(turns)))]

    def _move_early(self) -> None:
        record = self._game.record
        is_persons = not self._game.is_robots_turn and record.outcome is None
        if is_persons and self.board == men_of(record.position):
            self.board = men_of(apply(record.position, self._any_turn()))

    def _someone(self, asked: PersonAsked) -> str | None:
        match asked.asking:
            case "turn":
                return None if self._may(0.05) else self._make_turn()
            case "hand over" if not self._may(0.05):
                self.held[asked.hand] = 1 - asked.colour if self._may(0.1) else asked.colour
            case "take" if not self._may(0.1):
                self.held.pop(asked.hand, None)
            case "put right":
                self._put_right(asked)
                return "head middle"
            case "help":
                self.lies = self.leans = False
                if not self._may(0.2):
                    self.strays, self.board = [], men_of(self._game.position)
                    self.held.clear()
                return "head middle"
            case "start":
                return "head front"
        return None

    def _make_turn(self) -> str:
        record = self._game.record
        cheat = inject(record, self._rng) if self._may(0.15) else None
        if cheat is not None:
            self.board = men_of(Position(cheat.board.white, cheat.board.black))
        elif not self._may(0.05):
            self.board = men_of(apply(record.position, self._any_turn()))
            if self._may(0.1):
                self._push_off(self._any_man())
        return "head front"

    def _push_off(self, point: int) -> None:
        x_m, y_m = MEASURES.points_m()[point].tolist()
        self.strays.append(SeenMan(x_m + 0.024, y_m, 0.0, self.board.pop(point)))

    def _put_right(self, asked: PersonAsked) -> None:
        if self._may(0.2):
            return
        self.strays = []
        for colour, origin, target in asked.corrections:
            self.board.pop(origin, None)
            if target >= 0:
                self.board[target] = colour

    def _act(self, request: HandRequest) -> None:
        is_given = request.hand in self.held
        cannot = {"accept": not is_given, "offer": is_given, "place": not is_given}.get(request.act, False)
        self.fails[request.act] = int(cannot or self._may(0.06))
        self.vanishes, self.drops = int(self._may(0.03)), int(self._may(0.04))
        self.slips_m = [0.011] if self._may(0.04) else []
        try:
            super()._act(request)
        except KeyError:  # nobody stands where it grasped
            holds = ("left" in self.held, "right" in self.held)
            self._hand = HandReport(
                time_s=0.0,
                number=request.number,
                state=TaskState.FAILED,
                holds=holds,
                reason=HandFailure.FELT_NOTHING,
            )

    def _look(self, number: int) -> None:
        self.blind = int(self._may(0.03))
        if self._may(0.05):
            self.misreads = {int(self._rng.integers(24)): int(self._rng.integers(2))}
        if self._may(0.01):
            self.hindered = 5
        super()._look(number)

    def _walk(self, request: StationRequest) -> None:
        self.stuck = int(self._may(0.03))
        super()._walk(request)


@pytest.mark.parametrize(
    ("seed", "robot"), [(900, ("white",)), (903, ("black",)), (922, ("black",)), (914, ()), (905, ("white",))]
)
def test_whatever_goes_wrong_a_game_is_played_to_its_end(seed, robot):
    table = MischievousTable(seed)
    table.order(order(robot=robot))
    turns, since_s = 0, table.time_s
    while table.state != "over":
        table.pass_time()
        if table.games and len(table.games[-1].turns) != turns:
            turns, since_s = len(table.games[-1].turns), table.time_s
        assert table.time_s - since_s < LONGEST_TURN_S, f"in state {table.state}; said {table.said[-5:]}"
    assert table.games[-1].outcome
    table.run(until=lambda: table.said[-1] == table.games[-1].outcome, most_s=1.0)


def after_kill(table: MischievousTable, *, seed: int, robot: tuple[Colour, ...]) -> MischievousTable:
    """Take up the game as it was told last, at the table as it stands, without any other memory."""
    told, new = table.games[-1], MischievousTable(seed)
    new.board, new.strays, new.held = dict(table.board), list(table.strays), dict(table.held)
    holds = ("left" in new.held, "right" in new.held)
    new._hand = HandReport(time_s=0.0, number=0, state=TaskState.DONE, holds=holds)
    new.lies, new.leans = table.lies, table.leans
    new.order(order(*told.turns, start=told.start, robot=robot))
    return new


@pytest.mark.parametrize(("seed", "robot"), [(951, ("white",)), (949, ("black",)), (950, ())])
def test_killed_again_and_again_in_any_state_a_game_goes_on_and_loses_no_turn(seed, robot):
    random = np.random.default_rng(seed)
    table = MischievousTable(seed)
    table.order(order(robot=robot))
    played: tuple[str, ...] = ()
    killed_in: list[str] = []
    while table.state != "over":
        table.pass_time()
        if table.games:
            assert table.games[-1].turns[: len(played)] == played
            played = table.games[-1].turns
        if table.games and len(killed_in) < 40 and random.random() < 0.03:
            killed_in.append(table.state)
            table = after_kill(table, seed=seed + 1000 * len(killed_in), robot=robot)
    assert {"looking", "waiting"} | ({"moving"} if robot else set()) <= set(killed_in)
    assert table.games[-1].outcome
