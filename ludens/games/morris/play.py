"""The wiring of Nine Men's Morris with a humanoid: every module in one list, and the driver around it."""

import math
from functools import partial

from msgspec import structs

from ludens.bodies.nao import BODY
from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Driver
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game
from ludens.core.runtime.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.listener import Listener, ListenerDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.directed import DIRECTED, DirectedEngine
from ludens.games.morris.decide.players import make_player
from ludens.games.morris.decide.tables import open_tables
from ludens.games.morris.game_flow import GameManager
from ludens.games.morris.game_flow.body_arbiter import BodyArbiter
from ludens.games.morris.know.board_localiser import BoardLocaliser
from ludens.games.morris.know.scan import Scan
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.rules import GameRecord, Side, game_text, points_of, record_texts
from ludens.games.morris.see.hand_eye import HandGaze
from ludens.games.morris.show import MorrisGameView
from ludens.games.morris.talk.advising import advise
from ludens.games.morris.talk.module import MorrisTalk
from ludens.games.morris.talk.words import words_of
from ludens.games.morris.walk.nodes import STANDING, TABLE_EYES
from ludens.games.morris.walk.station import Station
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.geometry import Pose2
from ludens.manipulation import Manipulation
from ludens.messages import Message, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.morris_game import MorrisGame, MorrisIntent, MorrisOrder, PersonAsked
from ludens.messages.speech import Reply, Utterance
from ludens.motion.arbiter import ChestButton
from ludens.table.board_game import COLOURS, PlayerKind
from ludens.table.engine import Engine
from ludens.table.game_log import OVER
from ludens.table.lineup import AT_PAGE, Lineup, OrderedGame
from ludens.table.search import SearchBudget

ROBOT_PLAYS: tuple[PlayerKind, ...] = ("engine", "text")
"""Players whose turns a robot makes."""
EYES = ("bottom/camera",)

MORRIS = Setup(
    "morris",
    (
        TABLE_EYES,
        CyclerPlan(
            "body",
            "body",
            (
                *BODY,
                Node(BoardLocaliser),
                Node(GameManager),
                Node(MorrisTalk),
                Node(Station, "station"),
                Node(Scan, "scan"),
                Node(HandGaze, "hand"),
                Node(BodyArbiter),
                STANDING,
                Node(Manipulation, parameters=MorrisMeasures().of_manipulation()),
                Node(ChestButton),
                Node(MorrisGameView),
            ),
        ),
    ),
)

ROBOTS = ("nao0", "nao1")
TWO = MORRIS.for_robots(*ROBOTS).named("morris-two")
"""Two humanoids at one table, white and black."""
HOMES = (Pose2(0.0, -0.72, math.pi / 2), Pose2(0.0, 0.72, -math.pi / 2))
"""Where each of two robots waits while the other one plays."""

ORDERS = Capability("orders", delivers=(MorrisOrder, Utterance))
VOICE = Capability("voice", accepts=(Announcement, Reply, MorrisGame, MorrisIntent, PersonAsked, StateReport))
ENGINE_BUDGET = SearchBudget(nodes=600_000)
"""Positions are counted, not seconds: the same game is played the same way on every machine."""
LINGERS_S = 1.0
"""After the end of a game."""


def make_driver(setup: Setup, options: MorrisPlayOptions, seed: int) -> Driver:
    """The simulated table with the engine, whoever listens, and the file of games."""
    game = _ordered(options)
    order, logger = order_of(game, options), game.logger(MORRIS_GAME)
    names = setup.robots
    world = MorrisWorld(_world_options(options, game, robots=len(names)), seed=seed)
    beside: dict[str, list[Listener]] = {
        name: [person.hear] for name, person in zip(names, world.persons, strict=True)
    }
    if logger is not None:
        beside[names[0]].append(logger.hear)  # one of two robots is enough to write the game down
    engine = _engine(SimulationDriver(world), game.lineup, options, seed)
    listeners = [engine.hear] if isinstance(engine, DirectedEngine) else []
    inbox = InboxDriver(engine, ORDERS)
    for name, own in zip(names, _orders(order, len(names)), strict=True):
        inbox.hand(name, own)
    audience: ListenerDriver
    at_it = set(names)
    nobody_there = not game.lineup.colours(*AT_PAGE)

    def take_part(name: str, message: Message) -> None:
        """Leave when all know that it is over, or after as many turns as were wanted."""
        if isinstance(message, StateReport) and message.state == OVER and nobody_there:
            at_it.discard(name)
        is_enough = (
            isinstance(message, MorrisGame) and options.turns > 0 and len(message.turns) > options.turns
        )
        if not at_it or is_enough:
            audience.end_after(LINGERS_S)

    for name in names:
        beside[name].append(partial(take_part, name))
    audience = ListenerDriver(inbox, VOICE, listeners, beside=beside)
    return audience


def _engine(driver: Driver, lineup: Lineup, options: MorrisPlayOptions, seed: int) -> Driver:
    """Who chooses the robots' turns: a human, or players that search."""
    if not lineup.colours("text"):
        tables = open_tables(options.tables)
        engine = Engine(
            MORRIS_GAME,
            seed=seed,
            make_player=lambda level: make_player(f"level-{level}", tables=tables, budget=ENGINE_BUDGET),
            advise=partial(advise, tables=tables),
        )
        return engine.beside(driver)
    return DirectedEngine(driver)


def conclude(run: Run) -> str | None:
    """The game as text."""
    managers = [
        module
        for cycler in run.cyclers
        for module in cycler.modules.values()
        if isinstance(module, GameManager)
    ]
    table = managers[0].table if managers else None
    return None if table is None or not table.game.record.turns else game_text(table.game.record)


def _ordered(options: MorrisPlayOptions) -> OrderedGame[GameRecord]:
    """The game that the options mean; what cannot be played is a sentence."""
    game = OrderedGame.of(options, MORRIS_GAME)
    if game.lineup.colours("text") and game.lineup.colours("engine"):
        raise LudensError("Of two robots both choose their turns, or both are told them: say text twice.")
    return game


def order_of(game: OrderedGame[GameRecord], options: MorrisPlayOptions) -> MorrisOrder:
    """The game to be played, as the only robot is told it."""
    start, turns = record_texts(game.record)
    lineup = game.lineup
    words_of(lineup.language)  # whether it exists is said before the game
    return MorrisOrder(
        time_s=0.0,
        start=start,
        turns=turns,
        robot=lineup.colours(*ROBOT_PLAYS),
        level=DIRECTED if lineup.colours("text") else str(lineup.level),
        from_board=bool(options.fen),
        learns_colours=options.learn,
        learns_camera=options.calibrate,
        language=lineup.language,
        at_page=lineup.colours(*AT_PAGE),
    )


def _orders(order: MorrisOrder, robots: int) -> tuple[MorrisOrder, ...]:
    """What each robot is to play: the only one its side, or none; of two each its own."""
    if robots == 1:
        return (order,)
    white, black = (
        structs.replace(order, robot=(side,), home=home) for side, home in zip(COLOURS, HOMES, strict=True)
    )
    return white, structs.replace(black, learns_colours=False)


def setup_for(options: MorrisPlayOptions) -> str:
    """One robot, or two."""
    lineup = _ordered(options).lineup
    return TWO.name if len(lineup.colours(*ROBOT_PLAYS)) == 2 else MORRIS.name


def _world_options(
    options: MorrisPlayOptions, game: OrderedGame[GameRecord], *, robots: int
) -> MorrisWorldOptions:
    position, lineup = game.record.position, game.lineup
    return MorrisWorldOptions(
        noise=options.noise,
        men={point: side.colour for side in Side for point in points_of(position.men(side))},
        eyes=EYES,
        camera_hz=options.cameras_hz,
        stations=tuple(station_at(side) for side in (0, 2)[:robots]),
        person=options.person if lineup.colours("person") else "perfect",
        person_told=lineup.colours("human"),
    )


GAME = Game(
    name="morris",
    title="Nine Men's Morris with a humanoid",
    summary="A NAO plays Nine Men's Morris at a low table: it sees, walks, grasps, places, judges and talks.",
    setups={setup.name: setup for setup in (MORRIS, TWO)},
    options=MorrisPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
    setup_for=setup_for,
)
