"""After a fall: the body gets up by itself, or somebody helps it; then the robot finds the table again."""

from collections.abc import Callable

from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.game_flow.desk import Story, TableDesk, TroubleError
from ludens.games.morris.game_flow.outbox import Outbox
from ludens.geometry import Pose2

GETS_UP_S = 45.0
"""Who still lies after so long needs somebody."""
STANDS_S = 1.5
"""Who has been upright for so long stands."""
LOOKS_S = 2.0
LOOKS_FROM_M = 0.14
"""From the table's edge to the torso, where the whole board is in sight."""

Help = Callable[[str], Story[None]]


def looking_place(measures: MorrisMeasures, near: Pose2 | None) -> Pose2:
    """Where the whole board is in sight, at the side of the table that is nearest to a place."""
    sides = [measures.board_from_side(side) @ Pose2(-LOOKS_FROM_M, 0.0, 0.0) for side in range(SIDES)]
    return sides[0] if near is None else min(sides, key=near.distance_m)


def get_up(
    desk: TableDesk, outbox: Outbox, measures: MorrisMeasures, *, help_me: Help, home: Pose2 | None = None
) -> Story[None]:
    """Wait until the body stands, with somebody's help where it must be; come back to the table, or home."""
    while True:
        if not desk.reports.leans:
            outbox.say("I have fallen. I get up by myself; please stay clear of me.", desk.time_s, "trouble")
        yield from _stand(desk, help_me)
        outbox.say("I stand again. I go back to the table and look.", desk.time_s)
        yield from _find_out_where(desk)
        try:
            yield from desk.go(home or looking_place(measures, desk.here))
            return
        except TroubleError as trouble:
            if not desk.reports.lies:
                yield from help_me(f"After my fall I do not find back to the table. {trouble}")


def _find_out_where(desk: TableDesk) -> Story[None]:
    """Give the eyes a moment: whoever sees the marker at once takes the nearest way."""
    until_s = desk.time_s + LOOKS_S
    while desk.time_s < until_s and (
        desk.reports.place is None or desk.reports.place.seen_before_s > LOOKS_S
    ):
        yield


def _stand(desk: TableDesk, help_me: Help) -> Story[None]:
    desk.motion = "walk"
    lain_s = up_s = desk.time_s
    while desk.time_s - up_s < STANDS_S:
        yield
        if desk.reports.lies:
            up_s = desk.time_s
        if desk.reports.leans:
            yield from help_me("I have fallen against the table and cannot get up by myself.")
            lain_s = up_s = desk.time_s
        elif desk.time_s - lain_s > GETS_UP_S:
            yield from help_me("I have fallen and cannot get up by myself.")
            lain_s = up_s = desk.time_s
