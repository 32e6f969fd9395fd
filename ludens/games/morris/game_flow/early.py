"""People who do not wait: as soon as the robot's man stands, they make their turn.

What they have done is no damage to be mended. It is left on the board, to be judged when they say so.
"""

from collections.abc import Sequence

from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.mending import belongs_to
from ludens.games.morris.game_flow.sight import TableSeen
from ludens.games.morris.game_flow.told import TableGame
from ludens.games.morris.judge import FaultKind, SeenBoard, judge

MID_TURN = frozenset({FaultKind.MILL_WITHOUT_CAPTURE})
"""What is wrong with the board of somebody who closed a mill, and has yet to take a man."""


def has_moved_early(game: TableGame, seen: TableSeen, jobs: Sequence[Job]) -> bool:
    """Whether all that is left to do beside the robot's own turn is what the person's next turn explains."""
    if game.is_robots_turn or game.turn_owed is None or game.record.outcome is not None or seen.strays:
        return False
    own = [job for job in jobs if belongs_to(job, game.turn_owed)]
    if len(own) == len(jobs):
        return False
    verdict = judge(game.record, _after(seen.board, own))
    return verdict.turn is not None or verdict.kinds == MID_TURN


def _after(board: SeenBoard, jobs: Sequence[Job]) -> SeenBoard:
    """Return what the board will be when these jobs are done."""
    men = [board.white, board.black]
    for job in jobs:
        men[job.colour] &= ~(0 if job.origin_point is None else 1 << job.origin_point)
        men[job.colour] |= 0 if job.target is None else 1 << job.target
    white, black = men
    return SeenBoard(white & ~black, black, board.unknown & ~(white | black))
