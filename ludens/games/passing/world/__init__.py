"""The passing world: a 6×6 m pen with a ball, a person or a fellow robot to pass to, and obstacles.

`make_world` draws a fair start (the rules stand in `layout.py`) and builds it from the parts of `ludens.sim`.
"""

from ludens.games.passing.world.building import PassingWorldOptions
from ludens.games.passing.world.passing_world import PassingTruth, PassingWorld, RobotTruth, make_world

__all__ = ["PassingTruth", "PassingWorld", "PassingWorldOptions", "RobotTruth", "make_world"]
