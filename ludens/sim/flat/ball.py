"""The ball of the flat world: rolls, slows down, bounces off posts, and stays in a net."""

import math

from ludens.geometry.soccer_field import SoccerField

Point = tuple[float, float]


class FlatBall:
    """The one ball of a world, as it really is."""

    def __init__(
        self, at_m: Point, *, deceleration_mps2: float, bounce: float, pitch: SoccerField, step_s: float
    ) -> None:
        self.deceleration_mps2, self._bounce, self._pitch, self._step_s = (
            deceleration_mps2,
            bounce,
            pitch,
            step_s,
        )
        self._posts: list[Point] = [(x_m, y_m) for x_m, y_m in pitch.posts_m.tolist()]
        self.place(at_m)

    def place(self, at_m: Point) -> None:
        """Lay it there, at rest."""
        self.place_m, self.velocity_mps = at_m, (0.0, 0.0)

    def roll(self, velocity_mps: Point) -> None:
        """Let it roll."""
        self.velocity_mps = velocity_mps

    def kicked(self, way_m: float, direction_rad: float, *, usual_mps2: float) -> None:
        """Let it roll so far on a floor that slows it down as usual; on this one as far as it does."""
        speed_mps = math.sqrt(2.0 * usual_mps2 * way_m)
        self.velocity_mps = speed_mps * math.cos(direction_rad), speed_mps * math.sin(direction_rad)

    def step(self) -> None:
        """Let one step of time pass."""
        vx, vy = self.velocity_mps
        speed = math.hypot(vx, vy)
        if speed == 0.0:
            return
        slower = max(speed - self.deceleration_mps2 * self._step_s, 0.0) / speed
        before = self.place_m
        self.place_m = (
            before[0] + 0.5 * (1.0 + slower) * vx * self._step_s,
            before[1] + 0.5 * (1.0 + slower) * vy * self._step_s,
        )
        self.velocity_mps = slower * vx, slower * vy
        if abs(self.place_m[0]) > self._pitch.half_length_m - 0.3:
            self._meet_goal(before)

    def bounce_off(self, at_m: Point, apart_m: float) -> None:
        """Stay so far away from a round thing that stands there."""
        dx, dy = self.place_m[0] - at_m[0], self.place_m[1] - at_m[1]
        away_m = math.hypot(dx, dy)
        if away_m >= apart_m:
            return
        nx, ny = (dx / away_m, dy / away_m) if away_m > 1e-9 else (1.0, 0.0)
        self.place_m = at_m[0] + apart_m * nx, at_m[1] + apart_m * ny
        vx, vy = self.velocity_mps
        against = vx * nx + vy * ny
        if against < 0.0:
            against *= 1.0 + self._bounce
            self.velocity_mps = vx - against * nx, vy - against * ny

    def _meet_goal(self, before_m: Point) -> None:
        """Bounce off posts; a net stops it from inside and from outside."""
        pitch = self._pitch
        for post_m in self._posts:
            self.bounce_off(post_m, pitch.post_radius_m + pitch.ball_radius_m)
        x_m, y_m = self.place_m
        half_m, back_m = 0.5 * pitch.goal_width_m, pitch.half_length_m + pitch.goal_depth_m
        behind_line = abs(x_m) > pitch.half_length_m
        was_inside = abs(before_m[1]) < half_m
        if behind_line and (abs(y_m) < half_m) != was_inside and abs(x_m) < back_m:
            self.place((x_m, before_m[1]))  # the side of the net
        elif behind_line and was_inside and abs(x_m) > back_m - pitch.ball_radius_m:
            self.place((math.copysign(back_m - pitch.ball_radius_m, x_m), y_m))
