"""Care for the legs: who has hot knees steps back from the table, sits down on its heels and waits."""

from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.game_flow.desk import Story, TableDesk, TroubleError
from ludens.games.morris.game_flow.outbox import Outbox
from ludens.geometry import Pose2

BACK_M = 0.30
"""From the table's edge, where there is room to crouch."""


def cool_down(desk: TableDesk, outbox: Outbox, measures: MorrisMeasures) -> Story[None]:
    """Rest until the legs are cool, if they are hot."""
    if not desk.reports.legs_hot:
        return
    outbox.say("My legs are hot. I rest until they have cooled.", desk.time_s, "trouble")
    here = desk.here
    if here is not None and max(abs(here.x_m), abs(here.y_m)) < 0.5 * measures.table_width_m + BACK_M:
        stations = [measures.board_from_side(side) @ Pose2(-BACK_M, 0.0, 0.0) for side in range(SIDES)]
        yield from _go(desk, outbox, min(stations, key=here.distance_m))
    desk.motion = "rest"
    while not desk.reports.legs_cool:
        yield
    desk.motion = "walk"
    outbox.say("My legs have cooled. I go on.", desk.time_s)
    if here is not None:
        yield from _go(desk, outbox, here)


def _go(desk: TableDesk, outbox: Outbox, place: Pose2) -> Story[None]:
    try:
        yield from desk.go(place)
    except TroubleError as trouble:
        outbox.say(str(trouble), desk.time_s, "trouble")
