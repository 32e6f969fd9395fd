"""The experiment `soccer-ball`: is the ball found in single pictures, and only the ball?

A trial is one hall that no net was trained on, with robots about. A ball counts where its middle is in the
picture and most of it can be seen; one that is half hidden or half in the picture may be found or not. What
is taken for a ball anywhere else is false.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, share
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.see.picture_eyes import PictureEyes
from ludens.games.soccer.world.field_pictures import FieldPictures, place_in_picture
from ludens.robots.nao.noise import load_noise

BINS_M = (0.12, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
SEEN_SHARE, HIDDEN_SHARE = 0.7, 0.15
"""Of the ball that is not hidden: above, it must be found; below, it is not there."""
NEAR_RADII = 0.8
"""A ball is found where it is: so far off its middle at most."""
FIRST_SEED = 500_000_000
"""Far away from the halls that `ludens soccer train-ball` draws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallOptions:
    """Conditions of the experiment."""

    pictures: Annotated[int, Meta(ge=1, le=1000, description="Of one hall.")] = 30
    weights: Annotated[str, Meta(description="A net of `ludens soccer train-ball`; empty: ours.")] = ""


def ball_trial(request: TrialRequest[BallOptions]) -> Row:
    """Pictures of one hall: what was found, missed and false, by distance."""
    options = request.options
    counts = {f"{what}_{name}": 0 for what in ("balls", "found") for name in bin_names()}
    false = 0
    eyes = PictureEyes(seed=request.seed, weights=options.weights)
    with FieldPictures(FIRST_SEED + request.seed, noise=request.noise) as hall:
        for number in range(options.pictures):
            if number % 5 == 0:
                hall.scatter_robots()
            picture = hall.random_picture(with_ball=number % 4 != 3, ball_within_m=(BINS_M[0], BINS_M[-1]))
            truth = place_in_picture(picture, hall.pitch.ball_radius_m)
            seen = eyes.look(picture.image, picture.pose).balls.balls
            near = [
                ball
                for ball in seen
                if truth is not None
                and np.hypot(*(np.array(ball.center_px) - truth[0])) < NEAR_RADII * truth[1] + 2.0
            ]
            false += len(seen) - len(near)
            if truth is None or not picture.pose.camera.sees(truth[0]):
                continue
            shown = hall.ball_share(picture)
            if shown >= SEEN_SHARE:
                assert picture.ball_m is not None
                name = bin_of(float(np.hypot(*picture.ball_m)))
                counts[f"balls_{name}"] += 1
                counts[f"found_{name}"] += bool(near)
            elif shown < HIDDEN_SHARE:
                false += len(near)
    balls = sum(counts[f"balls_{name}"] for name in bin_names())
    found = sum(counts[f"found_{name}"] for name in bin_names())
    return {"pictures": options.pictures, "balls": balls, "found": found, "false": false, **counts}


def bin_names() -> tuple[str, ...]:
    """Return the names of all ranges of distance."""
    return tuple(f"to_{far:g}m" for far in BINS_M[1:])


def bin_of(distance_m: float) -> str:
    """Return the name of the range that a distance belongs to."""
    number = int(np.searchsorted(BINS_M[1:-1], distance_m, side="right"))
    return bin_names()[number]


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Precision, and recall over all and by distance."""

    def total(name: str) -> float:
        return sum(numbers(rows, name))

    found, false = total("found"), total("false")
    return {
        "precision": share(found, found + false),
        "recall": share(found, total("balls")),
        **{f"recall_{name}": share(total(f"found_{name}"), total(f"balls_{name}")) for name in bin_names()},
        "balls": total("balls"),
        "false": false,
        "pictures": total("pictures"),
    }


def check(_: BallOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


BALL = Experiment(
    name="soccer-ball",
    summary="Balls in single pictures of halls with robots and clutter, 0.12 to 5 m away.",
    trial="ludens.games.soccer.experiments.ball:ball_trial",
    options=BallOptions,
    summarise=summarise,
    paper={"precision": 1.0, "recall": 0.87},
    goal={"precision": AtLeast(0.98), "recall": AtLeast(0.95)},
    check=check,
    default_trials=40,
)
