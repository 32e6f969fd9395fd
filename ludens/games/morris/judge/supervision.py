"""A game under the judge's eye: turns are accepted, mistakes put right, and the game goes on."""

from dataclasses import dataclass

from ludens.games.morris.judge.faults import Fault
from ludens.games.morris.judge.judging import judge
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.judge.verdict import Ruling, Verdict
from ludens.games.morris.rules import GameRecord, Side


@dataclass(frozen=True, slots=True)
class Offence:
    """A wrong board that was found: after how many turns, whose turn it was, and what was wrong."""

    turns_played: int
    side: Side
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Supervision:
    """The game so far, what is still to be put right, and all that had to be.

    Look again and again: `look` accepts a legal turn, asks for corrections while the board is wrong, and goes
    on as soon as the board is the position before or any legal successor, whichever way that came about.
    """

    record: GameRecord
    open_verdict: Verdict | None = None
    offences: tuple[Offence, ...] = ()

    @property
    def waits_for_corrections(self) -> bool:
        """Whether the last look showed a wrong board."""
        return self.open_verdict is not None

    def look(self, seen: SeenBoard) -> tuple["Supervision", Verdict]:
        """The game after this look, and what the judge says about it."""
        verdict = judge(self.record, seen)
        if verdict.turn is not None:
            return Supervision(self.record.play(verdict.turn), None, self.offences), verdict
        if verdict.ruling is Ruling.UNCHANGED:
            return Supervision(self.record, None, self.offences), verdict
        if verdict.ruling is Ruling.UNCERTAIN:
            return self, verdict
        known = self.open_verdict is not None and self.open_verdict.faults == verdict.faults
        offence = Offence(len(self.record.turns), verdict.side, verdict.faults)
        offences = self.offences if known else (*self.offences, offence)
        return Supervision(self.record, verdict, offences), verdict
