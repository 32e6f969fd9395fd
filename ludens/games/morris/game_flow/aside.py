"""Out of another robot's way: who waits leaves the table to it, and only then passes the word."""

import math

from ludens.games.morris.game_flow.desk import Story, TableDesk, TroubleError
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.geometry import Pose2

AT_HOME_M, AT_HOME_RAD = 0.12, math.radians(15.0)
"""So near to where it waits the robot is out of the other one's way, and has the board in sight."""


def stand_aside(table: GameTable) -> Story[None]:
    """Go where the robot waits for another one, with somebody's help where it must be."""
    home = table.home
    while home is not None and not _is_aside(table.desk, home):
        table.enter("execute", "I stand aside for the other robot.")
        try:
            yield from table.desk.go(home, within_m=AT_HOME_M, within_rad=AT_HOME_RAD)
            return
        except TroubleError as trouble:
            if table.desk.reports.lies:
                yield from table.care()
            elif not _is_aside(table.desk, home):
                yield from table.help(f"I cannot stand aside. {trouble}")


def _is_aside(desk: TableDesk, home: Pose2) -> bool:
    """Whether the robot stands where it waits, as far as it can be sure of that."""
    place = desk.reports.place
    if place is None or desk.reports.lies:
        return False
    sigma_m = math.sqrt(float(place.covariance[:2, :2].trace()))
    return sigma_m < AT_HOME_M and place.board_from_robot.distance_m(home) < AT_HOME_M
