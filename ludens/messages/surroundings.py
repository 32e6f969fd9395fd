"""What range sensors tell of the robot's surroundings."""

from ludens.messages.message import Message


class SonarBelief(Message):
    """Filtered range of every sonar, from the sensor itself, with its variance."""

    ranges_m: tuple[float, ...]
    variances_m2: tuple[float, ...]


class ObstaclePoints(Message):
    """Points where something solid was heard lately, in the robot's frame now."""

    points_m: tuple[tuple[float, float], ...]
