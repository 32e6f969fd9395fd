"""How whole games are watched and counted, whatever the game."""

from collections.abc import Sequence
from typing import Any, ClassVar

from ludens.core.contract.observer import Keyed
from ludens.messages.announcement import Announcement
from ludens.table.referee import TableReferee, play_to_end, totals


class Counting(TableReferee):
    spoken_of: ClassVar = {"trouble": "troubles"}
    played = 0

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Everything is told by the test."""

    @property
    def turns(self) -> int:
        return self.played


class Clockwork:
    """A run that takes ten seconds a step; a turn is played at each of the given steps."""

    def __init__(self, referee: Counting, *, turns_at: Sequence[int], steps: int) -> None:
        self._referee, self._turns_at, self._steps = referee, turns_at, steps
        self.time_s, self.count = 0.0, 0

    def step(self) -> float | None:
        if self.count == self._steps:
            return None
        self.count += 1
        self.time_s += 10.0
        self._referee.played += self.count in self._turns_at
        return self.time_s


def played(turns_at: Sequence[int], *, steps: int = 20, state: str = "", **limits: Any) -> tuple[bool, int]:
    referee = Counting()
    referee.state = state
    run = Clockwork(referee, turns_at=turns_at, steps=steps)
    return play_to_end(run, referee, **{"stuck_s": 45.0, **limits}), run.count  # type: ignore[arg-type]


def test_a_game_is_stuck_when_no_turn_comes_for_too_long_and_it_is_not_over():
    assert played((2, 5, 8), steps=11) == (False, 11)
    assert played((2, 5)) == (True, 10)
    assert played((2, 5), state="over") == (False, 20)


def test_a_game_that_grows_too_long_is_broken_off():
    assert played((2, 5, 8, 11), most_turns=3) == (False, 8)


def test_what_is_said_in_a_counted_tone_is_remarked():
    referee = Counting()
    referee.hear(Announcement(time_s=0.0, text="I play a1."), 3.0)
    referee.hear(Announcement(time_s=0.0, text="My legs are hot.", tone="trouble"), 4.2)
    assert referee.counts == {"troubles": 1}
    assert referee.remarks == ["4 s: My legs are hot."]


def test_columns_are_summed_over_games_that_have_them():
    assert totals([{"turns": 3}, {"error": "no"}, {"turns": 4}], "turns", "falls") == {"turns": 7, "falls": 0}
