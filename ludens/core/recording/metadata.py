"""What a recording says about itself: which program, setup, seed, game and robots.

Nothing here depends on the wall clock or the machine, so that the same run gives the same bytes.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

import ludens
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import RobotDescription
from ludens.core.errors import RecordingError
from ludens.core.recording.registry import MessageRegistry
from ludens.core.runtime.game import Launch
from ludens.core.whole_number import whole_number
from ludens.messages import Message


def encode_robots(robots: tuple[RobotDescription, ...]) -> str:
    """JSON text; a message class is written as `module:name`."""
    return msgspec.json.encode(robots, enc_hook=_class_name).decode()


def decode_robots(text: str, registry: MessageRegistry) -> tuple[RobotDescription, ...]:
    """The descriptions again."""
    unknown: list[RecordingError] = []

    def find(_: type[Any], name: str) -> type[Message]:
        module, class_name = name.split(":")
        try:
            return registry.find(module, class_name)
        except RecordingError as error:  # told below, because msgspec would wrap it
            unknown.append(error)
            return Message

    robots = msgspec.json.decode(text, type=tuple[RobotDescription, ...], dec_hook=find)
    if unknown:
        raise unknown[0]
    return robots


def _class_name(kind: Any) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


METADATA_NAME = "ludens"
FORMAT_VERSION = 2  # raised when names or layout change so that another version would misread a file

_OPTION = "option "


def _simulator_version() -> str:
    for package in ("mujoco-core", "mujoco"):
        try:
            return version(package)
        except PackageNotFoundError:
            continue
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingMetadata:
    """About a run. `configuration` is the difference from the defaults, as TOML."""

    robots: tuple[RobotDescription, ...]
    setup: str
    seed: int
    configuration: str = ""
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    ludens_version: str = ludens.__version__
    mujoco_version: str = field(default_factory=_simulator_version)

    def to_texts(self) -> dict[str, str]:
        """As names and texts, the way the file holds them."""
        return {
            "format": str(FORMAT_VERSION),
            "ludens": self.ludens_version,
            "mujoco": self.mujoco_version,
            "setup": self.setup,
            "seed": str(self.seed),
            "game": self.game,
            "configuration": self.configuration,
            "robots": encode_robots(self.robots),
            **{_OPTION + name: self.options[name] for name in sorted(self.options)},
        }

    @classmethod
    def from_texts(
        cls, texts: Mapping[str, str], *, where: str, registry: MessageRegistry
    ) -> "RecordingMetadata":
        """From names and texts; `where` is the file, for the errors."""
        _check_format(texts, where)
        try:
            return cls(
                robots=decode_robots(texts["robots"], registry),
                setup=texts["setup"],
                seed=_whole_number(texts["seed"]),
                configuration=texts["configuration"],
                game=texts["game"],
                options={
                    name.removeprefix(_OPTION): text
                    for name, text in texts.items()
                    if name.startswith(_OPTION)
                },
                ludens_version=texts["ludens"],
                mujoco_version=texts["mujoco"],
            )
        except RecordingError:
            raise
        except Exception as error:
            raise RecordingError(
                f"{where} does not say properly what it is ({type(error).__name__}: {error}). It is damaged: "
                "take a copy that is whole, or record the run again."
            ) from error


def _whole_number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(f"the seed {number} is negative")
    return number


def _check_format(texts: Mapping[str, str], where: str) -> None:
    written = texts.get("format", "without a number")
    if written == str(FORMAT_VERSION):
        return
    again = f"ludens record {texts.get('game') or 'GAME'} --seed {texts.get('seed', 'N')}"
    remedy = (
        f"Messages, modules and setups had other names then: record the run again (`{again}`), or look at "
        "the file in a viewer of MCAP files such as Foxglove."
        if whole_number(written, most=FORMAT_VERSION - 1) is not None
        else "Update Ludens to read it."
    )
    version = texts.get("ludens", "of unknown version")
    raise RecordingError(
        f"{where} was recorded by Ludens {version} in the format {written}; this is "
        f"Ludens {ludens.__version__} and reads the format {FORMAT_VERSION}. {remedy}"
    )


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
