"""The wiring of Nine Men's Morris with a humanoid: every module in one list, and the driver around it."""

from pathlib import Path

from ludens.bodies.nao import BODY
from ludens.core.capabilities import Capability
from ludens.core.driver import Driver
from ludens.core.errors import LudensError
from ludens.core.game import Game
from ludens.core.run import Run
from ludens.core.setup import CyclerPlan, Node, Setup
from ludens.drivers.audience import AudienceDriver, Listener
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.decide.mind import mind_driver
from ludens.games.morris.decide.table_folder import open_tables
from ludens.games.morris.keep import GameKeeper
from ludens.games.morris.keep.body_use import BodyShare
from ludens.games.morris.keeping import GameWriter, last_game, record_of, written
from ludens.games.morris.know.placer import BoardPlacer
from ludens.games.morris.know.scan import Scan
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.rules import Side, game_text, new_game, points_of
from ludens.games.morris.see import MenEyes
from ludens.games.morris.see.hand_gaze import HandGaze
from ludens.games.morris.show import GameView
from ludens.games.morris.walk.nodes import STANDING, STRIPE
from ludens.games.morris.walk.station import Station
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import Message, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.morris_game import MorrisGame, MorrisOrder, PersonAsked
from ludens.motion.handling import Handling

EYES = ("bottom/camera",)

MORRIS = Setup(
    "morris",
    (
        CyclerPlan("eyes", "bottom/camera", (Node(MenEyes, "bottom"), STRIPE)),
        CyclerPlan(
            "body",
            "body",
            (
                *BODY,
                Node(BoardPlacer),
                Node(GameKeeper),
                Node(Station, "station"),
                Node(Scan, "scan"),
                Node(HandGaze, "hand"),
                Node(BodyShare),
                STANDING,
                Node(Handling),
                Node(GameView),
            ),
        ),
    ),
)

ORDERS = Capability("orders", delivers=(MorrisOrder,))
VOICE = Capability("voice", accepts=(Announcement, MorrisGame, PersonAsked, StateReport))
LINGERS_S = 1.0
"""After the end of a game."""


def make_driver(_: Setup, options: MorrisPlayOptions, seed: int) -> Driver:
    """The simulated table with the mind, whoever listens, and the file of games."""
    order, listeners = _order(options)
    world = MorrisWorld(_world_options(options, order), seed=seed)
    if world.person is not None:
        listeners.append(world.person.hear)
    tables = open_tables(options.tables)
    inbox = InboxDriver(mind_driver(SimulationDriver(world), seed=seed, tables=tables), ORDERS)
    inbox.hand("", order)
    audience: AudienceDriver

    def take_part(message: Message) -> None:
        """Leave when all is over, or after as many turns as were wanted."""
        is_over = isinstance(message, StateReport) and message.state == "end"
        is_enough = (
            isinstance(message, MorrisGame) and options.turns > 0 and len(message.turns) > options.turns
        )
        if is_over or is_enough:
            audience.end_after(LINGERS_S)

    audience = AudienceDriver(inbox, VOICE, [*listeners, take_part])
    return audience


def conclude(run: Run) -> str | None:
    """The game as text."""
    keepers = [
        module.keeper
        for cycler in run.cyclers
        for module in cycler.modules.values()
        if isinstance(module, GameKeeper)
    ]
    table = keepers[0].table if keepers else None
    return None if table is None or not table.game.record.turns else game_text(table.game.record)


def _order(options: MorrisPlayOptions) -> tuple[MorrisOrder, list[Listener]]:
    """What is to be played, and who writes it down."""
    start, turns = written(new_game())
    listeners: list[Listener] = []
    if options.resume and not options.games:
        raise LudensError("Say which file the game is in: --games FILE --resume.")
    if options.games:
        path = Path(options.games).expanduser()
        kept = last_game(path) if options.resume else None
        if kept is not None:
            start, turns = written(kept.record)
        listeners.append(GameWriter(path, kept=kept).hear)
    order = MorrisOrder(
        time_s=0.0,
        start=start,
        turns=turns,
        robot=options.robot_sides(),
        level=str(options.level),
        learns_colours=options.learn,
    )
    return order, listeners


def _world_options(options: MorrisPlayOptions, order: MorrisOrder) -> MorrisWorldOptions:
    position = record_of(order.start, order.turns).position
    colours = {Side.WHITE: 0, Side.BLACK: 1}
    return MorrisWorldOptions(
        noise=options.noise,
        men={point: colours[side] for side in Side for point in points_of(position.men(side))},
        eyes=EYES,
        camera_hz=options.cameras_hz,
        person=options.person if options.opponent == "person" else "perfect",
        person_is_told=options.opponent == "human",
    )


GAME = Game(
    name="morris",
    title="Nine Men's Morris with a humanoid",
    summary="A NAO plays Nine Men's Morris at a low table: it sees, walks, grasps, places, judges and talks.",
    setups={MORRIS.name: MORRIS},
    options=MorrisPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
)
