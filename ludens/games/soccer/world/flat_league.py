"""The flat field of the league: two teams under an automatic referee, without physics."""

from collections.abc import Sequence

from ludens.core.contract.driver import Source
from ludens.games.soccer.world.flat_eyes import FlatEyes
from ludens.games.soccer.world.league_field import LOOKS_NS, LeagueFieldOptions, robot_names, seeing
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.referee_eyes import PERIOD_NS, SIGHT, RefereeOnField
from ludens.games.soccer.world.soccer_world import goal_at
from ludens.messages import Message
from ludens.messages.refereeing import FieldRobot, FieldTruth
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions
from ludens.sim.random_streams import RandomStreams

LYING_M = 0.1


class FlatLeagueField(FlatWorld):
    """A flat world whose referee is a robot of its own, called as the game as a whole."""

    def __init__(self, options: LeagueFieldOptions, *, seed: int) -> None:
        names = robot_names(len(options.players))
        super().__init__(
            FlatWorldOptions(
                names=names,
                starts=tuple(player.start for player in options.players),
                noise=str(options.noise),
            ),
            seed=seed,
        )
        players = [(player.team, player.number) for player in options.players]
        self.referee = RefereeOnField(self, names, FlatRefereeSight(self, players))
        streams = RandomStreams(seed)
        teams = [player.team for player in options.players]
        eyes = FlatEyes(self, percept_noise(options.noise), streams, period_ns=LOOKS_NS, teams=teams)
        robots = seeing(self, self.robots, eyes, options, referee=self.referee, streams=streams)
        self.robots = (*robots, self.referee)

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 that at positive x, -1 the other one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)


class FlatRefereeSight:
    """The referee's source: the flat field, twenty times a second, at once."""

    description = Source("truth", PERIOD_NS * 1e-9, (SIGHT,))
    period_ns = PERIOD_NS

    def __init__(self, world: FlatWorld, players: Sequence[tuple[int, int]]) -> None:
        self._world, self._players = world, tuple(players)

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Look at the field now."""
        world = self._world
        truth = FieldTruth(
            time_s=time_ns * 1e-9,
            ball_m=world.ball.place_m,
            ball_height_m=world.pitch.ball_radius_m,
            ball_mps=world.ball.velocity_mps,
            robots=tuple(self._robot(number) for number in range(len(self._players))),
        )
        world.touched_ball.clear()
        world.touching.clear()
        return (truth,)

    def latency_ns(self) -> int:
        """Nothing: it stands beside the field."""
        return 0

    def _robot(self, number: int) -> FieldRobot:
        world, body = self._world, self._world.bodies[number]
        team, player = self._players[number]
        others = {other for pair in world.touching if number in pair for other in pair if other != number}
        return FieldRobot(
            name=world.names[number],
            team=team,
            player=player,
            field_from_robot=body.pose,
            torso_height_m=LYING_M if body.lies else world.figures.torso_height_m,
            is_upright=not body.lies,
            touches_ball=number in world.touched_ball,
            touches=tuple(world.names[other] for other in sorted(others)),
        )
