"""The experiment `soccer-match`: halves under the automatic referee, judged by what really happens.

Robots hear the referee by packets of the league. Two teams play, or lone strikers on either side. What must
hold at every look is counted by `match_invariants`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.league_run import league_run
from ludens.games.soccer.experiments.match_attacks import AttackEnd, MatchAttacks
from ludens.games.soccer.experiments.match_invariants import MatchInvariants
from ludens.games.soccer.league_play import (
    MOST_A_SIDE,
    LeagueMatchOptions,
    MatchKind,
    TeamKind,
    league_setup,
)
from ludens.geometry import Pose2
from ludens.messages import Fault, Penalty
from ludens.messages.league import GameControl, MatchState, PenaltyReason, SetPlay
from ludens.messages.refereeing import FieldTruth, RefereeHands
from ludens.robots.nao.noise import load_noise

LOOK_EVERY_S = 1.0
LONGEST_START_S = 180.0
SETTLES_S = 2.0  # a robot that was put down, or stops, still sways
MOVES_M = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerMatchTrialOptions:
    """Conditions of the experiment."""

    a_side: Annotated[int, Meta(ge=1, le=MOST_A_SIDE, description="Robots of each team.")] = 1
    half_s: Annotated[int, Meta(gt=0, le=600, description="Of play.")] = 600
    ready_s: Annotated[int, Meta(gt=0, le=45, description="To walk to the own half.")] = 45
    whistle_delay_s: Annotated[
        int, Meta(ge=0, le=15, description="From the whistle to its broadcast: robots do not hear it yet.")
    ] = 15
    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    silent: Annotated[
        int, Meta(ge=0, le=MOST_A_SIDE, description="Robots of each team whose messages nobody hears.")
    ] = 0
    flat: Annotated[bool, Meta(description="In the flat world: much quicker, without physics.")] = False
    vision: Annotated[bool, Meta(description="Robots see by their cameras, up to two of each team.")] = False
    first: Annotated[TeamKind, Meta(description="The first team: a team, or lone strikers.")] = "team"
    second: Annotated[TeamKind, Meta(description="The second one.")] = "team"


@dataclass(slots=True)
class _Standing:
    """A robot that may not move: where it stood when it had settled."""

    since_s: float
    pose: Pose2 | None = None


@dataclass(slots=True)
class MatchWatch:
    """Follows a match by the referee's packets, and penalised robots by the truth."""

    calls: Counter[str] = field(default_factory=Counter)
    scores: tuple[int, int] = (0, 0)
    first_goal_s: float | None = None  # of play
    is_over: bool = False
    moved: set[tuple[str, float]] = field(default_factory=set)  # penalised robots that walked
    _last: GameControl | None = None
    _began_s: float | None = None  # when the ball was first in play
    _still: dict[str, _Standing] = field(default_factory=dict)

    def on_delivery(self, delivery: Delivery) -> None:
        """Look at robots that may not move."""
        for message in delivery.messages:
            if isinstance(message, FieldTruth):
                self._look(message)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note what the referee calls and carries, and which robots know that they are penalised."""
        for key, message in outputs:
            if isinstance(message, GameControl):
                self._hear(message)
            elif isinstance(message, RefereeHands):
                for name, _ in message.robots:
                    if name in self._still:
                        self._still[name] = _Standing(message.time_s)
            elif isinstance(message, Penalty):
                name = key.partition("/")[0]
                if not message.penalised:
                    self._still.pop(name, None)
                elif name not in self._still:
                    self._still[name] = _Standing(message.time_s)

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""

    def _hear(self, control: GameControl) -> None:
        first, second = control.teams
        self.scores = (first.score, second.score)
        self.is_over = control.state is MatchState.FINISHED
        before, self._last = self._last, control
        if before is None:
            return
        if control.state is MatchState.PLAYING and self._began_s is None:
            self._began_s = control.time_s
        if sum(self.scores) > 0 and self.first_goal_s is None and self._began_s is not None:
            self.first_goal_s = control.time_s - self._began_s
        if control.set_play not in (SetPlay.NONE, before.set_play):
            self.calls[control.set_play] += 1
        for team, earlier in zip(control.teams, before.teams, strict=True):
            for player, was in zip(team.players, earlier.players, strict=True):
                if player.penalty not in (PenaltyReason.NONE, was.penalty):
                    self.calls[player.penalty] += 1

    def _look(self, truth: FieldTruth) -> None:
        for robot in truth.robots:
            it = self._still.get(robot.name)
            if it is None or truth.time_s - it.since_s < SETTLES_S:
                continue
            if it.pose is None:
                it.pose = robot.field_from_robot
            elif it.pose.distance_m(robot.field_from_robot) > MOVES_M:
                self.moved.add((robot.name, it.since_s))


def match_trial(request: TrialRequest[SoccerMatchTrialOptions]) -> Row:
    """One half."""
    options = request.options
    setup = league_setup(
        options.a_side,
        flat=options.flat,
        vision=options.vision,
        teams=(options.first, options.second),
        half_s=options.half_s,
        ready_s=options.ready_s,
        hidden_s=options.whistle_delay_s,
    )
    match = LeagueMatchOptions(
        a_side=options.a_side,
        noise=request.noise,
        loss=options.loss,
        silent=options.silent,
        flat=options.flat,
        vision=options.vision,
    )
    watch, invariants, attacks = MatchWatch(), MatchInvariants(), MatchAttacks()
    with league_run(setup, match, seed=request.seed, observers=[watch, invariants, attacks]) as run:
        while not watch.is_over and run.time_s < options.half_s + LONGEST_START_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
        return {
            "finished": watch.is_over,
            "scored": sum(watch.scores) > 0,
            "goals": sum(watch.scores),
            "first_goals": watch.scores[0],
            "second_goals": watch.scores[1],
            "first_goal_s": None if watch.first_goal_s is None else round(watch.first_goal_s, 1),
            "penalties": sum(count for call, count in watch.calls.items() if call in tuple(PenaltyReason)),
            "free_kicks": sum(count for call, count in watch.calls.items() if call in tuple(SetPlay)),
            "penalised_moved": len(watch.moved),
            "one_striker_share": invariants.one_striker / max(invariants.looks, 1),
            "strikers_wrong": invariants.strikers_wrong,
            "crowded_areas": invariants.crowded_areas,
            "near_free_kicks": invariants.near_free_kicks,
            "lay_at_free_kicks": invariants.lay_at_free_kicks,
            "restarts": invariants.restarts,
            "unharmed": watch.is_over and invariants.restarts == 0,
            "attacks": attacks.ends.total(),
            **{f"attacks_{end.name.lower()}": attacks.ends[end] for end in AttackEnd},
            "calls": ", ".join(f"{call} {count}" for call, count in sorted(watch.calls.items())),
            "faults": run.faults.total,
        }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How halves ended, and what was called in them."""
    halves = max(len(rows), 1)
    return {
        **rate(rows, "finished"),
        **rate(rows, "unharmed"),
        **rate(rows, "scored"),
        "first_goal_median_s": quantile(numbers(rows, "first_goal_s"), 0.5),
        "goals_a_half": sum(numbers(rows, "goals")) / halves,
        "penalties_a_half": sum(numbers(rows, "penalties")) / halves,
        "free_kicks_a_half": sum(numbers(rows, "free_kicks")) / halves,
        "attacks_a_half": sum(numbers(rows, "attacks")) / halves,
        **{
            f"attacks_{end.name.lower()}_a_half": sum(numbers(rows, f"attacks_{end.name.lower()}")) / halves
            for end in AttackEnd
        },
        "one_striker_share": sum(numbers(rows, "one_striker_share")) / halves,
        "strikers_wrong": mishaps(rows, "strikers_wrong"),
        "crowded_areas": mishaps(rows, "crowded_areas"),
        "near_free_kicks": mishaps(rows, "near_free_kicks"),
        "lay_at_free_kicks": round(sum(numbers(rows, "lay_at_free_kicks"))),
        "penalised_moved": mishaps(rows, "penalised_moved"),
        "faults": mishaps(rows, "faults"),
    }


def check(options: SoccerMatchTrialOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded, and what nobody can play."""
    load_noise(noise)
    trouble = MatchKind(options.a_side, options.flat, options.vision).trouble()
    if trouble:
        raise LudensError(trouble)


MATCH = Experiment(
    name="soccer-match",
    summary="Halves under the automatic referee, heard by packets of the league; by truth or by pictures.",
    trial="ludens.games.soccer.experiments.match:match_trial",
    options=SoccerMatchTrialOptions,
    summarise=summarise,
    goal={
        "finished_rate": AtLeast(1.0),
        "unharmed_rate": AtLeast(0.95),
        "goals_a_half": AtLeast(2.0),
        "strikers_wrong": AtMost(0),
        "crowded_areas": AtMost(0),
        "near_free_kicks": AtMost(0),
        "penalised_moved": AtMost(0),
        "faults": AtMost(0),
    },
    check=check,
    default_trials=20,
)
