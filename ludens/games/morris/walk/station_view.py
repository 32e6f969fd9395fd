"""A journey as it is drawn for people: the table from above, the planned way and the robot."""

from ludens.games.morris.walk.journey import Journey
from ludens.geometry import Pose2
from ludens.messages.drawing import Arrow, Circle, Drawing, Polyline, Shape

BLUE, GREEN, ORANGE = "#4c8fff", "#4cc38a", "#ff8f4c"


def journey_drawing(journey: Journey | None, place: Pose2 | None) -> Drawing:
    """Return the way, the goal and the robot in the board's frame."""
    shapes: list[Shape] = []
    if journey is not None:
        half_m = journey.half_m
        corners = ((-half_m, -half_m), (half_m, -half_m), (half_m, half_m), (-half_m, half_m))
        shapes.append(Polyline(points=corners, colour=BLUE, closed=True))
        if journey.way is not None:
            points = tuple((pose.x_m, pose.y_m) for pose in journey.way.poses)
            shapes.append(Polyline(points=points, colour=GREEN))
        shapes.append(_arrow(journey.goal, GREEN))
    if place is not None:
        shapes += [Circle(center=(place.x_m, place.y_m), radius=0.06, colour=ORANGE), _arrow(place, ORANGE)]
    return Drawing(frame="ground", shapes=tuple(shapes))


def _arrow(pose: Pose2, colour: str) -> Arrow:
    return Arrow(tail=(pose.x_m, pose.y_m), tip=pose.apply(0.1, 0.0), colour=colour)
