"""Care for the legs: who has hot knees steps back from the table, sits down on its heels and waits."""

from ludens.games.morris.keep.desk import Story, TableDesk, TroubleError
from ludens.games.morris.keep.outbox import Outbox
from ludens.games.morris.measures import SIDES, MorrisMeasures
from ludens.geometry import Pose2

BACK_M = 0.30
"""From the table's edge, where there is room to crouch."""


def cool_down(desk: TableDesk, outbox: Outbox, measures: MorrisMeasures) -> Story[None]:
    """Rest until the legs are cool, if they are hot."""
    if not desk.reports.legs_hot:
        return
    outbox.say("My legs are hot. I rest until they have cooled.", desk.time_s, "trouble")
    here = desk.here
    if here is not None:
        stations = [measures.board_from_side(side) @ Pose2(-BACK_M, 0.0, 0.0) for side in range(SIDES)]
        try:
            yield from desk.go(min(stations, key=here.distance_m))
        except TroubleError as trouble:
            outbox.say(str(trouble), desk.time_s, "trouble")
    desk.motion = "rest"
    while not desk.reports.legs_cool:
        yield
    desk.motion = "walk"
    outbox.say("I go on.", desk.time_s)
