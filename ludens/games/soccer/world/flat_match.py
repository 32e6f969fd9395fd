"""A match in the flat world: the same referee and the same percepts, bodies that move by figures."""

import math
from collections.abc import Callable

import numpy as np

from ludens.games.soccer.world.field_scene import field_entity
from ludens.games.soccer.world.match import SoccerMatchOptions, dummy_places, somewhere_on
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.percepts.percept_source import PerceptSource
from ludens.games.soccer.world.percepts.sight import camera_over_ground
from ludens.games.soccer.world.percepts.truth_eye import NOBODY, EyeView
from ludens.games.soccer.world.referee import Referee, RefereedRobot, RefereeOptions, RefereeSource
from ludens.games.soccer.world.soccer_world import goal_at
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.messages import SceneDescription
from ludens.robots.nao.kinematics.head import torso_from_head
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.sim.flat.world import FlatWorld, FlatWorldOptions
from ludens.sim.nao.group import names_of
from ludens.sim.random_streams import RandomStreams

DECISIONS_HZ = 10.0


class FlatMatch(FlatWorld):
    """A flat world whose robots see by truth and are told how the game stands."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        count = len(options.starts)
        super().__init__(
            FlatWorldOptions(
                names=("",) if count == 1 else names_of(count),
                starts=options.starts,
                ball_m=options.ball_m,
                noise=str(options.noise),
                dummies_m=(
                    *options.dummies_m,
                    *dummy_places(options, RandomStreams(seed).stream("dummies")),
                ),
                decisions_hz=DECISIONS_HZ,
            ),
            seed=seed,
        )
        rules = RefereeOptions(golden_goal=options.golden_goal, length_s=options.length_s)
        self.referee = Referee(self, options.starts, rules)
        noise, streams = percept_noise(options.noise), RandomStreams(seed)
        period_ns = round(1e9 / DECISIONS_HZ)
        self.robots = tuple(
            RefereedRobot(
                robot,
                *(
                    PerceptSource(
                        camera,
                        self._view(number, head_from_camera),
                        noise=noise,
                        random=streams.stream(f"{number}/{camera}/percepts"),
                        period_ns=period_ns,
                    )
                    for camera, head_from_camera in HEAD_FROM_CAMERA.items()
                ),
                RefereeSource(self.referee, number),
            )
            for number, robot in enumerate(self.robots)
        )
        self._draws = streams.stream("hands")
        self._hiding_ns, self._hiding_m = -1, NOBODY

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        seen = super().scene(time_ns)
        return SceneDescription(time_s=seen.time_s, entities=(field_entity(self.pitch), *seen.entities))

    def elsewhere(self) -> Pose2:
        """Return some pose on the field, for somebody who carries a robot away."""
        return somewhere_on(self.pitch, self._draws)

    def goal(self) -> int:
        """Return whose goal the ball is in: 1 the other one, -1 the own one, 0 none."""
        return goal_at(self.pitch, self.ball.place_m)

    def _hiding(self, time_ns: int) -> FloatArray:
        """Return where everything stands that hides something; one array for all who look at this time."""
        if self._hiding_ns != time_ns:
            places_m = [*((body.x_m, body.y_m) for body in self.bodies), *self.fixed.dummies_m]
            self._hiding_ns, self._hiding_m = time_ns, np.array(places_m)
        return self._hiding_m

    def _view(self, robot: int, head_from_camera: Transform3) -> Callable[[int], EyeView | None]:
        """Return what says where everything is, seen from one camera of a robot; nothing while it lies."""
        body = self.bodies[robot]
        mount = np.concatenate((head_from_camera.rotation.reshape(-1), head_from_camera.translation))
        neck_m = torso_from_head(0.0, 0.0).translation + np.array((0.0, 0.0, self.figures.torso_height_m))

        def view(time_ns: int) -> EyeView | None:
            if body.lies:
                return None
            return EyeView(
                time_s=time_ns * 1e-9,
                field_from_robot=body.pose,
                robot_from_camera=camera_over_ground(*body.head_rad, mount, neck_m),
                turning_radps=math.hypot(body.head_radps, body.gait.speed.turn_radps),
                balls_m=(self.ball.place_m,),
                robots_m=self._hiding(time_ns),
            )

        return view
