"""What the robot knows of its surroundings by its sonars; `ludens.estimation` follows ball and target."""

from ludens.games.passing.know.obstacles import ObstacleTracker, ObstacleTrackerParameters
from ludens.games.passing.know.sonars import SonarTracker, SonarTrackerParameters

__all__ = ["ObstacleTracker", "ObstacleTrackerParameters", "SonarTracker", "SonarTrackerParameters"]
