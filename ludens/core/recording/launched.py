"""What a recording of a launch says about itself, so that it can be launched again."""

from dataclasses import asdict

import msgspec

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import RobotDescription
from ludens.core.recording.metadata import RecordingMetadata
from ludens.core.runtime.game import Launch


def metadata_of(launch: Launch, robots: tuple[RobotDescription, ...]) -> RecordingMetadata:
    """Setup, seed, options and the configuration's difference from the defaults."""
    configuration = launch.configuration
    return RecordingMetadata(
        robots=robots,
        setup=launch.setup.name,
        seed=launch.seed,
        configuration=configuration.difference() if isinstance(configuration, Configuration) else "",
        game=launch.game.name,
        options={name: msgspec.json.encode(value).decode() for name, value in asdict(launch.options).items()},
    )
