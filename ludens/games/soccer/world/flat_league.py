"""The flat field of the league: two teams under an automatic referee, without physics."""

from ludens.games.soccer.world.coach import Coach
from ludens.games.soccer.world.field_scene import on_turf
from ludens.games.soccer.world.flat_eyes import FlatEyes
from ludens.games.soccer.world.league_field import LOOKS_NS, LeagueFieldOptions, hearing, seeing
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.referee_eyes import CHEST, DARK, RefereeOnField, RefereeSight
from ludens.games.soccer.world.soccer_world import goal_at
from ludens.geometry.soccer_field import FIELDS
from ludens.messages import SceneDescription
from ludens.messages.refereeing import FieldRobot
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions
from ludens.sim.random_streams import RandomStreams


class FlatLeagueField(FlatWorld):
    """A flat world whose referee is a robot of its own, called as the game as a whole."""

    def __init__(self, options: LeagueFieldOptions, *, seed: int) -> None:
        super().__init__(
            FlatWorldOptions(
                names=tuple(player.name for player in options.players),
                looks=tuple(player.look for player in options.players),
                starts=tuple(player.start for player in options.players),
                noise=str(options.noise),
            ),
            seed=seed,
            pitch=FIELDS[options.field],
        )
        players = [(player.team, player.number) for player in options.players]
        self.referee = RefereeOnField(self, self.names, RefereeSight(self, players, FlatWitness(self)))
        eyes = FlatEyes(
            self,
            percept_noise(options.noise),
            RandomStreams(seed),
            period_ns=LOOKS_NS,
            teams=[player.team for player in options.players],
        )
        self.coach = Coach([player.team for player in options.players])
        self.robots = (*hearing(seeing(self.robots, eyes), self.coach), self.referee)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        return on_turf(super().scene(time_ns), self.pitch)

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 that at positive x, -1 the other one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)


class FlatWitness:
    """Poses and touches in the flat world, as its bodies know them."""

    def __init__(self, world: FlatWorld) -> None:
        self._world = world
        self.ball_height_m = world.pitch.ball_radius_m

    def forget(self) -> None:
        """Forget what was touched."""
        self._world.touched_ball.clear()
        self._world.touching.clear()

    def robot(self, number: int, *, team: int, player: int) -> FieldRobot:
        """A robot as it is, with what it has touched."""
        world, body = self._world, self._world.bodies[number]
        pairs = [pair for pair in world.touching if number in pair]
        others = {other for pair in pairs for other in pair if other != number}
        return FieldRobot(
            name=world.names[number],
            team=team,
            player=player,
            field_from_robot=body.pose,
            torso_height_m=body.torso_height_m,
            is_upright=not body.lies,
            touches_ball=number in world.touched_ball,
            touches=tuple(world.names[other] for other in sorted(others)),
            chest_rgb=world.players[number].light_colours.get(CHEST, DARK),
        )
