"""What the robot knows: where ball and target are relative to it, and what its sonars say of the rest."""

from ludens.games.passing.know.objects import ObjectTracker, ObjectTrackerParameters
from ludens.games.passing.know.obstacles import ObstacleTracker, ObstacleTrackerParameters
from ludens.games.passing.know.places import place_of, pose_at
from ludens.games.passing.know.sonars import SonarTracker, SonarTrackerParameters

__all__ = [
    "ObjectTracker",
    "ObjectTrackerParameters",
    "ObstacleTracker",
    "ObstacleTrackerParameters",
    "SonarTracker",
    "SonarTrackerParameters",
    "place_of",
    "pose_at",
]
