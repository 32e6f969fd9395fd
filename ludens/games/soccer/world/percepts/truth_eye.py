"""One camera of a robot with its eyes, without pictures: from the truth to what it would have seen.

It is part of a world, not of a robot: the robot's modules get what a picture would have given them, with its
errors, misses and false finds, and cannot tell.
"""

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from ludens.estimation.localisation.localiser import FieldLocaliser
from ludens.games.soccer.world.percepts.percept_noise import PerceptNoise, rate_at
from ludens.games.soccer.world.percepts.sight import (
    PLACE,
    outline,
    seen_points,
    whole_picture,
)
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages.field import NOWHERE, BallsSeen, Landmarks, PostsSeen, SeenBall, SeenPost
from ludens.messages.team import RobotsSeen, RobotTeam, SeenRobot
from ludens.robots.nao.places import CAMERA
from ludens.vision.balls.detector import SURE_M, BallDetectorParameters
from ludens.vision.field.ground_outline import RIM_PX
from ludens.vision.field.landmark_finder import LandmarkFinderParameters

Point = tuple[float, float]

RIM_POINTS = 24
"""Of the centre circle, to tell how much of it is seen."""
OUTLINE_COLUMNS = 5
MIDDLE_LINE = 2
"""Number of the line through the centre among the field's lines."""
LENS = np.array((CAMERA.focal_x_px, float(CAMERA.width_px), float(CAMERA.height_px), 6.0))
BALL_LENS = np.array((CAMERA.focal_x_px, float(CAMERA.width_px), float(CAMERA.height_px), float(RIM_PX)))
NOBODY, NOBODY_PX = np.zeros((0, 4)), np.zeros((1, 2))
SHARP = 0.7
"""Of full sharpness: in a picture that is less sharp it means little that no robot is seen."""
ROBOT_SIGMA_M = 0.04
"""Of a robot's middle, besides what is unsure about the camera."""
SHIRTLESS = -1.0
"""The team of what stands on the field like a robot and wears no shirt."""


class EyeView(Struct, frozen=True, eq=False):
    """What decides a picture: where robot, camera, ball and the others really are."""

    time_s: float
    field_from_robot: Pose2  # of the torso's shadow
    robot_from_camera: FloatArray  # rotation, row by row, and place: 12 numbers
    turning_radps: float
    balls_m: tuple[Point, ...]  # on the field
    robots: FloatArray  # and what stands there like one, (n, 4): place on the field, team, whether it lies
    team: int = 0  # the robot's own


class TruthEye:
    """Sees for one camera of one robot, whose calibration is a little off for good."""

    def __init__(
        self, noise: PerceptNoise, random: np.random.Generator, pitch: SoccerField = FIELD_2019
    ) -> None:
        self._noise, self._random, self._pitch = noise, random, pitch
        self._robots_random = random.spawn(1)[0]  # so that robots change nothing about what else is seen
        self._left_over_rad: FloatArray = noise.left_over_sigma_rad * random.standard_normal(3)
        self._found = LandmarkFinderParameters()
        self._line_limits_m = self._found.least_line_m, self._found.farthest_m
        self._ball = BallDetectorParameters()
        directed = FieldLocaliser(pitch)
        self._directions = np.concatenate((directed.directed("L"), directed.directed("T")))[:, 2].tolist()
        angles = np.linspace(0.0, 2.0 * np.pi, RIM_POINTS, endpoint=False)
        rim = pitch.circle_radius_m * np.column_stack((np.cos(angles), np.sin(angles)))
        self._rim: list[list[float]] = rim.tolist()
        kinds = (pitch.crossings["L"], pitch.crossings["T"], pitch.crossings["X"], pitch.marks_m, rim)
        self._points = np.ascontiguousarray(np.concatenate(kinds))
        self._ends = np.cumsum([len(kind) for kind in kinds]).tolist()
        self._lines = np.ascontiguousarray(pitch.lines_m)
        self._draws = 3 + 2 * len(self._points) + 4 * len(self._lines)  # of a picture
        self._sigmas = noise.jitter_sigma_rad, noise.pixel_sigma_px
        self._posts_random = random.spawn(1)[0] if pitch.has_coloured_goals else None

    def look(self, view: EyeView) -> tuple[Landmarks, BallsSeen, RobotsSeen, PostsSeen | None]:
        """Return what one picture shows; posts only where goals are coloured."""
        noise, at = self._noise, view.field_from_robot
        is_alone = len(view.robots) < 2
        picture, points, lines, known, others = whole_picture(
            view.robot_from_camera,
            (at.x_m, at.y_m, at.yaw_rad),
            self._left_over_rad,
            self._random.standard_normal(self._draws),
            NOBODY_PX if is_alone else self._robots_random.standard_normal((len(view.robots), 2)),
            self._sigmas,
            self._points,
            self._lines,
            view.robots,
            LENS,
            self._line_limits_m,
        )
        sharp = max(0.0, 1.0 - view.turning_radps / noise.blurred_radps)
        landmarks = self._landmarks(view, picture, sharp, points, lines, known)
        balls = self._balls(view, picture, sharp)
        looked_at_m = balls.looked_at_m if sharp > SHARP else NOWHERE
        robots = RobotsSeen(
            time_s=view.time_s, robots=self._robots(view, picture, sharp, others), looked_at_m=looked_at_m
        )
        return landmarks, balls, robots, self._posts(view, picture, sharp)

    def _posts(self, view: EyeView, picture: FloatArray, sharp: float) -> PostsSeen | None:
        """Return the feet of coloured goal posts; None where goals are white."""
        noise, draw, posts_m = self._noise, self._posts_random, self._pitch.posts_m
        if draw is None:
            return None
        noise_px = noise.pixel_sigma_px * draw.standard_normal((len(posts_m), 2))
        rows = seen_points(posts_m, 0.0, picture, LENS, view.robots, noise_px).tolist()
        posts = tuple(
            SeenPost(place_m=(x_m, y_m), is_own=(number < 2.0) == (view.team == 0), foot_px=(column, line))
            for number, away_m, column, line, x_m, y_m in rows
            if draw.random() < sharp * rate_at(noise.post_rates, away_m)
        )
        return PostsSeen(time_s=view.time_s, posts=posts, turning_radps=view.turning_radps)

    def _landmarks(
        self,
        view: EyeView,
        picture: FloatArray,
        sharp: float,
        points: FloatArray,
        lines: FloatArray,
        known: FloatArray,
    ) -> Landmarks:
        """Return those points and lines in view that are found; arrays are as of `whole_picture`."""
        noise, draw = self._noise, self._random
        lines, numbers = self._found_lines(picture, sharp, lines, known)
        chances: list[float] = draw.random(len(self._points) + 1).tolist()
        corners: list[tuple[Point, float]] = []
        junctions: list[tuple[Point, float]] = []
        crossings: list[Point] = []
        marks: list[Point] = []
        first, second, third, fourth, _ = self._ends
        rim = []
        for row in points.tolist():
            number, away_m, place_m = int(row[0]), row[1], (row[4], row[5])
            if number >= fourth:
                rim.append((number - fourth, away_m, place_m))
                continue
            rates = noise.crossing_rates if number < third else noise.mark_rates
            if chances[number] >= sharp * rate_at(rates, away_m):
                continue
            if number >= second:
                (crossings if number < third else marks).append(place_m)
                continue
            off_rad = noise.direction_sigma_rad * float(draw.standard_normal())
            yaw_rad = self._directions[number] - view.field_from_robot.yaw_rad + off_rad
            is_right = draw.random() >= noise.wrong_kind
            (corners if (number < first) == is_right else junctions).append((place_m, yaw_rad))
        circle = self._circle(view, rim) if chances[-1] < sharp * noise.circle_rate else None
        middle_line_rad = None
        if circle is not None and MIDDLE_LINE in numbers:
            x1, y1, x2, y2 = lines[numbers.index(MIDDLE_LINE)].tolist()
            middle_line_rad = math.atan2(y2 - y1, x2 - x1)
        return Landmarks(
            time_s=view.time_s,
            lines_m=lines,
            corners=tuple(corners),
            junctions=tuple(junctions),
            crossings=tuple(crossings),
            marks=tuple(marks[:1]),
            circle=circle,
            middle_line_rad=middle_line_rad,
            turning_radps=view.turning_radps,
        )

    def _found_lines(
        self, picture: FloatArray, sharp: float, lines: FloatArray, known: FloatArray
    ) -> tuple[FloatArray, list[float]]:
        """Return those lines in view that are found, and their numbers on the field; and a false one."""
        noise, draw = self._noise, self._random
        chances = draw.random(len(lines) + 1).tolist()
        kept, numbers = [], []
        for row, (number, away_m) in enumerate(known.tolist()):
            if chances[row] < sharp * rate_at(noise.line_rates, away_m):
                kept.append(row)
                numbers.append(number)
        if len(kept) < len(lines):
            lines = lines[kept]
        if chances[-1] < noise.false_lines:
            false = self._false_line(picture)
            if false is not None:
                return np.concatenate((lines, false)), numbers
        return lines, numbers

    def _false_line(self, picture: FloatArray) -> FloatArray | None:
        """Return something somewhere in view that is taken for a line."""
        place = self._somewhere(picture, self._random)
        if place is None:
            return None
        length_m, yaw_rad = self._random.uniform(0.3, 0.8), self._random.uniform(0.0, math.pi)
        dx, dy = 0.5 * length_m * math.cos(yaw_rad), 0.5 * length_m * math.sin(yaw_rad)
        return np.array([(place[0] - dx, place[1] - dy, place[0] + dx, place[1] + dy)])

    def _circle(self, view: EyeView, rim: Sequence[tuple[int, float, Point]]) -> Point | None:
        """Return the middle of the centre circle by what is seen of its rim; None if that is little.

        `rim` has numbers, distances and places of the points that are seen. The middle is off as their mean.
        """
        near = [(number, place_m) for number, away_m, place_m in rim if away_m < self._found.farthest_m]
        if len(near) < self._noise.circle_share * RIM_POINTS:
            return None
        robot_from_field = view.field_from_robot.inverse()
        middle_x, middle_y = x_m, y_m = robot_from_field.x_m, robot_from_field.y_m
        cosine, sine = math.cos(robot_from_field.yaw_rad), math.sin(robot_from_field.yaw_rad)
        for number, place_m in near:
            rim_x, rim_y = self._rim[number]
            x_m += (place_m[0] - (middle_x + cosine * rim_x - sine * rim_y)) / len(near)
            y_m += (place_m[1] - (middle_y + sine * rim_x + cosine * rim_y)) / len(near)
        return x_m, y_m

    def _balls(self, view: EyeView, picture: FloatArray, sharp: float) -> BallsSeen:
        corners = outline(picture, BALL_LENS, OUTLINE_COLUMNS, SURE_M)
        corners.flags.writeable = False  # several filters look into it, compiled for such arrays
        balls = [self._ball_in(ball_m, view, picture, sharp) for ball_m in view.balls_m]
        balls.append(self._false_ball(picture))
        found = sorted((ball for ball in balls if ball is not None), key=lambda ball: -ball.score)
        return BallsSeen(
            time_s=view.time_s,
            balls=tuple(found),
            looked_at_m=corners,
        )

    def _ball_in(self, ball_m: Point, view: EyeView, picture: FloatArray, sharp: float) -> SeenBall | None:
        """Return a ball, if it is in the picture and found."""
        noise, draw = self._noise, self._random
        noise_px = noise.pixel_sigma_px * draw.standard_normal((1, 2))
        radius_m = self._pitch.ball_radius_m
        seen = seen_points(np.array((ball_m,)), radius_m, picture, LENS, view.robots, noise_px)
        if not len(seen):
            return None
        _, away_m, column, row, x_m, y_m = seen[0].tolist()
        if draw.random() >= sharp * rate_at(noise.ball_rates, away_m):
            return None
        return self._measured((x_m, y_m), (column, row), picture, score=1.0 - 0.1 * float(draw.random()))

    def _false_ball(self, picture: FloatArray) -> SeenBall | None:
        if self._random.random() >= self._noise.false_balls:
            return None
        place = self._somewhere(picture, self._random)
        score = 0.8 + 0.15 * float(self._random.random())
        return None if place is None else self._measured(place, (0.0, 0.0), picture, score=score)

    def _measured(self, place_m: Point, center_px: Point, picture: FloatArray, *, score: float) -> SeenBall:
        """Return a ball with the uncertainty that our detector tells."""
        radius_m = self._ball.radius_m
        above_m = float(picture[PLACE + 2]) - radius_m
        along_m, across_m = self._sigmas_m(place_m, above_m)
        return SeenBall(
            center_px=center_px,
            radius_px=CAMERA.focal_x_px * radius_m / max(math.hypot(*place_m, above_m), radius_m),
            score=score,
            place_m=place_m,
            along_sigma_m=along_m + 0.005,
            across_sigma_m=across_m + 0.005,
        )

    def _robots(
        self, view: EyeView, picture: FloatArray, sharp: float, others: FloatArray
    ) -> tuple[SeenRobot, ...]:
        """Return other robots whose feet are in the picture, and what is taken for one."""
        noise, draw, robots = self._noise, self._robots_random, []
        for number, away_m, _, _, x_m, y_m in others.tolist():
            if draw.random() >= sharp * rate_at(noise.robot_rates, away_m):
                continue
            off_x, off_y = (noise.robot_sigma_m * draw.standard_normal(2)).tolist()
            _, _, team, lies = view.robots[int(number)].tolist()
            robots.append(
                self._measured_robot(
                    (x_m + off_x, y_m + off_y),
                    picture,
                    team=self._shirt(team, view.team),
                    fallen=lies > 0.0,
                )
            )
        if draw.random() < noise.false_robots:
            place = self._somewhere(picture, draw)
            if place is not None:
                robots.append(self._measured_robot(place, picture, team=RobotTeam.UNKNOWN, fallen=False))
        return tuple(robots)

    def _shirt(self, team: float, own: int) -> RobotTeam:
        """Return whose a shirt is taken to be."""
        chance = float(self._robots_random.random())
        if team == SHIRTLESS or chance < self._noise.unknown_team:
            return RobotTeam.UNKNOWN
        is_right = chance >= self._noise.unknown_team + self._noise.wrong_team
        return RobotTeam.OWN if (team == own) == is_right else RobotTeam.OTHER

    def _measured_robot(
        self, place_m: Point, picture: FloatArray, *, team: RobotTeam, fallen: bool
    ) -> SeenRobot:
        """Return a robot with the uncertainty that our detector tells."""
        along_m, across_m = self._sigmas_m(place_m, float(picture[PLACE + 2]))
        return SeenRobot(place_m, team, fallen, along_m + ROBOT_SIGMA_M, across_m + ROBOT_SIGMA_M)

    def _sigmas_m(self, place_m: Point, above_m: float) -> tuple[float, float]:
        """Return uncertainty along and across of a place, from a camera so high above it."""
        away_m, height_m, pixel_rad = math.hypot(*place_m), max(above_m, 0.05), 1.0 / CAMERA.focal_x_px
        along_rad = math.hypot(self._ball.pitch_sigma_rad, pixel_rad)
        across_rad = math.hypot(self._ball.yaw_sigma_rad, pixel_rad)
        return (away_m**2 + height_m**2) / height_m * along_rad, away_m * across_rad

    def _somewhere(self, picture: FloatArray, draw: np.random.Generator) -> Point | None:
        """Return some place on the ground in view."""
        corners = outline(picture, BALL_LENS, OUTLINE_COLUMNS, SURE_M)
        if not len(corners):
            return None
        column = int(draw.integers(OUTLINE_COLUMNS))
        near, far = corners[column], corners[-1 - column]
        x_m, y_m = (near + float(draw.random()) * (far - near)).tolist()
        return x_m, y_m
