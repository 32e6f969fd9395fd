"""What the passing game perceives, plans and wants: obstacles, the pass, the behaviours to add up."""

from ludens.messages.message import Message


class Intention(Message):
    """What the state machine asks of the behaviours in this cycle.

    `active` names the behaviours that are added up; the limits hold for their sum.
    """

    state: str
    active: tuple[str, ...]
    forward_limit_mps: float
    turn_limit_radps: float
    scan_direction: int = 1  # +1 turns left, -1 right


class BehaviourVectors(Message):
    """The vectors of the active behaviours in the robot's frame, and their sum."""

    names: tuple[str, ...]
    vectors: tuple[tuple[float, float], ...]
    total: tuple[float, float]


class SonarBelief(Message):
    """Filtered range of every sonar, from the sensor itself, with its variance."""

    ranges_m: tuple[float, ...]
    variances_m2: tuple[float, ...]


class ObstaclePoints(Message):
    """Points where something solid was heard lately, in the robot's frame now."""

    points_m: tuple[tuple[float, float], ...]


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


class MeetingPlan(Message):
    """Where a ball that rolls can be met, in the robot's frame now."""

    ball_now_m: Point
    ball_m: Point  # where the ball will be when the robot's front touches it
    drive_m: float  # how far the robot has to drive towards there
    after_s: float  # until the ball comes there
    early_s: float  # by how much the robot is there before the ball; negative: behind it


class RallyCount(Message):
    """How often the robot has pushed the ball, and how often it came to the target."""

    passes: int
    pushes: int
