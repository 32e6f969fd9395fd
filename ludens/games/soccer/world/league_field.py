"""A field on which two teams of the league play under an automatic referee."""

from dataclasses import dataclass
from pathlib import Path

from ludens.games.soccer.world.referee_eyes import RefereeOnField
from ludens.games.soccer.world.soccer_world import SoccerWorld, SoccerWorldOptions
from ludens.geometry import Pose2


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlayer:
    """A robot of team 0 or 1 with its number, and where it stands at the beginning."""

    team: int
    number: int
    start: Pose2


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFieldOptions:
    """Who plays, and how far from perfect the robots are."""

    players: tuple[LeaguePlayer, ...]
    noise: str | Path = "default"
    cameras: bool = True
    camera_hz: float = 10.0


class LeagueField(SoccerWorld):
    """A world whose referee is a robot of its own, called as the game as a whole; it has no body."""

    def __init__(self, options: LeagueFieldOptions, *, seed: int) -> None:
        super().__init__(
            SoccerWorldOptions(
                starts=tuple(player.start for player in options.players),
                noise=options.noise,
                cameras=options.cameras,
                camera_hz=options.camera_hz,
            ),
            seed=seed,
        )
        referee = RefereeOnField(self, [(player.team, player.number) for player in options.players])
        self.robots = (*self.players, referee)
