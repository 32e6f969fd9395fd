"""What a recording says about itself: which program, setup, seed, game and robots.

Nothing here depends on the wall clock or the machine, so that the same run gives the same bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version

import ludens
from ludens.core.contract.driver import RobotDescription
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.registry import MessageRegistry
from ludens.core.recording.robots import decode_robots, encode_robots

METADATA_NAME = "ludens"
FORMAT_VERSION = 1  # raised when an older program could misread a newer file

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
        if not texts.get("format", "").isdecimal() or int(texts["format"]) > FORMAT_VERSION:
            raise RecordingError(
                f"{where} was recorded by Ludens {texts.get('ludens', 'of unknown version')} in the format "
                f"{texts.get('format', 'without a number')}; this is Ludens {ludens.__version__} and reads "
                f"formats up to {FORMAT_VERSION}. Update Ludens to read it."
            )
        try:
            return cls(
                robots=decode_robots(texts["robots"], registry),
                setup=texts["setup"],
                seed=int(texts["seed"]),
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
        except (KeyError, ValueError, TypeError) as error:
            raise RecordingError(f"{where} does not say properly what it is: {error!r}.") from None
