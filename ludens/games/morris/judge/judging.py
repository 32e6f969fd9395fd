"""The judge: does one legal turn lead from the game so far to the board that is seen now?"""

from ludens.games.morris.judge.corrections import remedies
from ludens.games.morris.judge.explaining import explain
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.judge.verdict import Ruling, Verdict
from ludens.games.morris.rules import GameRecord, Position, Turn, apply


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
