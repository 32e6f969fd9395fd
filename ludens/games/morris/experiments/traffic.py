"""The experiment `morris-traffic`: bytes a second between the robot and its modules (the paper's table 6.1).

Counted is what would travel over a network if all modules ran on another computer than the robot, as they did
in the paper: pictures as JPEG, everything else as it is recorded.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.recording.codec import codec_of
from ludens.core.runtime.game import Launch
from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import GAME, MORRIS
from ludens.messages import CameraImage, Fault, JointCommand, LedCommand, Message

STREAMS = ("pictures", "body", "commands", "engine_and_people")
COMMANDS = (JointCommand, LedCommand)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficOptions:
    """For how long."""

    seconds: Annotated[float, Meta(ge=1, le=3600, description="Of a game, simulated.")] = 60.0
    cameras_hz: Annotated[float, Meta(ge=1, le=30, description="Pictures a second.")] = 5.0


class Meter:
    """Counts bytes by stream."""

    def __init__(self) -> None:
        self.sizes: Counter[str] = Counter()

    def on_delivery(self, delivery: Delivery) -> None:
        """What the robot tells."""
        for message in delivery.messages:
            if isinstance(message, CameraImage):
                self.sizes["pictures"] += len(message.jpeg or b"")
            elif delivery.source == "body":
                self.sizes["body"] += _size(message)
            elif delivery.source in ("engine", "inbox"):
                self.sizes["engine_and_people"] += _size(message)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """What the robot is told."""
        for _, message in outputs:
            if isinstance(message, COMMANDS):
                self.sizes["commands"] += _size(message)

    def on_fault(self, fault: Fault) -> None:
        """Of no weight."""

    def close(self) -> None:
        """Nothing is kept open."""


def _size(message: Message) -> int:
    return len(codec_of(type(message)).encode(message))


def traffic_trial(request: TrialRequest[TrafficOptions]) -> Row:
    """The first minute or so of a game."""
    options = request.options
    play = MorrisPlayOptions(noise=request.noise, cameras_hz=options.cameras_hz)
    launch = Launch(GAME, MORRIS, play, request.seed, Configuration.load(MORRIS.sections()))
    meter = Meter()
    with launch.start(observers=[meter]) as run:
        run.run_until(options.seconds)
        time_s = run.time_s
    rates = {f"{stream}_kbps": round(meter.sizes[stream] / time_s / 1e3, 3) for stream in STREAMS}
    return {**rates, "total_kbps": round(sum(rates.values()), 3)}


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Median kilobytes a second by stream."""
    columns = (*(f"{stream}_kbps" for stream in STREAMS), "total_kbps")
    return {column: quantile(numbers(rows, column), 0.5) for column in columns}


TRAFFIC = Experiment(
    name="morris-traffic",
    summary="Kilobytes a second between the robot at the table and its modules, by stream.",
    trial="ludens.games.morris.experiments.traffic:traffic_trial",
    options=TrafficOptions,
    summarise=summarise,
    # nao_cam.py; nao_get_data.py with nao_tf.py and world_model; nao_motion_control.py.
    paper={
        "pictures_kbps": 50.0,
        "body_kbps": 25.0,
        "commands_kbps": 2.0,
        "total_kbps": 77.0,
    },
    default_trials=3,
)
