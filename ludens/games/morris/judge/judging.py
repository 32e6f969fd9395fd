"""The judge: does one legal turn lead from the game so far to the board that is seen now?

Under its eye a game goes on: turns are accepted, and mistakes put right.
"""

from dataclasses import dataclass

from ludens.games.morris.judge.corrections import remedies
from ludens.games.morris.judge.explaining import explain
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.judge.verdict import FaultKind, RuleFault, Ruling, Verdict, kinds_of
from ludens.games.morris.rules import GameRecord, Position, Side, Turn, apply


def judge(record: GameRecord, seen: SeenBoard) -> Verdict:
    """The verdict on a board, given the game up to the last turn that was accepted."""
    before = record.position
    successors = tuple((turn, apply(before, turn)) for turn in record.legal_turns())
    fitting = [(turn, after) for turn, after in successors if seen.fits(after)]
    unchanged = seen.fits(before)
    turns = tuple(turn for turn, _ in fitting)
    if len(fitting) == 1 and not unchanged:
        return Verdict(Ruling.LEGAL, before.side_to_move, turns, look_at=seen.unknown)
    if unchanged and not fitting:
        return Verdict(Ruling.UNCHANGED, before.side_to_move, look_at=seen.unknown)
    if fitting:
        fits = [after for _, after in fitting] + [before] * unchanged
        return Verdict(Ruling.UNCERTAIN, before.side_to_move, turns, unchanged, _deciding(fits, seen))
    return _illegal(record, seen, successors)


def _deciding(fitting: list[Position], seen: SeenBoard) -> int:
    """The unknown points at which the positions that fit differ from each other."""
    differ = 0
    for position in fitting[1:]:
        differ |= (position.white ^ fitting[0].white) | (position.black ^ fitting[0].black)
    return differ & seen.unknown


def _illegal(record: GameRecord, seen: SeenBoard, successors: tuple[tuple[Turn, Position], ...]) -> Verdict:
    before = record.position
    ways = remedies(seen, before, successors)
    wanted = before if ways[0].turn is None else apply(before, ways[0].turn)
    # Points nobody could see are believed to be as they are on the nearest board that is right.
    complete = seen.completed_by(wanted)
    return Verdict(
        Ruling.ILLEGAL,
        before.side_to_move,
        look_at=_doubtful(seen, [before, *(after for _, after in successors)]) | seen.unknown,
        faults=explain(record, complete),
        remedies=ways,
    )


def _doubtful(seen: SeenBoard, right: list[Position]) -> int:
    """The points at which the board differs from those right ones that it differs from least.

    If one point was misread and all others are right, it is among them.
    """
    differences = [
        ((seen.white ^ position.white) | (seen.black ^ position.black)) & seen.known for position in right
    ]
    fewest = min(points.bit_count() for points in differences)
    doubtful = 0
    for points in differences:
        if points.bit_count() == fewest:
            doubtful |= points
    return doubtful


@dataclass(frozen=True, slots=True)
class Offence:
    """A wrong board that was found: after how many turns, whose turn it was, and what was wrong."""

    turns_played: int
    side: Side
    faults: tuple[RuleFault, ...]

    @property
    def kinds(self) -> frozenset[FaultKind]:
        """Kinds of the faults, remarks left out."""
        return kinds_of(self.faults)


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
