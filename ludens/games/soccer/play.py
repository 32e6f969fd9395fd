"""What `ludens play soccer` starts: one striker alone on the field, or two teams under the referee."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

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
    READY_BY_HAND_S,
    USUAL,
    LeagueMatchOptions,
    MatchKind,
    TeamKind,
    league_driver,
    league_setup,
)
from ludens.games.soccer.learning.lessons import LessonName
from ludens.games.soccer.learning_play import learning_driver, learning_setup, setup_name, trainer_behind
from ludens.games.soccer.setups import CLASSIC_2011, FLAT, STRIKER, STRIKER_2011, TRUTH
from ludens.games.soccer.shoot_out_play import NAMES as SHOOT_OUTS
from ludens.games.soccer.shoot_out_play import YourPart, shoot_out_driver, shoot_out_setup
from ludens.games.soccer.world import FlatMatch, SoccerMatch, SoccerMatchOptions, TruthMatch
from ludens.games.soccer.world.exercises import KeeperExercise
from ludens.games.soccer.world.hands import ScriptedHands, parse_acts
from ludens.geometry.soccer_field import FieldName
from ludens.messages.refereeing import MatchTerms


def match_of(setup: Setup) -> type[SoccerMatch] | type[FlatMatch]:
    """The world that a lone striker's setup plays in, by its name."""
    if "flat" in setup.name:
        return FlatMatch
    return TruthMatch if "truth" in setup.name else SoccerMatch


def field_of(setup: Setup) -> FieldName:
    """The field that a lone striker's setup plays on, by its name."""
    return "2011" if "2011" in setup.name else "2019"


@dataclass(frozen=True, slots=True)
class SoccerPlayOptions:
    """What a person may choose."""

    game: Annotated[
        Literal["2019", "2011", "shootout", "learning"],
        Meta(
            description="Whose field, ball and rules: 2011 has coloured goals, an orange ball, two a side. "
            "Or a penalty shoot-out, you against a robot; or a robot that learns where to shoot."
        ),
    ] = "2019"
    you: Annotated[
        YourPart,
        Meta(description="In a shoot-out: what you do at the controls. Your robot does the rest by itself."),
    ] = "both"
    lesson: Annotated[
        LessonName,
        Meta(
            description="What a robot learns: where to shoot on the field before a goal with a keeper, or "
            "from three places; or where the keeper stands."
        ),
    ] = "field"
    policy: Annotated[
        Literal["softmax", "epsilon-greedy", "epsilon-soft"],
        Meta(description="By which a learning robot chooses what to try."),
    ] = "softmax"
    rewards: Annotated[
        Literal["simulation", "person"], Meta(description="Who tells a learning robot what a shot was worth.")
    ] = "simulation"
    table: Annotated[
        str, Meta(description="File that keeps what a robot learns; it goes on with it. Empty: none is kept.")
    ] = "learnt/soccer-LESSON.json"
    anew: Annotated[bool, Meta(description="Whether a learning robot begins with an empty table.")] = False
    players: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MOST_A_SIDE,
                description="Robots of each team; 0: one striker alone. As usual: 0 in 2019, 2 in 2011.",
            ),
        ]
        | None
    ) = None
    blue: Annotated[
        TeamKind | None,
        Meta(description="Who plays in blue: a team with roles, lone strikers, or the players of 001."),
    ] = None
    red: Annotated[TeamKind | None, Meta(description="Who plays in red, likewise.")] = None
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
    wired: Annotated[
        bool,
        Meta(
            description="A GameController leads the match by UDP on this computer: the league's, or "
            "ludens soccer referee 24 5."
        ),
    ] = False
    noise: Annotated[str, Meta(description="Of sensors and motors: off, default, harsh, or a file.")] = (
        "default"
    )
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0
    golden_goal: Annotated[bool, Meta(description="Whether the first goal ends the game.")] = False
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
    if options.game == "shootout":
        _refuse_match_options(options, "In a shoot-out one robot plays against another one")
        return SHOOT_OUTS[options.flat]
    if options.game == "learning":
        _refuse_match_options(options, "One robot learns by itself")
        return setup_name(flat=options.flat, lesson=options.lesson, policy=options.policy)
    kind = _kind_of(options)
    if kind is None:
        if options.flat and options.vision:
            raise LudensError("In the flat world there are no pictures to see: choose --flat or --vision.")
        if options.wired:
            raise LudensError("A GameController leads teams: say how many play, as in --players 5 --wired.")
        if options.game == "2011":
            if options.flat:
                raise LudensError("One robot alone plays on the field of 2011 in physics: leave --flat out.")
            return STRIKER_2011.name
        return FLAT.name if options.flat else STRIKER.name
    alone = {"hands": options.hands, "dummies": options.dummies}
    for name, value in alone.items():
        if value:
            raise LudensError(f"--{name} belongs to the game of a lone striker: choose --players 0.")
    if kind.trouble():
        raise LudensError(kind.trouble())
    return kind.name


def _refuse_match_options(options: SoccerPlayOptions, why: str) -> None:
    """Raise a sentence where options belong to a match."""
    for name in ("players", "vision", "wired", "substitutes", "hands", "dummies", "blue", "red"):
        if getattr(options, name):
            raise LudensError(f"{why}: leave --{name} out.")


def _kind_of(options: SoccerPlayOptions) -> MatchKind | None:
    """The match that options mean; None where one striker plays alone, or another game is meant."""
    if options.game not in USUAL:
        return None
    players = (2 if options.game == "2011" else 0) if options.players is None else options.players
    if not players:
        return None
    usual = USUAL[options.game]
    return MatchKind(
        players,
        options.flat,
        options.vision,
        options.substitutes,
        options.wired,
        options.game,
        (options.blue or usual, options.red or usual),
    )


def match_setup(name: str) -> Setup | None:
    """The setup of a match by its name, which says who plays where."""
    if name in SHOOT_OUTS.values():
        return shoot_out_setup(flat=name == SHOOT_OUTS[True])
    learning = learning_setup(name)
    if learning is not None:
        return learning
    kind = MatchKind.of(name)
    if kind is None:
        return None
    return league_setup(
        kind.a_side,
        flat=kind.flat,
        vision=kind.vision,
        substitutes=kind.substitutes,
        wired=kind.wired,
        field=kind.field,
        teams=kind.teams,
        shown=True,
    ).named(name)


def make_driver(setup: Setup, options: SoccerPlayOptions, seed: int) -> Driver:
    """The simulated field."""
    if setup.name in SHOOT_OUTS.values():
        return _shoot_out_driver(setup, options, seed)
    if learning_setup(setup.name) is not None:
        return _learning_driver(setup, options, seed)
    kind = MatchKind.of(setup.name)
    if kind is not None:
        return _match_driver(kind, options, seed)
    match_options = SoccerMatchOptions(
        field=field_of(setup),
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
    if options.players and _kind_of(options) != kind:  # an option that was written counts
        raise LudensError(
            f"Here plays '{kind.name}'. How many play, and in which world, is chosen when the program "
            "starts: ludens play soccer --players 3 --flat."
        )
    match = LeagueMatchOptions(
        a_side=kind.a_side,
        field=kind.field,
        teams=kind.teams,
        noise=options.noise,
        loss=options.radio_loss,
        flat=kind.flat,
        vision=kind.vision,
        substitutes=kind.substitutes,
        wired=kind.wired,
        camera_hz=options.camera_hz,
    )
    terms = MatchTerms(
        time_s=0.0,
        half_s=options.half_s,
        ready_s=READY_BY_HAND_S if kind.field == "2011" else options.ready_s,
        whistle_delay_s=options.whistle_delay_s,
    )
    field = RemoteDriver(league_driver(match, terms=terms, seed=seed))
    return FinalWhistle(field, golden_goal=options.golden_goal)


def _shoot_out_driver(setup: Setup, options: SoccerPlayOptions, seed: int) -> Driver:
    match = LeagueMatchOptions(
        noise=options.noise, loss=options.radio_loss, flat=setup.name == SHOOT_OUTS[True]
    )
    return FinalWhistle(shoot_out_driver(match, you=options.you, seed=seed))


def _learning_driver(setup: Setup, options: SoccerPlayOptions, seed: int) -> Driver:
    table = Path(options.table.replace("LESSON", options.lesson)) if options.table else None
    if options.anew and table is not None:
        table.unlink(missing_ok=True)
    return learning_driver(
        setup, noise=options.noise, by_person=options.rewards == "person", table=table, seed=seed
    )


def conclude(run: Run) -> str | None:
    """How the game ended, as the referee knows."""
    trainer = trainer_behind(run.driver)
    if trainer is not None:
        wished = "kept" if isinstance(trainer.exercise, KeeperExercise) else "goals"
        return f"{trainer.successes} of {len(trainer.shots)} shots were {wished}."
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
    setups={setup.name: setup for setup in (STRIKER, STRIKER_2011, CLASSIC_2011, TRUTH, FLAT)},
    made_setup=match_setup,
    options=SoccerPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
    setup_for=setup_for,
)
