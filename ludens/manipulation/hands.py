"""Tools of an act of the hands: the body as it was commanded, what fingers feel, moves to wait for.

Arms move by their joints, the torso by its pose over the feet; legs follow in every cycle.
"""

from dataclasses import dataclass, field

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.core.errors import LudensError
from ludens.geometry import FloatArray, Transform3
from ludens.geometry.easing import PEAK_TO_MEAN, eased
from ludens.manipulation.leaning import Feet, Leaning, feet_of, torso_from_stance
from ludens.manipulation.parameters import ManipulationParameters
from ludens.manipulation.postures import arm_rad, hand_joint
from ludens.manipulation.reaching import DEPTHS_M, ReachPlan, arm_of
from ludens.messages import CalibratedJoints
from ludens.messages.manipulation import BoardSighting, Hand, HandFailure
from ludens.robots.nao.fingers import HANDS, PULLS_A
from ludens.robots.nao.joints import JOINTS, SPEED_RADPS, within_limits
from ludens.robots.nao.kinematics import LEGS, Posture

CLOSED, OPENED = 0.16, 0.55
"""Fingers that are stopped between these hold something of about 25 mm (0.33); empty ones close to 0."""
SURE_S = 0.1


class Feeling:
    """Tells for each hand whether it holds something, from the fingers' angle and current alone."""

    def __init__(self) -> None:
        self._for_s = [0.0, 0.0]
        self._holds = [False, False]

    @property
    def holds(self) -> tuple[bool, bool]:
        """Left, right."""
        left, right = self._holds
        return left, right

    def feel(self, joints: CalibratedJoints, *, elapsed_s: float) -> None:
        """Take in a reading; what changes must stay so for a moment."""
        fingers = zip(joints.position_rad[HANDS].tolist(), joints.current_a[HANDS].tolist(), strict=True)
        for hand, (opening, current_a) in enumerate(fingers):
            now = CLOSED < opening < OPENED and current_a > PULLS_A
            self._for_s[hand] = 0.0 if now == self._holds[hand] else self._for_s[hand] + elapsed_s
            if self._for_s[hand] > SURE_S:
                self._for_s[hand], self._holds[hand] = 0.0, now


SPEED_SHARE = 0.7
"""Of a joint's fastest speed."""


@dataclass(frozen=True, slots=True, eq=False)
class Torso:
    """A torso over the feet as numbers that can be mixed: x, y, z, roll, pitch, yaw in the stance frame."""

    values: FloatArray

    @staticmethod
    def of(stance_from_torso: Transform3) -> "Torso":
        """Return it as numbers."""
        return Torso(np.array([*stance_from_torso.translation, *stance_from_torso.rpy()]))

    @property
    def lean_rad(self) -> float:
        """Forward."""
        return float(self.values[4])

    def transform(self) -> Transform3:
        """Return stance_from_torso."""
        x_m, y_m, z_m, roll_rad, pitch_rad, yaw_rad = self.values.tolist()
        return Transform3.from_rpy(
            roll_rad=roll_rad, pitch_rad=pitch_rad, yaw_rad=yaw_rad, translation=(x_m, y_m, z_m)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Where joints and torso go, and in which time; several postures are passed without a stop."""

    duration_s: float
    joints: dict[int, tuple[float, ...]] = field(
        default_factory=dict
    )  # by number: angles to pass, the last to stay
    late: frozenset[int] = frozenset()  # joints that begin in the second half, when the others are there
    torso: Torso | None = None


class CommandedBody:
    """Follows one move after the other."""

    def __init__(self, position_rad: FloatArray) -> None:
        posture = Posture(position_rad)
        self.feet: Feet = feet_of(posture)
        self.torso = Torso.of(torso_from_stance(posture).inverse())
        self.position_rad = within_limits(position_rad)
        self._from_rad, self._from_torso = self.position_rad, self.torso
        self._move: Move | None = None
        self._since_s = self._duration_s = 0.0

    @property
    def rests(self) -> bool:
        """Whether the last move has come to its end."""
        return self._move is None

    def begin(self, move: Move) -> None:
        """Go there from where the body has been told to be; slower than asked if a joint needs more time."""
        self._move, self._since_s = move, 0.0
        self._duration_s = max(move.duration_s, self._needed_s(move))
        self._from_rad, self._from_torso = self.position_rad, self.torso

    def _needed_s(self, move: Move) -> float:
        """Return the least time in which no joint of arms and hands is faster than it may be."""
        halves = 2.0 if move.late else 1.0
        needed_s = [
            halves
            * len(angles)
            * PEAK_TO_MEAN
            * float(np.abs(np.diff([self.position_rad[joint], *angles])).max())
            / (SPEED_SHARE * SPEED_RADPS[joint])
            for joint, angles in move.joints.items()
        ]
        return max(needed_s, default=0.0)

    def stop(self) -> None:
        """Stay here."""
        self._move = None

    def advance(self, elapsed_s: float) -> None:
        """Let time pass."""
        move = self._move
        if move is None:
            return
        self._since_s += elapsed_s
        share = min(self._since_s / self._duration_s, 1.0)
        position_rad = self._from_rad.copy()
        for joint, angles in move.joints.items():
            own = share if not move.late else (2.0 * share - 1.0 if joint in move.late else 2.0 * share)
            knots = (float(self._from_rad[joint]), *angles)
            position_rad[joint] = np.interp(eased(own) * len(angles), np.arange(len(knots)), knots)
        if move.torso is not None:
            mixed = self._from_torso.values + eased(share) * (move.torso.values - self._from_torso.values)
            self.torso = Torso(mixed)
            position_rad, _ = self.feet.with_legs(position_rad, self.torso.transform())
        else:
            position_rad[LEGS] = self.position_rad[LEGS]
        self.position_rad = within_limits(position_rad)
        if share >= 1.0:
            self._move = None


class HandTaskError(LudensError):
    """An act that could not be done: why, and what was measured, in a sentence."""

    def __init__(self, reason: HandFailure, details: str) -> None:
        super().__init__(details)
        self.reason = reason


STEADY_S = 0.25
"""Until what joints are made up for has come to rest, and pictures show it."""
PICTURES = 2
"""Pictures of the board, taken at rest, by which a hand aims."""
MOST_TRIM_RAD = 0.03
TRIM_RADPS = 0.15


@dataclass(frozen=True, slots=True)
class Held:
    """How a hand holds what it holds."""

    deeper_m: float = DEPTHS_M[0]  # as it was reached for
    is_tilted: bool = False  # like the hand: a person put it there; what was grasped stood flat
    place_m: tuple[float, float, float] | None = None  # of its middle in the hand, where eyes have told


class HandControl:
    """Keeps the body's course and what it feels. Time passes by `advance`, once a cycle."""

    def __init__(
        self,
        body: CommandedBody,
        feeling: Feeling,
        parameters: ManipulationParameters,
        *,
        held: dict[Hand, Held],
    ) -> None:
        self.body, self.parameters = body, parameters
        self.held = held  # remembered from when a hand closed last
        self.doing = ""
        self.time_s = self.elapsed_s = 0.0
        self.stance_from_board: Transform3 | None = None
        self.seen_board: Transform3 | None = None  # over the feet, where eyes have just seen it elsewhere
        self.seen: dict[Hand, bool] = {"left": False, "right": False}
        self.touches: frozenset[str] = frozenset()
        self.sighting: BoardSighting | None = None  # the newest; None without eyes that know their camera
        self.reach: ReachPlan | None = None
        self.height_m = 0.0
        self.before: set[Hand] = set()  # hands that are over the table
        self._feeling = feeling
        self._error_rad = np.zeros(len(JOINTS))
        self._trim_rad, self._trim_goal_rad = np.zeros(len(JOINTS)), np.zeros(len(JOINTS))

    def advance(self, joints: CalibratedJoints, *, elapsed_s: float) -> None:
        """Let time pass and take in where the joints are."""
        self.time_s, self.elapsed_s = joints.time_s, elapsed_s
        self._error_rad = self.wanted_rad() - joints.position_rad
        self.body.advance(elapsed_s)
        most = TRIM_RADPS * elapsed_s
        self._trim_rad = self._trim_rad + np.clip(self._trim_goal_rad - self._trim_rad, -most, most)

    def wanted_rad(self) -> FloatArray:
        """Return where all joints shall be now: their course, and what gravity and play take away."""
        return within_limits(self.body.position_rad + self._trim_rad)

    def holds(self, hand: Hand) -> bool:
        """Tell whether fingers feel something."""
        return self._feeling.holds[0 if hand == "left" else 1]

    def touched(self, hand: Hand) -> bool:
        """Tell whether somebody touches a plate of the hand."""
        return any(name.startswith(f"{hand} hand") for name in self.touches)

    def arm_error_rad(self, hand: Hand) -> FloatArray:
        """Return how far the arm's joints are from where they were told to be."""
        return self._error_rad[arm_of(hand)]

    def wait(self, doing: str, duration_s: float) -> Behaviour[None]:
        """Stay."""
        self.doing, waited_s = doing, 0.0
        while waited_s < duration_s:
            yield
            waited_s += self.elapsed_s

    def settle(self, duration_s: float, *, doing: str = "settle", arm: Hand | None = None) -> Behaviour[None]:
        """Come to rest, and make up for what the joints are short of: gravity pulls, gears have play.

        Of one arm alone where the body has settled before: what legs are short of then, they hold against
        each other.
        """
        self.doing, waited_s, seen = doing, 0.0, []
        while waited_s < duration_s:
            yield
            waited_s += self.elapsed_s
            if waited_s > 0.5 * duration_s:
                seen.append(self._error_rad)
        # Joints are short of what they are told, trim included: that much more they must be told.
        short_rad = np.mean(seen, axis=0) if seen else self._trim_rad
        trimmed = slice(None) if arm is None else arm_of(arm)
        goal_rad = self._trim_goal_rad.copy()
        goal_rad[trimmed] = np.clip(short_rad, -MOST_TRIM_RAD, MOST_TRIM_RAD)[trimmed]
        self._trim_goal_rad = goal_rad
        self._trim_goal_rad[[hand_joint("left"), hand_joint("right")]] = 0.0

    def look(self, duration_s: float) -> Behaviour[tuple[Transform3, ...]]:
        """Return where pictures of the resting body show the board before the torso; none without eyes."""
        if self.sighting is None:
            return ()
        yield from self.wait("look", STEADY_S)
        since_s, seen = self.time_s, list[BoardSighting]()
        while len(seen) < PICTURES and self.time_s - since_s < duration_s:
            yield
            if self.sighting.time_s > (seen[-1].time_s if seen else since_s):
                seen.append(self.sighting)
        return tuple(sighting.torso_from_board for sighting in seen)

    def forget_trim(self) -> None:
        """Joints go by their course alone again."""
        self._trim_goal_rad = np.zeros(len(JOINTS))

    def go(self, doing: str, move: Move) -> Behaviour[None]:
        """Follow a move to its end."""
        self.doing = doing
        self.body.begin(move)
        while not self.body.rests:
            yield

    def arm(
        self,
        doing: str,
        hand: Hand,
        left_rad: FloatArray,
        duration_s: float,
        *,
        late: tuple[int, ...] = (),
        leaning: Leaning | None = None,
        opening: float | None = None,
    ) -> Behaviour[None]:
        """Bring an arm into a posture (written for the left one), and the torso and fingers too if given."""
        return self.arm_through(
            doing,
            hand,
            arm_rad(left_rad, hand)[np.newaxis],
            duration_s,
            late=late,
            leaning=leaning,
            opening=opening,
        )

    def arm_through(
        self,
        doing: str,
        hand: Hand,
        arms_rad: FloatArray,
        duration_s: float,
        *,
        late: tuple[int, ...] = (),
        leaning: Leaning | None = None,
        opening: float | None = None,
    ) -> Behaviour[None]:
        """Lead an arm through postures (n, 5) without a stop."""
        first = arm_of(hand).start
        joints = {first + joint: tuple(column) for joint, column in enumerate(arms_rad.T.tolist())}
        if opening is not None:
            joints[hand_joint(hand)] = (opening,)
        torso = None if leaning is None else Torso.of(leaning.stance_from_torso)
        late_joints = frozenset(first + joint for joint in late)
        return self.go(doing, Move(duration_s, joints, late=late_joints, torso=torso))

    def fingers(self, doing: str, hand: Hand, opening: float, duration_s: float) -> Behaviour[None]:
        """Open or close."""
        return self.go(doing, Move(duration_s, {hand_joint(hand): (opening,)}))

    def stand(self, doing: str, leaning: Leaning, duration_s: float) -> Behaviour[None]:
        """Bring the torso there."""
        return self.go(doing, Move(duration_s, torso=Torso.of(leaning.stance_from_torso)))
