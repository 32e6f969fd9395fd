"""The experiment `nao-kick-laid`: the kick alone, at a ball that is laid before the foot by the truth.

How far does the ball go, how straight, and does the robot stay on its feet, also when shoved? The robot has
to find nothing and to walk nowhere; that is `nao-kick`.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import Experiment, Goal
from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.messages import KickRequest
from ludens.motion.kick import best_place_m
from ludens.motion.walk.step_kick import Kind as StepKind
from ludens.motion.walk.step_kick import best_step_place_m
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.experiments.kick import GOALS, SETTLES_S, check, kick_figures, kick_row
from ludens.workbench.play import KICKING, STEP_KICKING
from ludens.workbench.referees import KickReferee
from ludens.workbench.scripts import KickScript, StepKickScript

Kind = Literal["forward", "side", "in-walk", "in-walk-side", "in-walk-turn"]

STEP_KICKS: dict[Kind, StepKind] = {"in-walk": "forward", "in-walk-side": "side", "in-walk-turn": "turn"}
AIMED_RAD: dict[Kind, float] = {
    "forward": 0.0,
    "side": 0.5 * math.pi,
    "in-walk": 0.0,
    "in-walk-side": 0.5 * math.pi,
    "in-walk-turn": math.radians(11.0),
}
"""Which way the ball shall go from the robot's heading, for the left foot. Turned, it goes where it does."""
STARTS_S = 1.5
LAST_S = 20.0
FIRST_PUSH_S, LAST_PUSH_S = 0.3, 2.0
"""After the begin of a kick: from the shift of the weight to the foot's way back."""
AWAY_M = (3.0, 3.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class KickLaidOptions:
    """Conditions of the experiment."""

    kind: Annotated[Kind, Meta(description="From a stand, or without stopping in walking.")] = "forward"
    foot: Annotated[Literal["left", "right", "both"], Meta(description="Both: one after the other.")] = "both"
    strength: Annotated[float, Meta(ge=0, le=1, description="0 is a touch, 1 all there is.")] = 1.0
    ball_sigma_m: Annotated[
        float, Meta(ge=0, le=0.1, description="How far the ball is from where it is believed, each way.")
    ] = 0.01
    push_ns: Annotated[float, Meta(ge=0, le=5, description="Shove in mid-kick, in N·s; 0 is none.")] = 0.0


def kick_setup(request: KickRequest) -> Setup:
    """Return the setup that kicks once by a script, at a ball where it is kicked best."""
    ahead_m, left_m = best_place_m(request)
    return KICKING.replacing(
        KickScript,
        KickScript,
        kind=request.kind,
        with_left=request.with_left,
        strength=request.strength,
        ball_ahead_m=ahead_m,
        ball_left_m=left_m,
        starts_s=STARTS_S,
    )


def prepared(options: KickLaidOptions, *, with_left: bool) -> tuple[Setup, tuple[float, float]]:
    """Return a setup that kicks as the options say, and where the ball should lie for it."""
    if options.kind in ("forward", "side"):
        request = KickRequest(time_s=0.0, kind=options.kind, with_left=with_left, strength=options.strength)
        return kick_setup(request), best_place_m(request)
    kick = STEP_KICKS[options.kind]
    setup = STEP_KICKING.replacing(
        StepKickScript,
        StepKickScript,
        kick=kick,
        with_left=with_left,
        strength=options.strength,
        starts_s=STARTS_S,
    )
    return setup, best_step_place_m(kick, with_left=with_left)


def kick_trial(request: TrialRequest[KickLaidOptions]) -> Row:
    """One kick: until the robot stands again and the ball rests, or the robot lies."""
    options = request.options
    random = np.random.default_rng([request.seed, 2])
    with_left = options.foot == "left" or (options.foot == "both" and request.seed % 2 == 0)
    setup, best_m = prepared(options, with_left=with_left)
    world = NaoWorld(NaoWorldOptions(noise=request.noise, ball_m=AWAY_M), seed=request.seed)
    referee = KickReferee(world)
    run = Run(
        setup,
        SimulationDriver(world),
        configuration=Configuration(setup.sections()),
        seed=request.seed,
        observers=[referee],
    )
    try:
        run.run_until(STARTS_S)
        aside_m = options.ball_sigma_m * random.normal(size=2)
        referee.lay_ball((best_m[0] + float(aside_m[0]), best_m[1] + float(aside_m[1])))
        _watch(run, world, referee, push_ns=options.push_ns, random=random)
        aimed_rad = AIMED_RAD[options.kind] * (1.0 if with_left else -1.0)
        return {
            "foot": "left" if with_left else "right",
            **kick_row(referee, aimed_rad=aimed_rad),
            "faults": run.faults.total,
        }
    finally:
        run.stop("The trial is over.")


def _watch(
    run: Run, world: NaoWorld, referee: KickReferee, *, push_ns: float, random: np.random.Generator
) -> None:
    """Let the kick be done, shove the robot at some moment of it, and let ball and robot come to rest."""
    due_s = STARTS_S + random.uniform(FIRST_PUSH_S, LAST_PUSH_S) if push_ns > 0.0 else math.inf
    while run.time_s < LAST_S and run.step() is not None:
        if run.time_s >= due_s:
            heading_rad = random.uniform(-math.pi, math.pi)
            world.push((push_ns * math.cos(heading_rad), push_ns * math.sin(heading_rad), 0.0))
            due_s = math.inf
        ended = referee.ended_s is not None and run.time_s > referee.ended_s + SETTLES_S
        if (ended or referee.fell_s is not None) and referee.ball_rests:
            return


def goals(options: KickLaidOptions) -> dict[str, Goal]:
    """3 m, 8° and 2 % are asked of the full kick forward; a shoved robot need only stay on its feet."""
    if options.push_ns > 0.0 or options.kind != "forward" or options.strength < 1.0:
        return {}
    return GOALS


KICK_LAID = Experiment(
    name="nao-kick-laid",
    summary="A NAO kicks a ball that is laid before its foot, on its own or while being shoved.",
    trial="ludens.workbench.experiments.kick_laid:kick_trial",
    options=KickLaidOptions,
    summarise=kick_figures,
    goal=goals,
    check=check,
    default_trials=50,
)
