"""A game with arm, camera and hand in physics, with a calibration as good as the truth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.recording import Recorder, metadata_of
from ludens.core.runtime.game import Launch
from ludens.drivers.inbox import InboxDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.calibrate.module import TableCalibrator
from ludens.games.chess.game_flow import ChessGameManager
from ludens.games.chess.game_flow.session import GameSession
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import CHESS, GAME, make_driver, order_of, played
from ludens.games.chess.rules.configuration import cast
from ludens.games.chess.world import ChessWorld
from ludens.messages import Fault, StateReport
from ludens.messages.announcement import Announcement
from ludens.table.lineup import OrderedGame
from tests.games.chess.sights import best_calibration


class ArmTable:
    """A run that has begun. `said` is what the robot has said."""

    def __init__(
        self,
        *,
        seed: int,
        record_to: Any = None,
        parameters: Mapping[Any, dict[str, Any]] | None = None,
        **options: Any,
    ) -> None:
        self.driver = make_driver(CHESS, ChessPlayOptions(**options), seed)
        simulation = behind(self.driver, SimulationDriver)
        assert simulation is not None
        assert isinstance(simulation.world, ChessWorld)
        self.world = simulation.world
        setup = CHESS.replacing(TableCalibrator, TableCalibrator, stored=best_calibration(self.world))
        for module, changed in (parameters or {}).items():
            setup = setup.replacing(module, module, **changed)
        launch = Launch(
            replace(GAME, setups={setup.name: setup}),
            setup,
            ChessPlayOptions(**options),
            seed,
            Configuration.load(setup.sections()),
        )
        self.launch = launch
        self.said: list[str] = []
        self.state = ""
        self.camera_is_gone = False
        self.faults: list[Fault] = []
        self.run = launch.start(driver=self.driver, observers=(self,))
        if record_to is not None:
            self.run.observers.append(Recorder(record_to, metadata_of(launch, self.driver.robots)))

    def __enter__(self) -> "ArmTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.run.stop("The test is over.")

    def begin_anew(self, **options: Any) -> None:
        """As if the program had been killed and started again: it knows nothing, the table is as it is."""
        self.run = self.launch.start(driver=self.driver, observers=(self,))
        inbox = behind(self.driver, InboxDriver)
        assert inbox is not None
        inbox.hand("", order_of(OrderedGame.of(ChessPlayOptions(**options), CHESS_GAME)))

    def run_until(self, condition: Callable[[], bool], *, seconds: float = 60.0) -> None:
        end_s = self.run.time_s + seconds
        while not condition():
            assert self.run.time_s < end_s, f"Still {self.state}: {self.said}"
            delivery = self.driver.next_delivery()
            if delivery is None:
                self.run.stop("There is nothing more.")
                break
            if not (self.camera_is_gone and delivery.source == "camera"):
                self.run.take(delivery)

    @property
    def session(self) -> GameSession:
        modules = (module for cycler in self.run.cyclers for module in cycler.modules.values())
        return next(module.session for module in modules if isinstance(module, ChessGameManager))

    @property
    def is_right(self) -> bool:
        """Whether the pieces really stand as the game does."""
        return cast(played(self.run).record.board(), self.world.true_configuration()) is not None

    def on_delivery(self, delivery: Delivery) -> None:
        pass

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            if isinstance(message, Announcement):
                self.said.append(message.text)
            elif isinstance(message, StateReport):
                self.state = message.state

    def on_fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def close(self) -> None:
        pass
