"""What an act of the hands has to work with: the body, what is sensed, and moves to wait for."""

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.messages import CalibratedJoints
from ludens.messages.morris_table import Hand
from ludens.motion.handling.body import HandlingBody, Move, Torso
from ludens.motion.handling.feeling import Feeling
from ludens.motion.handling.leaning import Leaning
from ludens.motion.handling.parameters import HandlingParameters
from ludens.motion.handling.postures import arm_rad, hand_joint
from ludens.motion.handling.reaching import DEPTHS_M, Reach, arm_of
from ludens.robots.nao.joints import JOINTS, within_limits

Story = Generator[None, None, None]
MOST_TRIM_RAD = 0.03
TRIM_RADPS = 0.15


@dataclass(frozen=True, slots=True)
class Held:
    """How a hand holds what it holds."""

    deeper_m: float = DEPTHS_M[0]  # as it was reached for
    is_tilted: bool = False  # like the hand: a person put it there; what was grasped stood flat


class Worker:
    """Keeps the body's course and what it feels. Time passes by `advance`, once a cycle."""

    def __init__(
        self, body: HandlingBody, feeling: Feeling, parameters: HandlingParameters, *, held: dict[Hand, Held]
    ) -> None:
        self.body, self.parameters = body, parameters
        self.held = held  # remembered from when a hand closed last
        self.doing = ""
        self.elapsed_s = 0.0
        self.stance_from_board: Transform3 | None = None
        self.seen: dict[Hand, bool] = {"left": False, "right": False}
        self.touches: frozenset[str] = frozenset()
        self.reach: Reach | None = None
        self.height_m = 0.0
        self.before: set[Hand] = set()  # hands that are over the table
        self._feeling = feeling
        self._error_rad = np.zeros(len(JOINTS))
        self._trim_rad, self._trim_goal_rad = np.zeros(len(JOINTS)), np.zeros(len(JOINTS))

    def advance(self, joints: CalibratedJoints, *, elapsed_s: float) -> None:
        """Let time pass and take in where the joints are."""
        self.elapsed_s = elapsed_s
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

    def wait(self, doing: str, duration_s: float) -> Story:
        """Stay."""
        self.doing, waited_s = doing, 0.0
        while waited_s < duration_s:
            yield
            waited_s += self.elapsed_s

    def settle(self, duration_s: float) -> Story:
        """Come to rest, and make up for what the joints are short of: gravity pulls, gears have play."""
        self.doing, waited_s, seen = "settle", 0.0, []
        while waited_s < duration_s:
            yield
            waited_s += self.elapsed_s
            if waited_s > 0.5 * duration_s:
                seen.append(self._error_rad)
        # Joints are short of what they are told, trim included: that much more they must be told.
        short_rad = np.mean(seen, axis=0) if seen else self._trim_rad
        self._trim_goal_rad = np.clip(short_rad, -MOST_TRIM_RAD, MOST_TRIM_RAD)
        self._trim_goal_rad[[hand_joint("left"), hand_joint("right")]] = 0.0

    def forget_trim(self) -> None:
        """Joints go by their course alone again."""
        self._trim_goal_rad = np.zeros(len(JOINTS))

    def go(self, doing: str, move: Move) -> Story:
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
    ) -> Story:
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
    ) -> Story:
        """Lead an arm through postures (n, 5) without a stop."""
        first = arm_of(hand).start
        joints = {first + joint: tuple(column) for joint, column in enumerate(arms_rad.T.tolist())}
        if opening is not None:
            joints[hand_joint(hand)] = (opening,)
        torso = None if leaning is None else Torso.of(leaning.stance_from_torso)
        late_joints = frozenset(first + joint for joint in late)
        return self.go(doing, Move(duration_s, joints, late=late_joints, torso=torso))

    def fingers(self, doing: str, hand: Hand, opening: float, duration_s: float) -> Story:
        """Open or close."""
        return self.go(doing, Move(duration_s, {hand_joint(hand): (opening,)}))

    def stand(self, doing: str, leaning: Leaning, duration_s: float) -> Story:
        """Bring the torso there."""
        return self.go(doing, Move(duration_s, torso=Torso.of(leaning.stance_from_torso)))
