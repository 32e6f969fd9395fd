"""The wiring of chess with an arm: every module in one visible list, and the driver with all around it."""

from collections.abc import Callable
from functools import partial

import chess

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Driver
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.game import Game
from ludens.core.runtime.run import Run
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.listener import Listener, ListenerDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.board_game import CHESS_GAME, MOVERS, kept_configuration
from ludens.games.chess.calibrate.module import TableCalibrator
from ludens.games.chess.decide.candidates import ChessPlayer
from ludens.games.chess.decide.players import guarded_player, level_player
from ludens.games.chess.game_flow import ChessGameManager
from ludens.games.chess.game_flow.played_game import PlayedGame
from ludens.games.chess.know import PieceTracker
from ludens.games.chess.move import ArmMotion
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.rules.pgn import pgn_of
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.see import PieceDetector
from ludens.games.chess.show import ChessGameView, TableDrawing
from ludens.games.chess.spoken import microphone_words
from ludens.games.chess.talk.advising import advise
from ludens.games.chess.talk.language import Language, load_language
from ludens.games.chess.talk.module import Talk
from ludens.games.chess.typed import terminal_words
from ludens.games.chess.world import ChessWorld
from ludens.messages import CalibrationReport, Message, StateReport
from ludens.messages.announcement import Announcement
from ludens.messages.chess_game import ChessGame, ChessOrder
from ludens.messages.speech import Reply, Utterance
from ludens.table.engine import Engine
from ludens.table.game_log import OVER
from ludens.table.lineup import AT_PAGE, OrderedGame
from ludens.table.utterances import utterance

CHESS = Setup(
    "chess",
    (
        CyclerPlan(
            "eyes",
            "camera",
            (Node(TableCalibrator), Node(PieceDetector), Node(PieceTracker), Node(TableDrawing)),
        ),
        CyclerPlan(
            "body", "body", (Node(ChessGameManager), Node(Talk), Node(ArmMotion), Node(ChessGameView))
        ),
    ),
)

ORDERS = Capability("orders", delivers=(ChessOrder, Utterance))
VOICE = Capability("voice", accepts=(Announcement, Reply, ChessGame, StateReport, CalibrationReport))
LINGERS_S = 1.0
"""After the end of a game that only machines play."""


def make_driver(_: Setup, options: ChessPlayOptions, seed: int) -> Driver:
    """The simulated table with the engine, people who listen and speak, and the file of games."""
    game = OrderedGame.of(options, CHESS_GAME)
    lineup, logger = game.lineup, game.logger(CHESS_GAME)
    language = load_language(lineup.language)  # whether it exists is said before the game
    listeners: list[Listener] = [] if logger is None else [logger.hear]
    world = ChessWorld(options.world(game.record.board(), lineup), seed=seed)
    if world.person is not None:
        listeners.append(world.person.hear)
    engine = Engine(CHESS_GAME, seed=seed, make_player=_players(options), advise=advise)
    inbox = InboxDriver(engine.beside(SimulationDriver(world)), ORDERS)
    inbox.hand("", order_of(game))
    if world.person is not None:
        world.person.answer = partial(_say_piece, inbox, language)
    if lineup.colours("text"):
        typed = terminal_words(partial(inbox.hand, ""))
        listeners += [] if typed is None else [typed.hear]
    if lineup.colours("voice"):
        listeners.append(microphone_words(partial(inbox.hand, ""), language=lineup.language).hear)
    nobody_there = not lineup.colours(*AT_PAGE)
    audience: ListenerDriver

    def take_part(message: Message) -> None:
        """What somebody does for the robot: unscrews the plate; goes home when machines have played."""
        if isinstance(message, CalibrationReport) and message.state == "done":
            world.take_plate_off()
        elif isinstance(message, StateReport) and message.state == OVER and nobody_there:
            audience.end_after(LINGERS_S)

    audience = ListenerDriver(inbox, VOICE, [*listeners, take_part])
    return audience


def _say_piece(inbox: InboxDriver, language: Language, kind: chess.PieceType) -> None:
    """What the simulated person answers when it is asked what a pawn shall become."""
    inbox.hand("", utterance(language.piece(kind).name))


def reads_terminal(options: ChessPlayOptions) -> bool:
    """Whether somebody plays by typing into the terminal, where the dialogue hears stops too."""
    return bool(OrderedGame.of(options, CHESS_GAME).lineup.colours("text"))


def conclude(run: Run) -> str | None:
    """The game as PGN."""
    game = played(run)
    if not game.record.moves:
        return None
    names = {"engine": f"Ludens, level {game.level}", "hand": "Person", "words": "Person"}
    tags = {"Event": "Ludens with an arm", "White": names[game.white], "Black": names[game.black]}
    return pgn_of(game.record, tags)


def played(run: Run) -> PlayedGame:
    """The game that a run has come to."""
    modules = (module for cycler in run.cyclers for module in cycler.modules.values())
    return next(module.session.game for module in modules if isinstance(module, ChessGameManager))


def order_of(game: OrderedGame[ChessRecord]) -> ChessOrder:
    """The game to be played, as the robot is told it."""
    record, lineup = game.record, game.lineup
    configuration = None if game.kept is None else kept_configuration(game.kept.own)
    return ChessOrder(
        time_s=0.0,
        start=record.start,
        moves=tuple(move.uci() for move in record.moves),
        white=MOVERS[lineup.white],
        black=MOVERS[lineup.black],
        level=lineup.level,
        language=lineup.language,
        places=() if configuration is None else tuple(place.number for place in configuration.places),
        at_page=lineup.colours(*AT_PAGE),
    )


def _players(options: ChessPlayOptions) -> Callable[[int], ChessPlayer]:
    """Ours by level, or another program at that level with ours behind it."""
    if not options.engine:
        return level_player
    guarded_player(options.engine).close()  # whether it exists is said before the game, not within it
    return lambda level: guarded_player(options.engine, level=level)


GAME = Game(
    name="chess",
    title="Chess with an arm",
    summary="An arm plays chess on a real board: it sees the pieces, moves them, and talks.",
    setups={CHESS.name: CHESS},
    options=ChessPlayOptions(),
    make_driver=make_driver,
    conclude=conclude,
    reads_terminal=reads_terminal,
)
