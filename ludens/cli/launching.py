"""From options of the command line to a launch, and from a recording to the launch it was made with."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec

from ludens.cli.games import GAMES, load_game, load_page, read_options
from ludens.cli.numbers import WholeNumber
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver
from ludens.core.contract.setup import Section, Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.foreign import reading
from ludens.core.recording import Recording, RecordingMetadata
from ludens.core.runtime.game import Game, Launch, find_setup
from ludens.drivers.faults import FaultyDriver, SensorFault, parse_fault
from ludens.drivers.replay import ReplayDriver
from ludens.studio.played_run import ShownStreams
from ludens.studio.recordings import Replay


def shown_of(launch: Launch) -> ShownStreams:
    """What the page of a game shows: it is recorded with the run."""
    page = load_page(launch.game.name).of(launch.setup.name)
    return ShownStreams(page.shown_streams(), page.highlights, page.plots)


def own_command() -> str:
    """The words with which this program was started, to be started so again."""
    return shlex.join(["ludens", *sys.argv[1:]])


def launch_options() -> list[click.Parameter]:
    """The options of every command that runs a game."""
    return [
        click.Option(["--setup"], help="Which modules play: a setup of the game, or your own FILE.py:NAME."),
        click.Option(
            ["--seed"],
            type=WholeNumber(min=0),
            default=1,
            show_default=True,
            help="Of all random numbers.",
        ),
        click.Option(
            ["--fault", "faults"],
            multiple=True,
            metavar="NAME@SECONDS[-SECONDS]",
            help="Let a sensor fail from then on, such as camera-stops@10, or for a while, as in "
            "camera-stops@10-15; may be given often.",
        ),
        *configuration_options(),
    ]


def configuration_options() -> list[click.Parameter]:
    """Where parameters come from."""
    return [
        click.Option(
            ["--set", "overrides"],
            multiple=True,
            metavar="SECTION.KEY=VALUE",
            help="Set a parameter, such as drive.margin_m=0.2; may be given often.",
        ),
        click.Option(["--location"], help="Read config/location/NAME.toml."),
        click.Option(
            ["--robot", "robot_files"],
            multiple=True,
            metavar="[ROBOT=]NAME",
            help="Read config/robot/NAME.toml (and robot-at-location): for all robots, or for one of a team, "
            "such as blue3=rosa; may be given often.",
        ),
    ]


def load_configuration(
    game: Game, setup: Setup, *, overrides: tuple[str, ...], location: str | None, robots: Sequence[str] = ()
) -> Configuration:
    """The layered configuration of a setup."""
    robot_names = _robot_names(setup, robots)
    files_are_read = location is not None or bool(robot_names)
    also_known = known_sections() if files_are_read else known_sections(game)
    return Configuration.load(
        setup.sections(),
        also_known=also_known,
        location=location,
        robot_names=robot_names,
        overrides=overrides,
    )


def _robot_names(setup: Setup, options: Sequence[str]) -> dict[str, str]:
    """The name of the file of each robot: `rosa` for every robot, `blue3=rosa` for one; the latter wins."""
    known = setup.robots
    for_all = [text for text in options if "=" not in text]
    names = dict.fromkeys(known, for_all[-1]) if for_all else {}
    for text in options:
        robot, equals, name = text.partition("=")
        if not equals:
            continue
        if robot not in known or not robot:
            named = [robot for robot in known if robot]
            hint = did_you_mean(robot, named) if named else f"its one robot has no name: --robot {name}"
            raise LudensError(f"The setup '{setup.name}' has no robot '{robot}'; {hint}")
        names[robot] = name
    return names


def known_sections(*games: Game) -> list[Section]:
    """The sections of all setups of some games; of all games, if none are named.

    A place or a robot may be described for several games in one file.
    """
    chosen = games or tuple(map(load_game, GAMES))
    return [section for game in chosen for setup in game.setups.values() for section in setup.sections()]


def make_launch(game: Game, values: Mapping[str, Any]) -> Launch:
    """The launch that the command line describes."""
    options = read_options(type(game.options), values)
    meant = None if game.setup_for is None else game.setup_for(options)
    setup = find_setup(game, values["setup"] or meant)
    configuration = load_configuration(
        game,
        setup,
        overrides=values["overrides"],
        location=values["location"],
        robots=values["robot_files"],
    )
    launch = Launch(game, setup, options, values["seed"], configuration)
    faults = [parse_fault(text) for text in values["faults"]]
    return with_faults(launch, faults) if faults else launch


def usual_launch(game: Game, options: Any, seed: int) -> Launch:
    """The launch that options mean, with everything else as usual."""
    setup = game.setup(None if game.setup_for is None else game.setup_for(options))
    configuration = load_configuration(game, setup, overrides=(), location=None)
    return Launch(game, setup, options, seed, configuration)


def game_of_recording(path: Path) -> str:
    """The name of the game that was recorded."""
    recording = Recording.open(path)
    try:
        return recording.metadata.game
    finally:
        recording.close()


def with_faults(launch: Launch, faults: Sequence[SensorFault]) -> Launch:
    """The same launch with sensors that fail; tried once, since only a driver knows its robots."""
    make_driver = launch.game.make_driver

    def make_faulty_driver(setup: Setup, options: Any, seed: int) -> Driver:
        return FaultyDriver(make_driver(setup, options, seed), faults)

    make_faulty_driver(launch.setup, launch.options, launch.seed).close()
    return replace(launch, game=replace(launch.game, make_driver=make_faulty_driver))


def recorded_launch(
    metadata: RecordingMetadata,
    *,
    setup: Setup | str | None = None,
    known: Sequence[Setup] = (),
    overrides: tuple[str, ...] = (),
    robot: str | None = None,
) -> Launch:
    """The launch a recording was made with, with another setup or other parameters where asked for.

    `known` are setups that are no part of the game; one of the recorded name is taken. With a `robot` only
    its modules run.
    """
    game = load_game(metadata.game)
    if setup is None:
        setup = _recorded_setup(metadata, game, known)
    chosen = find_setup(game, setup) if isinstance(setup, str) else setup
    everything = chosen.sections()
    if robot is not None:
        chosen = chosen.only(robot)
    configuration = Configuration.load(
        chosen.sections(),
        also_known=[*known_sections(game), *everything],
        saved=metadata.configuration,
        overrides=overrides,
    )
    with reading(f"What the recording says about the options of game '{game.name}'"):
        written = {name: msgspec.json.decode(text) for name, text in metadata.options.items()}
        options = msgspec.convert(written, type(game.options))
    return Launch(game, chosen, options, metadata.seed, configuration)


def _recorded_setup(metadata: RecordingMetadata, game: Game, known: Sequence[Setup]) -> Setup:
    setups = {**game.setups, **{setup.name: setup for setup in known}}
    made = None if game.made_setup is None else game.made_setup(metadata.setup)
    if metadata.setup not in setups and made is not None:
        return made
    if metadata.setup not in setups:
        raise LudensError(
            f"The recording was made with the setup '{metadata.setup}', which game '{game.name}' does not "
            f"have; it has: {', '.join(game.setups)}. Name the file it stands in: --setup FILE.py:NAME."
        )
    return setups[metadata.setup]


def open_replay(path: Path, *, setup: Setup | str | None = None, known: Sequence[Setup] = ()) -> Replay:
    """A recording as the studio plays it."""
    recording = Recording.open(path)
    try:
        launch = recorded_launch(recording.metadata, setup=setup, known=known)
        edits = tuple(recording.edits())
    except BaseException:
        recording.close()
        raise
    has_other_setup = launch.setup.name != recording.metadata.setup
    return Replay(launch, recording, ReplayDriver(recording), edits, has_other_setup)
