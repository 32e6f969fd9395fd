"""The whole training of the ball net by one seed: halls to train on, and halls kept for the test."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludens.games.soccer.training.ball_net import TrainingPlan, to_onnx, train
from ludens.games.soccer.training.ball_samples import BallSamples, samples_of_scene
from ludens.vision.balls.detector import BallDetectorParameters
from ludens.vision.balls.net import BallNet

MOST_SCENES = 10_000
"""Of a seed; the halls of two seeds never meet."""
TEST_SHARE = 6


@dataclass(frozen=True)
class TrainingData:
    """Which halls belong to a seed, and how many pictures are taken of each."""

    seed: int
    scenes: int
    pictures: int

    @cached_property
    def train_seeds(self) -> tuple[int, ...]:
        """Of the halls that are trained on."""
        first = 2 * MOST_SCENES * self.seed
        return tuple(range(first, first + self.scenes))

    @cached_property
    def test_seeds(self) -> tuple[int, ...]:
        """Of the halls that are kept for the test."""
        first = 2 * MOST_SCENES * self.seed + MOST_SCENES
        return tuple(range(first, first + max(self.scenes // TEST_SHARE, 1)))


@dataclass(frozen=True, slots=True)
class NetScore:
    """What a net is worth on samples it has not seen."""

    samples: int
    balls: int
    precision: float | None  # None: it took nothing for a ball
    recall: float | None


@dataclass(frozen=True, slots=True)
class TrainedNet:
    """The result."""

    onnx: bytes
    samples: int
    score: NetScore


class BallTraining:
    """Draws, trains, measures."""

    def __init__(self, data: TrainingData, plan: TrainingPlan) -> None:
        self._data, self._plan = data, plan

    def run(self, *, scene_drawn: Callable[[], None], round_done: Callable[[int, float], None]) -> TrainedNet:
        """Return the net; the callbacks hear of every hall, and of every round with its mean loss."""
        data = self._data
        known = self._drawn(data.train_seeds, scene_drawn)
        unknown = self._drawn(data.test_seeds, scene_drawn)
        onnx = to_onnx(train(known, seed=data.seed, plan=self._plan, progress=round_done))
        return TrainedNet(onnx, len(known), score(BallNet(onnx), unknown))

    def _drawn(self, seeds: Sequence[int], scene_drawn: Callable[[], None]) -> BallSamples:
        scenes = []
        for seed in seeds:
            scenes.append(samples_of_scene(seed, pictures=self._data.pictures))
            scene_drawn()
        return BallSamples(
            np.concatenate([scene.pixels for scene in scenes]),
            np.concatenate([scene.is_ball for scene in scenes]),
        )


def score(net: BallNet, samples: BallSamples, *, least: float | None = None) -> NetScore:
    """Return precision and recall of a net; a ball is what scores at least as much as in play."""
    bound = BallDetectorParameters().least_score if least is None else least
    taken = net.scores(samples.pixels) >= bound
    right = int((taken & samples.is_ball).sum())
    balls, found = int(samples.is_ball.sum()), int(taken.sum())
    return NetScore(
        samples=len(samples),
        balls=balls,
        precision=right / found if found else None,
        recall=right / balls if balls else None,
    )
