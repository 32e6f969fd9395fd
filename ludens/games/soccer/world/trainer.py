"""Somebody who trains a robot: leads it through an exercise again and again, and says how each shot went.

The robot hears the trainer as it hears a referee. Rewards come from the simulation, which knows what has
happened, or from a person, by words or by a touch on the robot's head; the trainer waits for that person.
"""

from collections import deque

import numpy as np
from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.games.soccer.world.exercises import Exercise
from ludens.games.soccer.world.referee import REFEREE
from ludens.games.soccer.world.referee_eyes import TouchableField
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.field import PlacedAt
from ludens.messages.learning import ForgetOrder, Reward
from ludens.messages.soccer import MatchStatus, PlayState

TRAINING = Capability("training", delivers=(Reward, ForgetOrder))
PERIOD_NS, LATENCY_NS = 100_000_000, 20_000_000
INITIAL_S, SET_S, AFTER_S = 3.0, 1.0, 1.0
"""Before the first shot; from laying the ball to the word that it may shoot; after a shot was judged."""
TOUCHES_NS = 300_000_000
"""How long a finger stays on the robot's head."""
WORDS = {
    ShotResult.GOAL: "goal",
    ShotResult.MISS: "no goal",
    ShotResult.MISSED_BALL: "missed the ball",
}


class Trainer:
    """Leads one robot of a world from shot to shot."""

    def __init__(
        self, world: TouchableField, exercise: Exercise, random: np.random.Generator, *, by_person: bool
    ) -> None:
        self._world, self.exercise, self._random, self.by_person = world, exercise, random, by_person
        self.state: PlayState = "initial"
        self.shots: list[ShotResult] = []  # as they really went
        self._since_ns = 0
        self._put: Pose2 | None = None
        self._coming: deque[Reward | ForgetOrder] = deque()
        self._finger, self._finger_ns = "", 0  # on the robot's head, and since when
        self._lay()
        world.physics.after_step.append(self._look)

    @property
    def successes(self) -> int:
        """How many shots really went as the robot wished: into the other goal, or not into its own."""
        return sum(self.exercise.rewards[shot] > 0.0 for shot in self.shots)

    @property
    def waits_for_reward(self) -> bool:
        """Whether a shot is over and the person has not said what it was worth."""
        return self.state == "finished" and self.by_person

    def reward(self, result: ShotResult) -> None:
        """Tell the robot, in a person's words, what its last shot was worth."""
        self._say(result)
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
        others = len(self.shots) - self.successes
        heard: list[Message] = [
            MatchStatus(time_s=time_s, state=self.state, own_score=self.successes, other_score=others)
        ]
        if self._put is not None:
            heard.append(PlacedAt(time_s=time_s, poses=(self._put,)))
            self._put = None
        if self._coming:
            heard.append(structs.replace(self._coming.popleft(), time_s=time_s))
        return tuple(heard)

    def _lay(self) -> None:
        self._put = self.exercise.lay(self._world, self._random)
        self._world.carry(self._put, robot=0)
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
                result = self.exercise.judge(self._world, time_ns, since_s)
                if result is not None:
                    self._judged(result)
            case "finished" if since_s > AFTER_S and not self.by_person:
                self._lay()

    def _judged(self, result: ShotResult) -> None:
        self.shots.append(result)
        if not self.by_person:
            self._say(result)
        self._enter("finished")

    def _say(self, result: ShotResult) -> None:
        value = self.exercise.rewards[result]
        self._coming.append(Reward(time_s=0.0, value=value, said=WORDS[result]))

    def _enter(self, state: PlayState) -> None:
        self.state, self._since_ns = state, self._world.physics.time_ns


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
