"""What `ludens play soccer` starts: one striker alone on the field, or two teams under the referee."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, behind
from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game
from ludens.core.runtime.run import Run
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.final_whistle import FinalWhistle
from ludens.games.soccer.league_play import (
    MOST_A_SIDE,
    MOST_WITH_EYES,
    LeagueMatchOptions,
    MatchKind,
    league_driver,
    league_setup,
)
from ludens.games.soccer.setups import FLAT, STRIKER, TRUTH
from ludens.games.soccer.world import FlatMatch, SoccerMatch, SoccerMatchOptions, TruthMatch
from ludens.games.soccer.world.hands import ScriptedHands, parse_acts
from ludens.messages.refereeing import MatchTerms


def match_of(setup: Setup) -> type[SoccerMatch] | type[FlatMatch]:
    """The world that a lone striker's setup plays in, by its name."""
    if "flat" in setup.name:
        return FlatMatch
    return TruthMatch if "truth" in setup.name else SoccerMatch


@dataclass(frozen=True, slots=True)
class SoccerPlayOptions:
    """What a person may choose."""

    players: Annotated[
        int, Meta(ge=0, le=MOST_A_SIDE, description="Robots of each team; 0: one striker alone.")
    ] = 0
    flat: Annotated[bool, Meta(description="In a world without physics, where a match is quick.")] = False
    vision: Annotated[
        bool, Meta(description="In a match: robots see by their cameras, up to two of each team.")
    ] = False
    half_s: Annotated[int, Meta(gt=0, le=3600, description="Of a match.")] = 600
    ready_s: Annotated[int, Meta(gt=0, le=600, description="To walk to the places for a kick-off.")] = 45
    whistle_delay_s: Annotated[
        int, Meta(ge=0, le=60, description="From the whistle to its broadcast: robots hear no whistle.")
    ] = 0
    radio_loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    substitutes: Annotated[
        bool, Meta(description="Whether a sixth robot of each team waits beside the field.")
    ] = False
    noise: Annotated[str, Meta(description="Of sensors and motors: off, default, harsh, or a file.")] = (
        "default"
    )
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0
    golden_goal: Annotated[bool, Meta(description="Whether the first goal ends a lone striker's game.")] = (
        False
    )
    length_s: Annotated[float, Meta(gt=0, le=3600, description="Of a lone striker's game.")] = 600.0
    hands: Annotated[
        str,
        Meta(description="Reach onto the field: robot@20:-2,1.5,90 ball@30:0.5,1 light@40:0 shove@50:3,0."),
    ] = ""
    dummies: Annotated[int, Meta(ge=0, le=8, description="Posts as large as robots, in the way.")] = 0


class UntilOver(DriverWrapper):
    """Delivers nothing more a moment after the game is over: for runs that nobody watches."""

    LINGERS_NS = 1_000_000_000

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next."""
        match_ = match_behind(self)
        over_ns = None if match_ is None else match_.referee.over_ns
        if over_ns is not None and match_ is not None and match_.physics.time_ns - over_ns > self.LINGERS_NS:
            return None
        return self.driver.next_delivery()


def match_behind(driver: Driver) -> SoccerMatch | FlatMatch | None:
    """The lone striker's simulated match behind a driver, if it is one."""
    simulation = behind(driver, SimulationDriver)
    world = None if simulation is None else simulation.world
    return world if isinstance(world, SoccerMatch | FlatMatch) else None


def setup_for(options: SoccerPlayOptions) -> str:
    """The setup that options mean; raises a sentence where there is none."""
    if options.flat and options.vision:
        raise LudensError("In the flat world there are no pictures to see: choose --flat or --vision.")
    if not options.players:
        return FLAT.name if options.flat else STRIKER.name
    if options.vision and options.players > MOST_WITH_EYES:
        raise LudensError(
            f"With their own eyes {MOST_WITH_EYES} of each team can play, not {options.players}: "
            "pictures take too long. Leave --vision out, or choose fewer players."
        )
    alone = {"golden-goal": options.golden_goal, "hands": options.hands, "dummies": options.dummies}
    for name, value in alone.items():
        if value:
            raise LudensError(f"--{name} belongs to the game of a lone striker: leave --players out.")
    return _kind_of(options).name


def _kind_of(options: SoccerPlayOptions) -> MatchKind:
    return MatchKind(options.players, options.flat, options.vision, options.substitutes)


def match_setup(name: str) -> Setup | None:
    """The setup of a match by its name, which says who plays where."""
    kind = MatchKind.of(name)
    if kind is None:
        return None
    return league_setup(
        kind.a_side, flat=kind.flat, vision=kind.vision, substitutes=kind.substitutes, shown=True
    ).named(name)


def make_driver(setup: Setup, options: SoccerPlayOptions, seed: int) -> Driver:
    """The simulated field."""
    kind = MatchKind.of(setup.name)
    if kind is not None:
        return _match_driver(kind, options, seed)
    match_options = SoccerMatchOptions(
        noise=options.noise,
        camera_hz=options.camera_hz,
        golden_goal=options.golden_goal,
        length_s=options.length_s,
        dummies=options.dummies,
    )
    acts = parse_acts(options.hands)
    match_ = match_of(setup)(match_options, seed=seed)
    if isinstance(match_, SoccerMatch):
        if acts:
            ScriptedHands(match_, acts)
    elif acts:
        raise LudensError(
            "Hands reach onto a field in physics only, not onto the flat one: leave --hands out."
        )
    return UntilOver(RemoteDriver(SimulationDriver(match_)))


def _match_driver(kind: MatchKind, options: SoccerPlayOptions, seed: int) -> Driver:
    if options.players and _kind_of(options) != kind:
        raise LudensError(
            f"Here plays '{kind.name}'. How many play, and in which world, is chosen when the program "
            "starts: ludens play soccer --players 3 --flat."
        )
    match = LeagueMatchOptions(
        a_side=kind.a_side,
        noise=options.noise,
        loss=options.radio_loss,
        flat=kind.flat,
        vision=kind.vision,
        substitutes=kind.substitutes,
        camera_hz=options.camera_hz,
    )
    terms = MatchTerms(
        time_s=0.0,
        half_s=options.half_s,
        ready_s=options.ready_s,
        whistle_delay_s=options.whistle_delay_s,
    )
    return FinalWhistle(RemoteDriver(league_driver(match, terms=terms, seed=seed)))


def conclude(run: Run) -> str | None:
    """How the game ended, as the referee knows."""
    whistle = behind(run.driver, FinalWhistle)
    if whistle is not None:
        return whistle.result()
    match_ = match_behind(run.driver)
    if match_ is None:
        return None
    goals = [f"{after_s:.0f} s" for after_s in match_.referee.goals_after_s]
    if not goals:
        return "No goal."
    return f"Goal after {goals[0]}." if len(goals) == 1 else f"Goals after {', '.join(goals)}."


GAME = Game(
    name="soccer",
    title="Soccer",
    summary="A NAO on the league's field finds the ball with its own eyes and scores; or two teams play.",
    setups={setup.name: setup for setup in (STRIKER, TRUTH, FLAT)},
    made_setup=match_setup,
    options=SoccerPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
    setup_for=setup_for,
)
