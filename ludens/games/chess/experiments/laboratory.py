"""A chess table at which something is tried: the modules of the game, and pictures only when somebody looks.

Drawing pictures takes most of a simulation's time, and while the arm is over the board they say little. So
the axes are read a hundred times a second as ever, but the camera is asked only for calibrating and looking.
How right a calibration is, is told by the truth: where the middles of squares are believed to be.
"""

from collections.abc import Callable
from types import TracebackType

import numpy as np

from ludens.core.contract.time_series import TimeSeries
from ludens.core.errors import LudensError
from ludens.games.chess.calibrate.module import TableCalibrator, TableCalibratorParameters
from ludens.games.chess.calibrate.postures import COUNT
from ludens.games.chess.calibrate.routine import Routine
from ludens.games.chess.calibrate.stored import StoredCalibration
from ludens.games.chess.know import PieceTracker
from ludens.games.chess.move import ArmMotion
from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.see import PieceDetector
from ludens.games.chess.workcell.table_view import TableView
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.geometry import FloatArray
from ludens.messages import (
    ArmReport,
    CameraImage,
    CarryRequest,
    JointStates,
    PiecesBelieved,
    PiecesSeen,
    PostureRequest,
    TableCalibration,
)
from ludens.messages.task import TaskState
from ludens.sim.sensors.bending import calibrated

BEAT_NS = 10_000_000
PICTURE_NS = 100_000_000
LONGEST_S = 30.0
"""Of anything the arm is asked for."""


class Laboratory:
    """One table, one arm, one camera."""

    def __init__(self, options: ChessWorldOptions, *, seed: int) -> None:
        self.world = ChessWorld(options, seed=seed)
        self.arm, self.eyes, self.beliefs = ArmMotion(), PieceDetector(), PieceTracker()
        self.calibration: TableCalibration | None = None
        self.believed: PiecesBelieved | None = None
        self.routine: Routine | None = None
        self._joints = TimeSeries[JointStates]()
        self._seed = seed

    def __enter__(self) -> "Laboratory":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.world.close()

    @property
    def time_s(self) -> float:
        """Simulated time."""
        return self.world.physics.time_ns * 1e-9

    def beat(
        self, request: CarryRequest | None = None, *, posture: PostureRequest | None = None
    ) -> ArmReport:
        """Let the arm go on for a hundredth of a second."""
        world = self.world
        (joints,) = world.arm.sources[0].capture(world.physics.time_ns)
        assert isinstance(joints, JointStates)
        self._joints.add(joints)
        command, magnet, report = self.arm.cycle(joints, request, None, posture)
        for one in (command, magnet):
            world.arm.command(one, time_ns=world.physics.time_ns)
        world.advance_to(world.physics.time_ns + BEAT_NS)
        return report

    def carry_out(self, request: CarryRequest) -> ArmReport:
        """Let the arm do what it is asked for, to the end."""
        start_s = self.time_s
        while self.time_s - start_s < LONGEST_S:
            report = self.beat(request)
            if report.number == request.number and report.state is not TaskState.BUSY:
                return report
        raise LudensError(f"The arm was not done with a request after {LONGEST_S:.0f} s: {report}")

    def picture(self) -> CameraImage | None:
        """Return a picture of this moment; now and then one is lost."""
        for message in self.world.arm.sources[1].capture(self.world.physics.time_ns):
            if isinstance(message, CameraImage):
                return message
        return None

    def calibrate(
        self,
        *,
        postures: int = COUNT,
        stored: StoredCalibration | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> Routine:
        """Let the arm find camera and board, as at the beginning of a game; then the plate is taken off."""
        parameters = TableCalibratorParameters(postures=postures, stored=stored or StoredCalibration())
        module = TableCalibrator(parameters, random=np.random.default_rng(self._seed))
        posture: PostureRequest | None = None
        told = ""
        while self.calibration is None:
            self.beat(posture=posture)
            posture = None
            if self.world.physics.time_ns % (2 * PICTURE_NS) < BEAT_NS:
                image = self.picture()
                if image is None:
                    continue
                posture, self.calibration, report = module.cycle(image, self._joints)
                if report.state == "failed":
                    raise LudensError(report.reason)
                if tell is not None and report.state != told and report.state != "done":
                    told = report.state
                    tell(f"{self.time_s:5.1f} s: {told}")
        self.routine = module.routine
        self.world.take_plate_off()
        return module.routine

    def wait(self) -> None:
        """Let time pass to the next picture; the arm goes on holding its posture."""
        end_ns = self.world.physics.time_ns + PICTURE_NS
        while self.world.physics.time_ns < end_ns:
            self.beat()

    def look(self) -> tuple[PiecesSeen, PiecesBelieved] | None:
        """Take a picture a tenth of a second later, and understand it."""
        self.wait()
        image = self.picture()
        if image is None:
            return None
        seen = self.eyes.cycle(image, self.calibration, self.believed)
        self.believed = self.beliefs.cycle(seen)
        return seen, self.believed

    def look_until_settled(self, *, most: int = 30) -> PiecesBelieved | None:
        """Look until all is settled; None if it never is."""
        self.beliefs.start()
        self.believed = None
        for _ in range(most):
            looked = self.look()
            if looked is not None and looked[1].settled:
                return looked[1]
        return None


def true_view(world: ChessWorld) -> TableView:
    """How the camera really sees the table."""
    board_from_camera = world.base_from_board.inverse() @ world.mounted.robot_from_camera
    return TableView(
        calibrated(world.mounted.camera, world.mounted.lens),
        board_from_camera,
        world.base_from_board,
        world.measures,
    )


def seeing_errors_m(world: ChessWorld, view: TableView) -> FloatArray:
    """Return for a piece on each square (64) how far from it the arm would reach, led by the eyes.

    Where the board is believed to lie does not matter to that, only camera and lens.
    """
    middles = world.measures.middles()[:FIRST_SLOT]
    height_m = world.measures.piece_height_m
    tops = np.column_stack((middles, np.full(len(middles), height_m)))
    believed = view.on_plane(true_view(world).pixels(tops), height_m)
    believed_in_base = view.base_from_board.apply(np.column_stack((believed, tops[:, 2])))
    away_m = (believed_in_base - world.base_from_board.apply(tops))[:, :2]
    return np.asarray(np.hypot(away_m[:, 0], away_m[:, 1]), dtype=np.float64)


def placing_errors_m(world: ChessWorld, view: TableView) -> FloatArray:
    """Return for each square (64) how far from its middle the arm would put a piece down."""
    middles = world.measures.middles()[:FIRST_SLOT]
    points = np.column_stack((middles, np.zeros(len(middles))))
    away_m = (view.base_from_board.apply(points) - world.base_from_board.apply(points))[:, :2]
    return np.asarray(np.hypot(away_m[:, 0], away_m[:, 1]), dtype=np.float64)
