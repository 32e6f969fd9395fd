"""Where a robot aims so that it comes to stand at its station.

Stopping takes steps of their own, in which every robot goes on, aside and round in its own way: one came
to stand 1.5° to 2.2° to the right, four times out of four. What it has seen of that it allows for.
"""

from ludens.geometry import Pose2
from ludens.geometry.angles import wrap

SHORT_MOST_M, ASIDE_MOST_M, TURNED_MOST_RAD = 0.03, 0.01, 0.04
"""How far from its station it aims at most."""
HABIT = 0.5
"""Of what a stop was off aside and in heading, the share that comes again next time; the rest is chance.
Forward all of it is habit: stepping creeps."""


def aimed_anew(goal_from_aim: Pose2, goal_from_place: Pose2) -> Pose2:
    """Return where to aim next, after a stop: so far to the other side as it will come to stand off again.

    Both in the goal's frame, whose x leads to the table: never nearer to that than the goal itself.
    """
    x_m = goal_from_aim.x_m - goal_from_place.x_m
    y_m = goal_from_aim.y_m - HABIT * goal_from_place.y_m
    yaw_rad = goal_from_aim.yaw_rad - HABIT * wrap(goal_from_place.yaw_rad)
    return Pose2(
        min(max(x_m, -SHORT_MOST_M), 0.0),
        min(max(y_m, -ASIDE_MOST_M), ASIDE_MOST_M),
        min(max(yaw_rad, -TURNED_MOST_RAD), TURNED_MOST_RAD),
    )
