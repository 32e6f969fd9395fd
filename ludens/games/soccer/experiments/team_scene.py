"""One team on the flat field of the league, to measure what it knows together: no opponents, no referee.

All that robots know of each other passes through the league's packets, late and lossy; a control program says
that the ball is in play.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver, DriverWrapper
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.observer import Observer
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.wire import PlayerId, SimulatedAir
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.games.soccer.league_play import AIR_STREAM, TEAMS, known_to_itself
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueFieldOptions, LeaguePlayer
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchState, PlayerControl, TeamControl

CONTROL_S, CONTROL_VERSION = 0.5, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class AirOptions:
    """How bad the radio is."""

    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    most_delay_s: Annotated[float, Meta(ge=0, le=5, description="Of packets that arrive.")] = 0.5


class PlayOn(Module[NoParameters]):
    """A control program that says nothing but that the ball is in play."""

    def cycle(self, now: CycleTime) -> GameControl:
        """Say so."""
        teams = tuple(
            TeamControl(number=number, colour=colour, players=(PlayerControl(),) * 6)
            for colour, number in enumerate(TEAMS)
        )
        return GameControl(
            time_s=now.time_s,
            version=CONTROL_VERSION,
            packet_number=round(now.time_s / CONTROL_S) % 256,
            players_per_team=6,
            state=MatchState.PLAYING,
            teams=(teams[0], teams[1]),
        )


class TeamScene:
    """Robots of the first team at these poses by number, as players of one kind, in a run.

    Robots of the other team stand where they are put: they hide things.
    """

    def __init__(
        self,
        starts: dict[int, Pose2],
        player: Setup,
        *,
        others: Sequence[Pose2] = (),
        air: AirOptions,
        noise: str,
        seed: int,
        wrap: type[DriverWrapper] | None = None,
    ) -> None:
        players = tuple(LeaguePlayer(team=0, number=number, start=start) for number, start in starts.items())
        standing = tuple(LeaguePlayer(team=1, number=n, start=start) for n, start in enumerate(others, 1))
        on_field = LeagueFieldOptions(players=(*players, *standing), noise=noise)
        self.field = FlatLeagueField(on_field, seed=seed)
        self.names = {player.name: player.number for player in players}
        setup = _setup(players, player)
        ids = {player.name: PlayerId(TEAMS[0], player.number) for player in players}
        radio = SimulatedAir(
            ids,
            random=np.random.default_rng((seed, AIR_STREAM)),
            loss=air.loss,
            most_delay_s=air.most_delay_s,
        )
        world: Driver = SimulationDriver(self.field)
        self._driver = LeagueDriver(world if wrap is None else wrap(world), radio, ids, referee=True)
        self._setup, self._seed = setup, seed

    def run(self, *observers: Observer) -> Run:
        """Return the run; the caller enters it."""
        return Run(
            self._setup,
            self._driver,
            configuration=Configuration(self._setup.sections()),
            seed=self._seed,
            observers=observers,
        )


def _setup(players: Sequence[LeaguePlayer], kind: Setup) -> Setup:
    cyclers = []
    for player in players:
        begins = {"start": (player.start.x_m, player.start.y_m, player.start.yaw_rad)}
        mind = tuple(
            replace(node, parameters={**node.parameters, **begins})
            if node.module is FieldLocalisation
            else node
            for node in known_to_itself(kind, player)
        )
        cyclers.append(CyclerPlan("body", "body", (*mind, *FLAT_BODY), player.name))
    cyclers.append(CyclerPlan("control", Every(CONTROL_S), (Node(PlayOn),), WHOLE_GAME))
    return Setup("soccer-team-flat", tuple(cyclers))
