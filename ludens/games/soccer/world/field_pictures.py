"""Pictures of a field as a NAO's cameras take them, with what is in them: for training and measuring eyes.

Every scene is another hall: turf, light, spectators and clutter by chance; robots stand and lie about. The
camera goes wherever a robot's head could be. Nothing moves by physics, so a picture costs only its drawing.
"""

import math
from dataclasses import dataclass, replace

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.games.soccer.world.league_field import jersey_of
from ludens.games.soccer.world.soccer_world import hall_lamps, turf_light
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import CameraImage, CameraPose
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import CAMERA
from ludens.sim.lighting.lamps import add_lamps
from ludens.sim.nao.group import NaoGroup, NaoStart, names_of, set_joints
from ludens.sim.parts.ball import BallLook, add_soccer_ball
from ludens.sim.parts.model_spec import empty_model_spec
from ludens.sim.parts.soccer_field import add_goals, add_hall, add_turf, ball_of, random_turf
from ludens.sim.random_streams import RandomStreams
from ludens.sim.rendering import Renderer
from ludens.sim.sensors.bending import calibrated
from ludens.sim.sensors.camera import ground_lens
from ludens.sim.sensors.lens import Lens

Point = tuple[float, float]

ROBOTS = 4
TOP_M, BOTTOM_M = 0.51, 0.47
"""Heights of the two cameras of a NAO that stands."""
BOTTOM_PITCH_RAD = 0.69
FAR_AWAY = 60.0
MUJOCO_FROM_ROBOT_AXES = np.array(((0.0, 0.0, -1.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
"""A MuJoCo camera looks along its -z, with y up: columns are its axes in ours."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldPicture:
    """A picture with its truth."""

    image: CameraImage
    pose: CameraPose
    field_from_robot: Pose2
    ball_m: Point | None  # in the robot's frame
    robots: tuple["PicturedRobot", ...] = ()  # on the field, in the picture or not


@dataclass(frozen=True, slots=True)
class PicturedRobot:
    """A robot as it really is; its place is in the frame of the robot that looks."""

    name: str
    place_m: Point
    team: int  # 0 plays in blue, 1 in red
    fallen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraAim:
    """Where a camera is in the robot's frame, and where it looks."""

    height_m: float
    pitch_rad: float
    yaw_rad: float = 0.0
    roll_rad: float = 0.0


class FieldPictures:
    """One hall. Close it, or use it in a `with`, to give the drawing context back."""

    def __init__(
        self,
        seed: int,
        *,
        noise: str = "default",
        robots: int = ROBOTS,
        pitch: SoccerField = FIELD_2019,
        any_ball: bool = False,
    ) -> None:
        self.random = RandomStreams(seed).stream("pictures")
        self.pitch = pitch
        self._noise = load_noise(noise)
        draws = RandomStreams(seed).stream("hall")
        spec = empty_model_spec("pictures")
        level = float(draws.uniform(0.55, 1.25))
        lamps = hall_lamps(self._noise.light, level=level, random=RandomStreams(seed).stream("lamps"))
        add_lamps(spec, lamps)
        spec.visual.map.zfar = 30.0
        add_turf(spec, pitch, random_turf(draws), random=draws, friction=0.8)
        posts = add_goals(spec, pitch)
        add_hall(spec, pitch, random=draws)
        add_soccer_ball(
            spec,
            x_m=0,
            y_m=0,
            deceleration_mps2=0.3,
            shoes=posts,
            look=_look(draws, any_ball),
            kind=ball_of(pitch),
        )
        self._group = (
            NaoGroup(
                names_of(robots),
                noise=self._noise,
                streams=RandomStreams(seed),
                looks=[jersey_of(place % 2, 1 + place // 2) for place in range(robots)],
            )
            if robots
            else None
        )
        self._falls = RandomStreams(seed).stream("falls")
        if self._group is not None:
            start = NaoStart(ground_from_torso=Transform3.identity(), position_rad=stance())
            self._group.add_to(spec, [start] * robots)
        eye = spec.worldbody.add_body(name="eye", mocap=True).add_camera(name="eye")
        eye.fovy = math.degrees(2.0 * math.atan(0.5 * CAMERA.height_px / CAMERA.focal_y_px))
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        self._renderer = Renderer(
            self._model,
            self._data,
            width_px=CAMERA.width_px,
            height_px=CAMERA.height_px,
            light=turf_light(self._model, self._data),
        )
        distortion = float(draws.normal()) * self._noise.camera.distortion_sigma
        drawn = ground_lens(
            self._noise.camera, width_px=CAMERA.width_px, random=RandomStreams(seed).stream("lens")
        )
        terms = replace(drawn, radial=(distortion, drawn.radial[1]))
        self._lens = Lens(CAMERA, noise=self._noise.camera, terms=terms, random=draws)
        self.camera = calibrated(CAMERA, terms)
        self._robots_in_field: list[PicturedRobot] = []

    def __enter__(self) -> "FieldPictures":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the drawing context back."""
        self._renderer.close()

    def scatter_robots(self) -> None:
        """Put every robot somewhere: most stand, some lie, some are not there at all."""
        self._robots_in_field = []
        if self._group is None:
            return
        draws = self.random
        for number, name in enumerate(self._group.names):
            bent = stance() + draws.normal(0.0, 0.12, len(stance()))
            set_joints(self._model, self._data, robot=name, position_rad=bent)
            standing = ground_from_torso(Posture(stance()))
            place = Pose2(
                float(draws.uniform(-self.pitch.half_length_m, self.pitch.half_length_m)),
                float(draws.uniform(-self.pitch.half_width_m, self.pitch.half_width_m)),
                float(draws.uniform(-math.pi, math.pi)),
            )
            pose = place.to_transform3() @ standing
            chance = draws.random()
            if chance < 0.15:
                turn = 0.5 if self._falls.random() < 0.5 else -0.5  # on its front, on its back
                lying = Transform3.from_rpy(
                    roll_rad=0.0, pitch_rad=turn * math.pi, yaw_rad=0.0, translation=np.array((0, 0, 0.09))
                )
                pose = place.to_transform3() @ lying
            elif chance < 0.35:
                pose = Transform3(np.eye(3), np.array((FAR_AWAY, place.y_m, 1.0)))
            if chance < 0.15 or chance >= 0.35:
                robot = PicturedRobot(name, (place.x_m, place.y_m), number % 2, chance < 0.15)
                self._robots_in_field.append(robot)
            self._put(name, pose)

    def take(
        self, field_from_robot: Pose2, aim: CameraAim, *, ball: Point | None, turn_radps: float = 0.0
    ) -> FieldPicture:
        """Take a picture with the ball at a place of the field, if anywhere."""
        robot_from_camera = Transform3.from_rpy(
            roll_rad=aim.roll_rad,
            pitch_rad=aim.pitch_rad,
            yaw_rad=aim.yaw_rad,
            translation=np.array((0.03, 0.0, aim.height_m)),
        )
        ground_from_camera = field_from_robot.to_transform3() @ robot_from_camera
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, (ground_from_camera.rotation @ MUJOCO_FROM_ROBOT_AXES).reshape(-1))
        self._data.mocap_pos[0], self._data.mocap_quat[0] = ground_from_camera.translation, quaternion
        self._lay_ball(ball)
        mujoco.mj_forward(self._model, self._data)
        drawn = self._renderer.picture("eye")
        seen = self._lens.expose(drawn, turn_radps=turn_radps, elapsed_s=0.1)
        inverse = field_from_robot.inverse()
        return FieldPicture(
            image=_through_jpeg(seen, self._noise.camera.jpeg_quality),
            pose=CameraPose(
                camera=self.camera,
                head_from_camera=Transform3.identity(),
                robot_from_camera=robot_from_camera,
                calibrated=True,
            ),
            field_from_robot=field_from_robot,
            ball_m=None if ball is None else inverse.apply(*ball),
            robots=tuple(
                replace(robot, place_m=inverse.apply(*robot.place_m)) for robot in self._robots_in_field
            ),
        )

    def random_picture(
        self, *, ball_within_m: tuple[float, float] = (0.12, 5.0), with_ball: bool = True
    ) -> FieldPicture:
        """Take a picture from somewhere on the field; where there is a ball, the camera looks about there."""
        draws = self.random
        robot = Pose2(
            float(draws.uniform(-self.pitch.half_length_m, self.pitch.half_length_m)),
            float(draws.uniform(-self.pitch.half_width_m, self.pitch.half_width_m)),
            float(draws.uniform(-math.pi, math.pi)),
        )
        away_m, bearing_rad = float(draws.uniform(*ball_within_m)), float(draws.uniform(-1.2, 1.2))
        ball = robot.apply(away_m * math.cos(bearing_rad), away_m * math.sin(bearing_rad))
        if not with_ball or not self.pitch.has_on_turf(*ball, margin_m=-0.1):
            return self.take(robot, self._anywhere(), ball=None)
        height_m = BOTTOM_M if away_m < 1.2 and draws.random() < 0.9 else TOP_M
        aim = CameraAim(
            height_m=height_m,
            pitch_rad=math.atan2(height_m - 0.05, away_m) + float(draws.uniform(-0.28, 0.28)),
            yaw_rad=bearing_rad + float(draws.uniform(-0.4, 0.4)),
            roll_rad=float(draws.normal(0.0, 0.02)),
        )
        return self.take(robot, aim, ball=ball)

    def picture_of_robot(self, *, within_m: tuple[float, float]) -> FieldPicture | None:
        """Take a picture of about where one of the robots is, so far away; None if that is off the turf.

        Near ones are seen by the lower camera, as a robot's are.
        """
        draws = self._falls
        if not self._robots_in_field:
            return None
        robot = self._robots_in_field[int(draws.integers(len(self._robots_in_field)))]
        away_m, heading_rad = float(draws.uniform(*within_m)), float(draws.uniform(-math.pi, math.pi))
        at = Pose2(
            robot.place_m[0] - away_m * math.cos(heading_rad),
            robot.place_m[1] - away_m * math.sin(heading_rad),
            heading_rad,
        )
        if not self.pitch.has_on_turf(at.x_m, at.y_m):
            return None
        height_m = BOTTOM_M if away_m < 0.9 else TOP_M
        aim = CameraAim(
            height_m=height_m,
            pitch_rad=math.atan2(height_m - 0.1, away_m) + float(draws.uniform(-0.2, 0.25)),
            yaw_rad=float(draws.uniform(-0.35, 0.35)),
            roll_rad=float(draws.normal(0.0, 0.02)),
        )
        ball = at.apply(float(draws.uniform(0.3, 3.0)), float(draws.uniform(-1.0, 1.0)))
        return self.take(at, aim, ball=ball if draws.random() < 0.5 else None)

    def ball_share(self, picture: FieldPicture) -> float:
        """Return how much of the ball is seen in the picture just taken, not hidden by anything before it."""
        if picture.ball_m is None:
            return 0.0
        radius_m = self.pitch.ball_radius_m
        eye_m = picture.pose.robot_from_camera.translation
        middle_m = np.array((*picture.ball_m, radius_m))
        ahead = (middle_m - eye_m) / np.linalg.norm(middle_m - eye_m)
        aside = np.cross(ahead, (0.0, 0.0, 1.0))
        aside /= max(float(np.linalg.norm(aside)), 1e-9)
        over = np.cross(aside, ahead)
        ball = int(self._model.body("ball").id)
        aimed_m = [
            middle_m + share * radius_m * (math.cos(angle) * aside + math.sin(angle) * over)
            for share in (0.0, 0.5, 0.85)
            for angle in np.arange(8 if share else 1) * (0.25 * math.pi)
        ]
        return sum(self._shows(picture, point_m) == ball for point_m in aimed_m) / len(aimed_m)

    def robot_share(self, picture: FieldPicture, robot: PicturedRobot) -> float:
        """Return how many links of a robot that count are seen in the picture just taken.

        Of one that stands feet and shins count, by which it is found; of one that lies all of its body.
        """
        links = ["LFoot", "RFoot", "LTibia", "RTibia"]
        if robot.fallen:
            links += ["Head", "LThigh", "RThigh", ""]
        root = int(self._model.body(robot.name).id)
        robot_from_field = picture.field_from_robot.inverse().to_transform3()
        seen = 0
        for link in links:
            body = self._data.body(f"{robot.name}/{link}" if link else robot.name)
            shown = self._shows(picture, robot_from_field.apply(body.xipos[np.newaxis])[0])
            seen += shown is not None and int(self._model.body_rootid[shown]) == root
        return seen / len(links)

    def _shows(self, picture: FieldPicture, aimed_m: FloatArray) -> int | None:
        """Return the body that the picture shows where a point, in the looking robot's frame, should be."""
        robot_from_camera = picture.pose.robot_from_camera
        pixel = picture.pose.camera.project(robot_from_camera.inverse().apply(aimed_m[np.newaxis]))[0]
        if not picture.pose.camera.sees(pixel):
            return None
        field_from_robot = picture.field_from_robot.to_transform3()
        start = field_from_robot.apply(robot_from_camera.translation[np.newaxis])[0]
        way = field_from_robot.apply(aimed_m[np.newaxis])[0] - start
        geom = np.full(1, -1, np.int32)
        mujoco.mj_ray(self._model, self._data, start, way / np.linalg.norm(way), None, 1, -1, geom)
        return None if geom[0] < 0 else int(self._model.geom_bodyid[geom[0]])

    def _anywhere(self) -> CameraAim:
        bottom = self.random.random() < 0.35
        return CameraAim(
            height_m=BOTTOM_M if bottom else TOP_M,
            pitch_rad=(BOTTOM_PITCH_RAD if bottom else 0.02) + float(self.random.uniform(-0.15, 0.45)),
            yaw_rad=float(self.random.uniform(-1.5, 1.5)),
            roll_rad=float(self.random.normal(0.0, 0.02)),
        )

    def _lay_ball(self, ball: Point | None) -> None:
        address = int(self._model.joint("ball").qposadr[0])
        place = (FAR_AWAY, -FAR_AWAY, 1.0) if ball is None else (*ball, self.pitch.ball_radius_m)
        turn = self.random.normal(size=4)
        self._data.qpos[address : address + 7] = (*place, *(turn / np.linalg.norm(turn)))

    def _put(self, name: str, pose: Transform3) -> None:
        address = int(self._model.joint(name).qposadr[0])
        self._data.qpos[address : address + 3] = pose.translation
        self._data.qpos[address + 3 : address + 7] = pose.quaternion()


def _look(draws: np.random.Generator, any_ball: bool) -> BallLook:
    """Return the league's ball, new or worn; or now and then any ball with dark patches on something pale."""
    if any_ball and draws.random() < 0.5:
        pale, dark = draws.uniform(165, 250), draws.uniform(5, 90)
        tones = [tone * draws.uniform(0.9, 1.1, 3) for tone in (pale, dark)]
        return BallLook(
            patch_rad=float(draws.uniform(0.24, 0.52)), white=_tone(tones[0]), black=_tone(tones[1])
        )
    white, black = int(draws.integers(205, 256)), int(draws.integers(5, 60))
    return BallLook(
        patch_rad=float(draws.uniform(0.28, 0.46)), white=(white, white, white), black=(black, black, black)
    )


def _tone(rgb: FloatArray) -> tuple[int, int, int]:
    red, green, blue = (int(min(value, 255.0)) for value in rgb)
    return red, green, blue


def _through_jpeg(pixels_rgb: NDArray[np.uint8], quality: int) -> CameraImage:
    bgr = cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2BGR)
    encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    decoded: NDArray[np.uint8] = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB), np.uint8)
    decoded.setflags(write=False)
    return CameraImage(time_s=0.0, pixels_rgb=decoded, jpeg=encoded.tobytes())


def place_in_picture(picture: FieldPicture, radius_m: float) -> tuple[FloatArray, float] | None:
    """Return where the ball's middle is in the picture and how large it looks; None if it is not in it."""
    if picture.ball_m is None:
        return None
    point = picture.pose.robot_from_camera.inverse().apply(np.array([(*picture.ball_m, radius_m)]))
    pixel = picture.pose.camera.project(point)[0]
    if not np.isfinite(pixel).all():
        return None
    return pixel, picture.pose.camera.focal_x_px * radius_m / float(np.linalg.norm(point))
