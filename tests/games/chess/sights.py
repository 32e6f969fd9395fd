"""A chess table that is looked at, with a calibration as good as the truth: what tests of the eyes share."""

from collections.abc import Iterator

from ludens.drivers.simulation import SimulationDriver
from ludens.games.chess.know import PieceTracker
from ludens.games.chess.see import PieceDetector
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.geometry import Transform3
from ludens.messages import CameraImage, PiecesBelieved, PiecesSeen, TableCalibration


def true_calibration(world: ChessWorld) -> TableCalibration:
    camera = world.mounted.camera
    return TableCalibration(
        time_s=0.0,
        base_from_camera=numbers(world.mounted.robot_from_camera),
        base_from_board=numbers(world.base_from_board),
        focal_px=camera.focal_x_px,
        center_px=(camera.center_x_px, camera.center_y_px),
        distortion=world.mounted.lens.radial[0],
    )


def numbers(transform: Transform3) -> tuple[float, ...]:
    return (*transform.translation.tolist(), *transform.quaternion().tolist())


class Sights:
    """Eyes and belief over a simulated table."""

    def __init__(self, *, seed: int, noise: str = "default", **options: object) -> None:
        self.world = ChessWorld(ChessWorldOptions(noise=noise, **options), seed=seed)  # type: ignore[arg-type]
        self.driver = SimulationDriver(self.world)
        self.eyes, self.beliefs = PieceDetector(), PieceTracker()
        self.calibration = true_calibration(self.world)
        self.believed: PiecesBelieved | None = None

    def __enter__(self) -> "Sights":
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.close()

    def pictures(self, *, seconds: float) -> Iterator[tuple[PiecesSeen, PiecesBelieved]]:
        """What is seen and believed, picture by picture, for some time."""
        end_ns = self.world.physics.time_ns + round(seconds * 1e9)
        while self.world.physics.time_ns < end_ns:
            delivery = self.driver.next_delivery()
            assert delivery is not None
            for message in delivery.messages:
                if isinstance(message, CameraImage):
                    seen = self.eyes.cycle(message, self.calibration, self.believed)
                    self.believed = self.beliefs.cycle(seen)
                    yield seen, self.believed

    def watch(self, *, seconds: float) -> PiecesBelieved:
        """The belief after some time."""
        for _ in self.pictures(seconds=seconds):
            pass
        assert self.believed is not None
        return self.believed

    def true_places(self) -> tuple[int, ...]:
        return tuple(place.number for place in self.world.true_configuration().places)
