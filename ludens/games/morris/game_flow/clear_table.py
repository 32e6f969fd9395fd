"""Out of another robot's way: a robot that waits leaves the table to it, and only then passes the word."""

import math

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.care import ask_for_help, care
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.robot_actions import RobotActions, TroubleError
from ludens.games.morris.talk.words import phrase
from ludens.geometry import Pose2

AT_HOME_M, AT_HOME_RAD = 0.12, math.radians(15.0)
"""Within this distance of its waiting place it is out of the other robot's way, with the board in sight."""


def clear_table(table: GameTable) -> Behaviour[None]:
    """Go where the robot waits for another one, with somebody's help where it must be."""
    home = table.home
    while home is not None and not _is_clear(table.actions, home):
        table.enter("moving", phrase("body.stand_aside"))
        try:
            yield from table.actions.go(home, within_m=AT_HOME_M, within_rad=AT_HOME_RAD)
            return
        except TroubleError as trouble:
            if table.actions.reports.lies:
                yield from care(table)
            elif not _is_clear(table.actions, home):
                yield from ask_for_help(table, phrase("help.cannot_stand_aside", trouble=trouble.said))


def _is_clear(actions: RobotActions, home: Pose2) -> bool:
    """Whether the robot stands where it waits, as far as it can be sure of that."""
    place = actions.reports.place
    if place is None or actions.reports.lies:
        return False
    sigma_m = math.sqrt(float(place.covariance[:2, :2].trace()))
    return sigma_m < AT_HOME_M and place.board_from_robot.distance_m(home) < AT_HOME_M
