"""What the game so far says about a wrong board: how many men are right, whether it stood before."""

from ludens.games.morris.judge.faults import Fault, FaultKind, colour
from ludens.games.morris.judge.seen import SeenBoard
from ludens.games.morris.rules import GameRecord, Phase, Side, legal_turns, turn_text


def remarks(record: GameRecord, now: SeenBoard) -> tuple[Fault, ...]:
    """Remarks on a complete board that is no legal successor."""
    return (*_wrong_numbers(record, now), *_taken_back(record, now))


def possible_numbers(record: GameRecord, side: Side) -> tuple[int, ...]:
    """How many men of this side can stand on the board after one turn, fewest first."""
    position = record.position
    count = position.men(side).bit_count()
    if side is position.side_to_move:
        return (count + 1,) if position.phase is Phase.PLACING else (count,)
    turns = legal_turns(position, record.variant)
    numbers = {count - (turn.captured is not None) for turn in turns}
    return tuple(sorted(numbers)) or (count,)


def _wrong_numbers(record: GameRecord, now: SeenBoard) -> tuple[Fault, ...]:
    faults = []
    for side in Side:
        seen, right = now.men(side).bit_count(), possible_numbers(record, side)
        if seen not in right:
            expected = " or ".join(str(number) for number in right)
            men = "man" if seen == 1 else "men"
            sentence = f"{colour(side)} has {seen} {men} on the board where {expected} would be right."
            faults.append(Fault(FaultKind.WRONG_NUMBER, (), sentence))
    return tuple(faults)


def _taken_back(record: GameRecord, now: SeenBoard) -> tuple[Fault, ...]:
    for back, earlier in enumerate(reversed(record.positions[:-1]), start=1):
        if (now.white, now.black) == (earlier.white, earlier.black):
            first = turn_text(record.turns[-back])
            ago = "before the last turn" if back == 1 else f"{back} turns ago"
            sentence = f"The board is as it was {ago}, before {first}: was that taken back?"
            return (Fault(FaultKind.TAKEN_BACK, (), sentence),)
    return ()
