"""Somebody who trains a robot to shoot: lays the ball, puts the robot behind it, and sees how the shot goes.

The robot hears the trainer as it hears a referee. Rewards come from the simulation, which knows what has
happened, or from a person, by words or by a touch on the robot's head; the trainer waits for that person.
"""

import math
from collections import deque
from collections.abc import Callable

import numpy as np
from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.games.soccer.world.referee import REFEREE
from ludens.games.soccer.world.referee_eyes import TouchableField
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.field import PlacedAt
from ludens.messages.learning import ForgetOrder, Reward
from ludens.messages.soccer import MatchStatus, PlayState

Point = tuple[float, float]

TRAINING = Capability("training", delivers=(Reward, ForgetOrder))
PERIOD_NS, LATENCY_NS = 100_000_000, 20_000_000
INITIAL_S, SET_S, AFTER_S = 3.0, 1.0, 1.0
"""Before the first shot; from laying the ball to the word that it may shoot; after a shot was judged."""
LONGEST_S = 25.0
"""Of a shot, from that word on."""
BEHIND_M, BEHIND_SIGMA_M, TURNED_SIGMA_RAD = 0.30, 0.02, math.radians(4.0)
"""How the robot is put behind the ball."""
MOVED_M, RESTS_MPS, RESTS_S = 0.10, 0.03, 0.6
"""A ball that has moved so far and rests again for so long has been shot."""
TOUCHES_NS = 300_000_000
"""How long a finger stays on the robot's head."""
REWARDS = {ShotResult.GOAL: 100.0, ShotResult.MISS: -100.0, ShotResult.MISSED_BALL: -200.0}
"""As 001's buttons have them."""
WORDS = {
    ShotResult.GOAL: "goal",
    ShotResult.MISS: "past the goal",
    ShotResult.MISSED_BALL: "missed the ball",
}

NextShot = Callable[[np.random.Generator], tuple[Point, float]]
"""Where the ball lies in the next shot, and the direction in which the robot stands behind it."""


class Trainer:
    """Leads one robot of a world from shot to shot."""

    def __init__(
        self, world: TouchableField, next_shot: NextShot, random: np.random.Generator, *, by_person: bool
    ) -> None:
        self._world, self._next_shot, self._random, self.by_person = world, next_shot, random, by_person
        self.state: PlayState = "initial"
        self.shots: list[ShotResult] = []  # as they really went
        self._since_ns = self._moving_ns = 0
        self._laid_m: Point = (0.0, 0.0)
        self._put: Pose2 | None = None
        self._coming: deque[Reward | ForgetOrder] = deque()
        self._finger, self._finger_ns = "", 0  # on the robot's head, and since when
        self._lay()
        world.physics.after_step.append(self._look)

    @property
    def goals(self) -> int:
        """How many shots were goals, as they really went."""
        return sum(shot is ShotResult.GOAL for shot in self.shots)

    @property
    def waits_for_reward(self) -> bool:
        """Whether a shot is over and the person has not said what it was worth."""
        return self.state == "finished" and self.by_person

    def reward(self, result: ShotResult) -> None:
        """Tell the robot, in a person's words, what its last shot was worth."""
        self._coming.append(Reward(time_s=0.0, value=REWARDS[result], said=WORDS[result]))
        self.go_on()

    def touch_head(self, button: str) -> None:
        """Tell it by a touch on the robot's head, which knows what each place there means."""
        self._finger, self._finger_ns = button, self._world.physics.time_ns
        self._world.players[0].press(button)

    def go_on(self) -> None:
        """Lay the ball for the next shot: the robot has its reward."""
        if self.state == "finished":
            self._lay()

    def forget(self) -> None:
        """Have the robot forget everything that it has learnt."""
        self._coming.append(ForgetOrder(time_s=0.0))

    def told(self, time_ns: int) -> tuple[Message, ...]:
        """What the robot hears now."""
        time_s = time_ns * 1e-9
        others = len(self.shots) - self.goals
        heard: list[Message] = [
            MatchStatus(time_s=time_s, state=self.state, own_score=self.goals, other_score=others)
        ]
        if self._put is not None:
            heard.append(PlacedAt(time_s=time_s, poses=(self._put,)))
            self._put = None
        if self._coming:
            heard.append(structs.replace(self._coming.popleft(), time_s=time_s))
        return tuple(heard)

    def _lay(self) -> None:
        ball_m, direction_rad = self._next_shot(self._random)
        off_x, off_y, off_rad = self._random.standard_normal(3).tolist()
        yaw_rad = direction_rad + TURNED_SIGMA_RAD * off_rad
        behind = Pose2(*ball_m, yaw_rad) @ Pose2(
            -BEHIND_M + BEHIND_SIGMA_M * off_x, BEHIND_SIGMA_M * off_y, 0.0
        )
        self._world.ball.place(ball_m)
        self._world.carry(behind, robot=0)
        self._laid_m, self._put = ball_m, behind
        self._enter("set" if self.shots else "initial")

    def _look(self, time_ns: int) -> None:
        if self._finger and time_ns - self._finger_ns > TOUCHES_NS:
            self._world.players[0].press(self._finger, down=False)
            self._finger = ""
            self.go_on()
        since_s = (time_ns - self._since_ns) * 1e-9
        match self.state:
            case "initial" if since_s > INITIAL_S:
                self._enter("playing")
            case "set" if since_s > SET_S:
                self._enter("playing")
            case "playing":
                self._judge(time_ns, since_s)
            case "finished" if since_s > AFTER_S and not self.by_person:
                self._lay()

    def _judge(self, time_ns: int, since_s: float) -> None:
        ball, pitch = self._world.ball, self._world.pitch
        if math.hypot(*ball.velocity_mps) > RESTS_MPS:
            self._moving_ns = time_ns
        moved = math.dist(ball.place_m, self._laid_m) > MOVED_M
        rests = (time_ns - self._moving_ns) * 1e-9 > RESTS_S
        beyond = abs(ball.place_m[0]) > pitch.half_length_m + 0.2 or abs(ball.place_m[1]) > pitch.half_width_m
        if self._world.goal() == 1:
            self._judged(ShotResult.GOAL)
        elif moved and (rests or beyond):
            self._judged(ShotResult.MISS)
        elif since_s > LONGEST_S:
            self._judged(ShotResult.MISS if moved else ShotResult.MISSED_BALL)

    def _judged(self, result: ShotResult) -> None:
        self.shots.append(result)
        if not self.by_person:
            self._coming.append(Reward(time_s=0.0, value=REWARDS[result], said=WORDS[result]))
        self._enter("finished")

    def _enter(self, state: PlayState) -> None:
        self.state, self._since_ns = state, self._world.physics.time_ns
        self._moving_ns = self._since_ns


class TrainerSource:
    """The trainer's voice, as the robot hears it."""

    description = Source("referee", PERIOD_NS * 1e-9, (REFEREE, TRAINING))
    period_ns = PERIOD_NS

    def __init__(self, trainer: Trainer) -> None:
        self._trainer = trainer

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Hear what is said now."""
        return self._trainer.told(time_ns)

    def latency_ns(self) -> int:
        """A word's way."""
        return LATENCY_NS
