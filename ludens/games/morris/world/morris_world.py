"""The world of Nine Men's Morris: a low table with board and men in a room, one or two NAOs at it.

The floor's frame has its origin under the middle of the board and the board's axes.
"""

import math
from collections.abc import Iterable, Mapping

from ludens.games.morris.board.measures import SIDES
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.games.morris.world.men import MenOnTable, add_men, make_men
from ludens.games.morris.world.options import MorrisWorldOptions, station_at
from ludens.games.morris.world.person import MorrisPerson, persons_at
from ludens.games.morris.world.room import ELBOW_M, HAND_AWAY_M, morris_spec
from ludens.games.morris.world.table import TableTouches, dressed, lit_surfaces, true_measures
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.geometry.angles import difference
from ludens.messages import SceneDescription, ScenePoses
from ludens.messages.manipulation import Hand
from ludens.messages.morris_table import SeenMan
from ludens.robots.nao.fingers import FINGER_LENGTH_M, FINGERS, GRIP_Z_M, KNUCKLE_X_M
from ludens.robots.nao.kinematics import Posture, robot_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import CAMERA
from ludens.sim.lighting.surface_light import SurfaceLight
from ludens.sim.nao.carrying import Carriers
from ludens.sim.nao.group import NaoGroup, NaoStart, at_rate, names_of
from ludens.sim.nao.shove import Shoves
from ludens.sim.nao.world import has_fallen
from ludens.sim.parts.nao_sensors import touch_zones
from ludens.sim.person_hand import PersonHand
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.scene import SceneView
from ludens.sim.scenery.person import PersonAtTable, Seat
from ludens.sim.world import Physics

STEP_NS = 2_000_000
HAND_MPS = 1.0
SET_DOWN_M = 0.30
"""From the table's edge to the torso of a robot that is helped up."""
HELD_UP_S = 2.0
"""For so long at least it is held upright before it is put down."""
AWAY_RAD = 1.2
"""From the table's middle: a robot that calls for help and is turned farther does not find the table."""
LEANS_COSINE = 0.9
"""Of the angle from which on a robot that calls for help does not stand by itself: 26°."""
UPPER = FINGERS[:2]
HAND_FROM_GRIP = Transform3.from_translation(KNUCKLE_X_M + FINGER_LENGTH_M, 0.0, GRIP_Z_M)
SEAT = Seat(
    x_m=0.62,
    hips_z_m=0.42,
    floor_z_m=0.0,
    has_stool=False,
    away_m=tuple(HAND_AWAY_M.tolist()),
    rest_m=(0.52, 0.16, 0.26),
)
ON_POINT_M = 0.025
"""A man whose middle is no farther from a point stands on it: half of what two points are apart."""


class MorrisWorld:
    """Everything there is, with the truth about it for whoever keeps score."""

    def __init__(self, options: MorrisWorldOptions, *, seed: int) -> None:
        streams = RandomStreams(seed)
        noise = at_rate(load_noise(options.noise), options.camera_hz)
        self.measures = true_measures(options.measures, noise.table, streams.stream("table"))
        self.variation, self._random = noise.table, streams.stream("men placed")
        group = NaoGroup(names_of(len(options.stations)), noise=noise, streams=streams)
        self.mounts = group.mounts
        self.light, spec = morris_spec(noise, streams, self.measures)
        group.add_to(spec, (_standing_at(station) for station in options.stations))
        foreign = sum(man.colour < 0 for man in options.strays)
        men = make_men(self.measures, noise.table, foreign=foreign, random=streams.stream("men"))
        add_men(spec, men)
        self.physics = Physics(spec, step_ns=STEP_NS)
        model, data = self.physics.model, self.physics.data
        self.light.enter(model)
        self.men = MenOnTable(men, model, data, self.measures)
        self._names = group.names
        self._bodies = {model.body(number).name: number for number in range(model.nbody)}
        group.bend(self.physics)
        self.arrange(options.men, options.strays)
        self._renderer = Renderer(
            model,
            data,
            width_px=CAMERA.width_px,
            height_px=CAMERA.height_px,
            light=SurfaceLight(model, data, lit_surfaces(self.measures), gloss=noise.light.gloss),
        )
        self._scene = SceneView(model, data)
        self.hand = PersonHand(
            model,
            data,
            things=[man.body for man in men],
            away_m=HAND_AWAY_M,
            clear_m=self.measures.table_height_m + self.measures.man_m,
            speed_mps=HAND_MPS,
            over_m=float(HAND_AWAY_M[2]),
        )
        self._figure = PersonAtTable(SEAT, elbow_m=ELBOW_M)
        self.persons = persons_at(self, options, streams)
        self.touches = TableTouches(model, data, robots=group.names)
        self._shoves = Shoves(model, data, bodies=group.names, step_ns=STEP_NS)
        self._carriers = Carriers(model, data, bodies=group.names)
        self.physics.before_step.append(self.light.step)
        self.physics.before_step.append(self.hand.step)
        self.physics.before_step.append(self._shoves.step)
        self.physics.before_step.append(self._carriers.step)
        self.physics.before_step += [person.step for person in self.persons]
        self.physics.after_step.append(self.touches.step)
        eyes = options.eyes if options.render else ()
        self.robots = group.live(self.physics, self._renderer, eyes=eyes, stiffness=options.stiffness)

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last physics step that ends no later than `time_ns`."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for onlookers."""
        scene = dressed(self._scene.description(time_s=time_ns * 1e-9), self.measures)
        return self._figure.added_to(scene) if self.persons else scene

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for onlookers."""
        poses = self._scene.poses(time_s=time_ns * 1e-9)
        return self._figure.placed_in(poses, tip_m=self.hand.tip_m) if self.persons else poses

    def close(self) -> None:
        """Give the drawing context back. May be called twice."""
        self._renderer.close()

    @property
    def person(self) -> MorrisPerson | None:
        """Whoever is with the first robot, if anybody is."""
        return self.persons[0] if self.persons else None

    # ------------------------------------------------------------------ the truth, for scoring and the person

    def board_from_robot(self, *, robot: int = 0) -> Pose2:
        """Where the shadow of a robot's torso really is on the board, and its heading."""
        return Pose2.from_transform3(self.ground_from_torso(robot=robot))

    def ground_from_torso(self, *, robot: int = 0) -> Transform3:
        """Where a robot's torso really is over the floor, whose axes are the board's."""
        body = self.physics.data.body(self._names[robot])
        return Transform3(body.xmat.reshape(3, 3), body.xpos)

    def men_on_points(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the men that stand on each point where there is any."""
        found: dict[int, tuple[int, ...]] = {}
        for man in self.men.men:
            x_m, y_m, z_m = self.men.board_from_man(man.number).translation.tolist()
            nearest, away_m = self.measures.nearest_point((x_m, y_m))
            if away_m <= ON_POINT_M and 0.4 * man.edge_m < z_m < 0.9 * man.edge_m:
                found[nearest] = (*found.get(nearest, ()), man.number)
        return found

    def true_state(self) -> tuple[int | None, ...]:
        """The colour on each of the 24 points; None where nobody stands, or more than one."""
        numbers = self.men_on_points()
        return tuple(
            self.men.men[numbers[point][0]].colour if len(numbers.get(point, ())) == 1 else None
            for point in range(POINT_COUNT)
        )

    def ground_from_grip(self, hand: Hand, *, robot: int = 0) -> Transform3:
        """Where a man is held between the ends of a robot's fingers, and how the hand is turned."""
        return self._ground_from_link(f"{hand[0].upper()}Hand", robot) @ HAND_FROM_GRIP

    def ground_m_of_touch(self, touch: str, *, robot: int = 0) -> FloatArray:
        """Where a button of a robot is."""
        link, middle_m, _ = touch_zones()[touch]
        return self._ground_from_link(link, robot).apply(middle_m)

    def held_by(self, man: int) -> bool:
        """Whether fingers of a robot have closed on a man: the thumb and one above touch it."""
        parts = {part for part, thing in self.touches.now() if thing == f"man/{man}"}
        return any(
            f"{name}/{side} thumb" in parts and bool(parts & {f"{name}/{side} {finger}" for finger in UPPER})
            for name in self._names
            for side in "LR"
        )

    # ------------------------------------------------------------------ what somebody does to it

    def arrange(self, men: Mapping[int, int], strays: Iterable[SeenMan] = ()) -> None:
        """Clear the table and set men anew: colours by point, and others anywhere."""
        self.men.arrange(men, strays, variation=self.variation, random=self._random)
        self.physics.refresh()

    def move_robot(self, board_from_robot: Pose2, *, robot: int = 0) -> None:
        """Lift a robot and set it down elsewhere, its posture as it is."""
        torso = self.ground_from_torso(robot=robot)
        moved = board_from_robot @ Pose2.from_transform3(torso).inverse()
        place = moved.to_transform3() @ torso
        joint = self.physics.model.joint(self._names[robot])
        first, speed = int(joint.qposadr[0]), int(joint.dofadr[0])
        data = self.physics.data
        data.qpos[first : first + 7] = (*place.translation, *place.quaternion())
        data.qvel[speed : speed + 6] = 0.0
        self.physics.refresh()

    def push(self, impulse_ns: tuple[float, float, float], *, robot: int = 0) -> None:
        """Shove a robot at its chest with this impulse, in the floor's frame."""
        self._shoves.push(impulse_ns, robot=robot, time_ns=self.physics.time_ns)

    def steady_robot(self, *, robot: int = 0) -> bool:
        """Have hands put a robot before the table that lies, leans or looks away; return whether one does.

        They hold it upright for a while: a body that has gone limp feels that and stiffens before it stands.
        """
        torso, here = self.ground_from_torso(robot=robot), self.board_from_robot(robot=robot)
        stands = not has_fallen(torso) and torso.rotation[2, 2] > LEANS_COSINE
        if stands and abs(difference(math.atan2(-here.y_m, -here.x_m), here.yaw_rad)) < AWAY_RAD:
            return False
        nearest = min(range(SIDES), key=lambda side: station_at(side).distance_m(here))
        place = station_at(nearest, back_m=SET_DOWN_M, measures=self.measures)
        self._carriers.lift(place, robot=robot, time_ns=self.physics.time_ns, least_s=HELD_UP_S)
        return True

    def is_carried(self, *, robot: int = 0) -> bool:
        """Whether hands hold a robot now."""
        return self._carriers.is_carried(robot)

    def _ground_from_link(self, link: str, robot: int) -> Transform3:
        body = self._bodies[f"{self._names[robot]}/{link}"]
        return Transform3(self.physics.data.xmat[body].reshape(3, 3), self.physics.data.xpos[body])


def _standing_at(station: Pose2) -> NaoStart:
    start_rad = stance()
    torso = station.to_transform3() @ robot_from_torso(Posture(start_rad))
    return NaoStart(ground_from_torso=torso, position_rad=start_rad)
