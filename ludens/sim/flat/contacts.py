"""What touches what in the flat world: feet the ball, robots each other and the posts."""

import math
from collections.abc import Sequence

from ludens.geometry import Pose2
from ludens.geometry.soccer_field import SoccerField
from ludens.messages import SonarDistances
from ludens.robots.nao.noise import load_noise
from ludens.robots.nao.places import PLACES, SONAR_FARTHEST_M, SONAR_NEAREST_M
from ludens.sim.flat.ball import FlatBall
from ludens.sim.flat.body import FlatBody
from ludens.sim.flat.figures import FlatFigures
from ludens.sim.parts.soccer_field import DUMMY_RADIUS_M

Point = tuple[float, float]

SOFTNESS_HZ = 8.0
"""How quickly bodies that overlap come apart."""
SONAR = load_noise("default").sonar
SONAR_RAD = Pose2.from_transform3(PLACES["LSonar"].link_from_place).yaw_rad
"""Where the left sonar points; the right one to the other side."""


def touch_ball(body: FlatBody, ball: FlatBall, figures: FlatFigures, pitch: SoccerField) -> bool:
    """Let a body push the ball: hard with the toes of a swinging foot, else as a thing in its way.

    Return whether it touches it.
    """
    block = body.block
    if block is not None and block.since_s < figures.block_lasts_s:
        return block.meet(ball, (body.x_m, body.y_m), body.yaw_rad, radius_m=pitch.ball_radius_m)
    dx, dy = ball.place_m[0] - body.x_m, ball.place_m[1] - body.y_m
    if dx * dx + dy * dy > 0.09:
        return False
    radius_m = pitch.ball_radius_m
    if body.lies:
        ball.bounce_off((body.x_m, body.y_m), 0.2 + radius_m)  # a lying robot is in the way
        return False
    x_m, y_m = body.seen_from(ball.place_m)
    front_m, back_m, half_m = (
        figures.toes_m + radius_m,
        figures.heels_m + radius_m,
        figures.feet_half_m + radius_m,
    )
    if not (-back_m < x_m < front_m and abs(y_m) < half_m):
        return False
    cosine, sine = math.cos(body.yaw_rad), math.sin(body.yaw_rad)
    vx, vy = body.velocity_mps
    forward, left = cosine * vx + sine * vy, -sine * vx + cosine * vy
    ball_vx, ball_vy = ball.velocity_mps
    ball_forward, ball_left = cosine * ball_vx + sine * ball_vy, -sine * ball_vx + cosine * ball_vy
    gain = max(figures.swing_gain + figures.swing_gain_sigma * body.normal(), 1.2)
    depths = (front_m - x_m, x_m + back_m, half_m - abs(y_m))
    if depths[2] <= min(depths[0], depths[1]):
        side = math.copysign(1.0, y_m)
        y_m = side * half_m
        ball_left = side * max(
            side * ball_left * (1.0 if side * ball_left > 0.0 else -0.5), 1.5 * side * left
        )
    elif depths[0] <= depths[1]:
        x_m = front_m
        ball_forward = max(abs(ball_forward) * (1.0 if ball_forward > 0.0 else 0.5), gain * forward)
        ball_left += 0.15 * ball_forward * body.normal()
    else:
        x_m = -back_m
        ball_forward = -max(abs(ball_forward) * (1.0 if ball_forward < 0.0 else 0.5), -gain * forward)
    ball.place_m = body.x_m + cosine * x_m - sine * y_m, body.y_m + sine * x_m + cosine * y_m
    ball.velocity_mps = (
        cosine * ball_forward - sine * ball_left,
        sine * ball_forward + cosine * ball_left,
    )
    return True


def push_apart(bodies: Sequence[FlatBody], figures: FlatFigures, *, step_s: float) -> list[tuple[int, int]]:
    """Keep bodies out of each other, and return those that touch.

    One that pushes another falls now and then, more seldom the other.
    """
    least_m = 2.0 * figures.body_radius_m
    touching = []
    for number, one in enumerate(bodies):
        for beyond, other in enumerate(bodies[number + 1 :], number + 1):
            dx, dy = other.x_m - one.x_m, other.y_m - one.y_m
            if abs(dx) > least_m or abs(dy) > least_m:
                continue
            away_m = math.hypot(dx, dy)
            if away_m < least_m:
                _push(one, other, (dx, dy), away_m, figures, step_s=step_s)
                touching.append((number, beyond))
    return touching


def _push(
    one: FlatBody,
    other: FlatBody,
    between_m: tuple[float, float],
    away_m: float,
    figures: FlatFigures,
    *,
    step_s: float,
) -> None:
    nx, ny = (between_m[0] / away_m, between_m[1] / away_m) if away_m > 1e-9 else (1.0, 0.0)
    apart_mps = 0.5 * SOFTNESS_HZ * (2.0 * figures.body_radius_m - away_m)
    for body, sign in ((one, 1.0), (other, -1.0)):
        against_mps = sign * (body.velocity_mps[0] * nx + body.velocity_mps[1] * ny)
        blocked_mps = apart_mps + max(against_mps, 0.0)
        px, py = body.pushed_mps
        body.pushed_mps = px - sign * blocked_mps * nx, py - sign * blocked_mps * ny
        if not body.lies:
            rate_hz = figures.push_fall_hz if against_mps > 0.05 else figures.pushed_fall_hz
            if body.chance(rate_hz * step_s):
                x_m, _ = body.seen_from((body.x_m + sign * nx, body.y_m + sign * ny))
                body.topple("backward" if x_m > 0.0 else "forward")


class FixedThings:
    """Round things that stand on the field: posts of goals, and dummies as large as robots."""

    def __init__(self, pitch: SoccerField, dummies_m: Sequence[Point], figures: FlatFigures) -> None:
        posts = [((x_m, y_m), pitch.post_radius_m) for x_m, y_m in pitch.posts_m.tolist()]
        self.dummies_m = tuple(dummies_m)
        self._things = [*posts, *((at_m, DUMMY_RADIUS_M) for at_m in dummies_m)]
        self._first_dummy = len(posts)
        self._body_radius_m, self._ball_radius_m = figures.body_radius_m, pitch.ball_radius_m
        self._touching: set[tuple[int, int]] = set()
        self.touches = 0  # of dummies

    def stop(self, number: int, body: FlatBody) -> None:
        """Keep a body out of them, and count when it runs into a dummy."""
        for thing, ((x_m, y_m), radius_m) in enumerate(self._things):
            dx, dy = body.x_m - x_m, body.y_m - y_m
            least_m = radius_m + self._body_radius_m
            if abs(dx) > 2.0 * least_m or abs(dy) > 2.0 * least_m:
                continue
            away_m = math.hypot(dx, dy)
            if 1e-9 < away_m < least_m:
                body.x_m, body.y_m = x_m + least_m * dx / away_m, y_m + least_m * dy / away_m
                if thing >= self._first_dummy and (number, thing) not in self._touching:
                    self._touching.add((number, thing))
                    self.touches += 1
            elif away_m > least_m + 0.05:
                self._touching.discard((number, thing))

    def bounce(self, ball: FlatBall) -> None:
        """Let the ball bounce off dummies; it knows the posts itself."""
        for at_m, radius_m in self._things[self._first_dummy :]:
            ball.bounce_off(at_m, radius_m + self._ball_radius_m)

    def heard(self, body: FlatBody, bodies: Sequence[FlatBody], *, time_s: float) -> SonarDistances:
        """Return how far the nearest thing before each sonar is; None beyond its range."""
        things = [(body.seen_from(at_m), radius_m) for at_m, radius_m in self._things if _is_near(body, at_m)]
        for other in bodies:
            at_m = other.x_m, other.y_m
            if other is not body and _is_near(body, at_m):
                things.append((body.seen_from(at_m), self._body_radius_m))
        left_m = right_m = None
        for (x_m, y_m), radius_m in things:
            away_m = math.hypot(x_m, y_m) - radius_m
            bearing_rad = math.atan2(y_m, x_m)
            if away_m > SONAR_FARTHEST_M:
                continue
            measured_m = max(away_m + SONAR.range_sigma_m * body.normal(), SONAR_NEAREST_M)
            if abs(bearing_rad - SONAR_RAD) < SONAR.cone_half_angle_rad and (
                left_m is None or measured_m < left_m
            ):
                left_m = measured_m
            if abs(bearing_rad + SONAR_RAD) < SONAR.cone_half_angle_rad and (
                right_m is None or measured_m < right_m
            ):
                right_m = measured_m
        return SonarDistances(time_s=time_s, left_m=left_m, right_m=right_m)


def _is_near(body: FlatBody, at_m: Point) -> bool:
    return abs(at_m[0] - body.x_m) < 1.1 and abs(at_m[1] - body.y_m) < 1.1
