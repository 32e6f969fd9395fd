"""A penalty shoot-out between a person and a robot: who is at the controls of which shot.

Each team has a striker, number two, and a keeper, number one; one of them plays, the other one waits outside.
The person has the controls of the blue ones in the parts that were chosen; else they play by themselves.
"""

from dataclasses import replace
from typing import Literal

from ludens.core.contract.driver import Driver, DriverWrapper, behind
from ludens.core.contract.setup import Setup
from ludens.drivers.remote import RemoteDriver, remote_behind
from ludens.games.soccer.league_play import (
    TEAMS,
    LeagueMatchOptions,
    league_driver,
    league_setup,
)
from ludens.messages import Message
from ludens.messages.league import MatchState
from ludens.messages.refereeing import MatchReport

YourPart = Literal["both", "striker", "keeper", "nobody"]
STRIKER, KEEPER = "blue2", "blue1"
"""The robots that a person drives."""
INITIAL_S, SET_S, SHOT_S = 3.0, 3.0, 60
"""People need longer than the league allows its robots, and may touch the ball again."""
NAMES = {False: "soccer-shootout", True: "soccer-shootout-flat"}
"""Of the setup, in physics and in the flat world."""


def shoot_out_setup(*, flat: bool) -> Setup:
    """The modules of all robots and of their referee."""
    setup = league_setup(
        2,
        flat=flat,
        shown=True,
        shoot_out=True,
        initial_s=INITIAL_S,
        set_s=SET_S,
        shot_s=SHOT_S,
        one_touch=False,
    )
    return setup.named(NAMES[flat])


def shoot_out_driver(options: LeagueMatchOptions, *, you: YourPart, seed: int) -> Driver:
    """The field with its robots, and a person's controls."""
    return ShootOutControls(RemoteDriver(league_driver(replace(options, a_side=2), seed=seed)), you)


class ShootOutControls(DriverWrapper):
    """Hands the controls over at the beginning of every shot, by what the scoreboard says."""

    def __init__(self, driver: Driver, you: YourPart) -> None:
        super().__init__(driver)
        self._you = you
        self.shoots = True  # whether blue shoots; else it keeps the goal
        self._shot = -1

    @property
    def is_yours(self) -> bool:
        """Whether the person has the controls in this shot."""
        return self._you in ("both", "striker" if self.shoots else "keeper")

    @property
    def robot(self) -> str:
        """The blue robot that plays in this shot."""
        return STRIKER if self.shoots else KEEPER

    def command(self, robot: str, command: Message) -> None:
        """Pass a command on; read the scoreboard."""
        if isinstance(command, MatchReport):
            self._read(command)
        self.driver.command(robot, command)

    def _read(self, report: MatchReport) -> None:
        control = report.control
        shot = sum(team.shots_taken for team in control.teams)
        if control.state is MatchState.SET and shot != self._shot:
            self._shot, self.shoots = shot, control.kicking_team == TEAMS[0]
            remote_behind(self).ask(self.robot, motion="walk", takes_over=self.is_yours)


def controls_behind(driver: Driver) -> ShootOutControls | None:
    """The controls of a shoot-out behind a driver, if it is one."""
    return behind(driver, ShootOutControls)
