"""The plan of a pass."""

from ludens.messages.message import Message

Point = tuple[float, float]


class PassPlan(Message):
    """Where to stand and which way to push, in the robot's frame now.

    `ball_m` is where the ball is expected when the robot gets there: a rolling ball is met, not chased.
    """

    ball_m: Point
    target_m: Point
    stage_m: Point  # behind the ball, on the line from the target
    direction_rad: float  # of the pass, from ball to target
    pass_m: float  # from ball to target
    offset_m: float  # how far the robot stands beside the line of the pass; positive to its left
    before_m: float  # how far the robot stands before the ball, along that line


class RallyCount(Message):
    """How often the robot has pushed the ball, and how often it came to the target."""

    passes: int
    pushes: int
