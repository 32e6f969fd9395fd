"""The field as the robot believes it to be, drawn from above, and how the game stands, in one sentence.

Layers on the map: the field itself; the robot's own pose with its uncertainty; landmarks as they were seen,
put where the robot believed to be at that moment; the ball with its way; the way the legs will take.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, structs

from ludens.core.contract.declaration import History, under
from ludens.core.contract.module import CycleTime, Module
from ludens.games.soccer.move.planner import pace
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName, GoalColour, SoccerField
from ludens.messages import Arrow, Circle, Drawing, Ellipse, Polyline, Shape, StateReport
from ludens.messages.field import BallState, FieldPose, Landmarks, PostsSeen, WhitePoints
from ludens.messages.scoreboard import Scoreboard
from ludens.messages.soccer import MatchStatus, WalkPlan

Point = tuple[float, float]
Seen = Landmarks | PostsSeen | WhitePoints

TURF, WHITE, GOAL, OWN, SEEN, BALL, WAY = (
    "#1d5b35",
    "#e8efe8",
    "#ffd84f",
    "#ffd84f",
    "#58b4ff",
    "#ff8f4c",
    "#7dff7d",
)
GOALS: dict[GoalColour, str] = {"white": GOAL, "yellow": "#ffd84f", "blue": "#3f9fe8"}
POSTS = {True: "#2f8fd8", False: "#ffd84f"}  # of the own goal, of the other one
ROBOT_M, BALL_M = 0.15, 0.07  # as they are drawn
PERIOD_S = 0.1
"""People see no more than ten drawings a second."""
SEEN_S = 0.6
"""So long a landmark stays on the map."""
ROLLS_MPS = 0.1
PATH_STEP_S = 0.25
PATH_S, AHEAD_S = 20.0, 2.0
"""How long a way is drawn at most: to a target, and where there is none."""

DOINGS = {
    "wait": "Waits",
    "get_up": "Gets up",
    "search": "Looks for the ball",
    "localise": "Looks where it is",
    "approach": "Walks behind the ball",
    "align": "Steps up to the ball",
    "kick": "Kicks",
    "step_kick": "Kicks in walking",
    "watch": "Watches where the ball goes",
    "driven": "You drive it",
    "initial": "Looks for ball and landmarks",
    "see_ball_far1": "Walks up to the ball",
    "see_ball_far2": "Steps round the ball",
    "see_ball_far3": "Steps aside",
    "see_ball_far4": "Steps up to the ball",
    "at_ball": "Kicks",
    "fallen": "Gets up",
    "penalised": "Stands: penalised",
}


@dataclass(frozen=True, slots=True)
class FieldViewParameters:
    """Which field is drawn."""

    field: Annotated[FieldName, Meta(description="By its year.")] = "2019"


class FieldView(Module[FieldViewParameters]):
    """Draws for people who watch; nobody else reads it."""

    def start(self) -> None:
        """Begin with nothing seen and nothing told."""
        self._pitch = FIELDS[self.parameters.field]
        self._seen: dict[int, tuple[float, Seen, Pose2]] = {}  # by eye and kind
        self._report: StateReport | None = None
        self._status: MatchStatus | None = None
        self._results: tuple[str, ...] = ()
        self._drawn_s = -math.inf

    def cycle(
        self,
        now: CycleTime,
        pose: FieldPose | None,
        past: History[FieldPose],
        ball: BallState | None,
        plan: WalkPlan | None,
        report: StateReport | None,
        status: MatchStatus | None,
        top: Annotated[Landmarks | None, under("top")],
        bottom: Annotated[Landmarks | None, under("bottom")],
        top_posts: Annotated[PostsSeen | None, under("top")] = None,
        bottom_posts: Annotated[PostsSeen | None, under("bottom")] = None,
        top_points: Annotated[WhitePoints | None, under("top")] = None,
        bottom_points: Annotated[WhitePoints | None, under("bottom")] = None,
    ) -> None:
        """Draw the field, what is believed to be on it, and how the game stands."""
        for place, seen in enumerate((top, bottom, top_posts, bottom_posts, top_points, bottom_points)):
            then = None if seen is None else past.at_or_before(seen.time_s)
            if seen is not None and then is not None:
                self._seen[place] = now.time_s, seen, then.field_from_robot
        self._report = report or self._report
        if status is not None:
            self._hear(status)
        if now.time_s - self._drawn_s < PERIOD_S:
            return
        self._drawn_s = now.time_s
        if self._status is not None:
            self.debug.value("scoreboard", self._scoreboard)
        self.debug.drawing("field", lambda: _on_field(field_shapes(self._pitch)))
        if pose is None:
            return
        at = pose.field_from_robot
        self.debug.drawing("seen", lambda: _on_field(self._fresh(now.time_s)))
        self.debug.drawing("way", lambda: _on_field(() if plan is None else way_shapes(plan, at)))
        self.debug.drawing("pose", lambda: _on_field(pose_shapes(pose)))
        self.debug.drawing("ball", lambda: _on_field(() if ball is None else ball_shapes(ball, at)))

    def _fresh(self, time_s: float) -> tuple[Shape, ...]:
        return tuple(
            shape
            for since_s, seen, at in self._seen.values()
            if time_s - since_s < SEEN_S
            for shape in seen_shapes(seen, at, self._pitch)
        )

    def _hear(self, status: MatchStatus) -> None:
        before = self._status
        if status.own_score == status.other_score == 0:
            self._results = ()
        elif before is not None and (status.own_score, status.other_score) != (
            before.own_score,
            before.other_score,
        ):
            own = status.own_score > before.own_score
            words = f"{status.play_s:.1f} s" + (" by you" if self._is_driven else "")
            self._results = (*self._results, words if own else f"own goal after {words}")
        self._status = status

    @property
    def _is_driven(self) -> bool:
        return self._report is not None and self._report.state == "driven"

    def _scoreboard(self) -> Scoreboard:
        status = self._status
        assert status is not None
        doing, reason = told(status, self._report, self._results)
        return Scoreboard(
            sides=("Ludens", "Guests"),
            scores=(status.own_score, status.other_score),
            clock_s=status.remaining_s,
            second_clock=f"in play {status.play_s:.0f} s",
            doing=doing,
            reason=reason,
            results=self._results,
        )


def told(status: MatchStatus, report: StateReport | None, results: tuple[str, ...]) -> tuple[str, str]:
    """What the robot does, and why, in words for people."""
    match status.state:
        case "initial":
            return "Looks round and calibrates its cameras", "before the game begins"
        case "ready" if results:
            return f"Goal after {results[-1]}!", "the next kick-off follows"
        case "finished" if results:
            return "The game is over", f"goals after {', '.join(results)}"
        case "finished":
            return "The game is over", "without a goal"
        case "ready" | "set":
            return "Waits for the whistle", "at its place for the kick-off"
    if report is None:
        return "Waits", ""
    doing = DOINGS.get(report.state, report.state.replace("_", " ").capitalize())
    if report.state == "driven":
        return doing, report.reason
    return doing, f"because {report.reason}" if report.reason else ""


def pose_shapes(pose: FieldPose) -> Iterator[Shape]:
    """The robot where it believes to be, with one standard deviation of place and heading."""
    at = pose.field_from_robot
    here = (at.x_m, at.y_m)
    yield Ellipse(center=here, half_axes=(pose.sigma_m, pose.sigma_m), rotation_rad=0.0, colour=OWN)
    for side in (-1.0, 1.0):
        turned = Pose2(at.x_m, at.y_m, at.yaw_rad + side * min(pose.sigma_rad, 1.0))
        yield Polyline(points=(here, turned.apply(0.5, 0.0)), colour=OWN, width=1.0)
    yield Arrow(tail=here, tip=at.apply(0.38, 0.0), colour=OWN)
    yield Circle(center=here, radius=ROBOT_M, colour=OWN, filled=True, handle="robot")


def ball_shapes(ball: BallState, field_from_robot: Pose2) -> Iterator[Shape]:
    """The ball with one standard deviation, and where it will come to rest while it rolls."""
    place = field_from_robot.apply(*ball.place_m)
    yield Ellipse(center=place, half_axes=(ball.sigma_m, ball.sigma_m), rotation_rad=0.0, colour=BALL)
    if math.hypot(*ball.velocity_mps) > ROLLS_MPS:
        rests = field_from_robot.apply(*ball.destination_m)
        second_on = (
            ball.place_m[0] + 0.5 * ball.velocity_mps[0],
            ball.place_m[1] + 0.5 * ball.velocity_mps[1],
        )
        yield Polyline(points=(place, rests), colour=BALL, dashed=True)
        yield Circle(center=rests, radius=BALL_M, colour=BALL)
        yield Arrow(tail=place, tip=field_from_robot.apply(*second_on), colour=BALL)
    yield Circle(center=place, radius=BALL_M, colour=BALL, filled=True, handle="ball")


def way_shapes(plan: WalkPlan, field_from_robot: Pose2) -> Iterator[Shape]:
    """The way the legs will take to their target, and how the robot will stand there."""
    points = walked_path(plan)
    yield Polyline(points=tuple(field_from_robot.apply(*point) for point in points), colour=WAY)
    if plan.mode == "velocity":
        return
    stands = field_from_robot @ plan.target
    yield Circle(center=(stands.x_m, stands.y_m), radius=0.05, colour=WAY)
    yield Arrow(tail=(stands.x_m, stands.y_m), tip=stands.apply(0.25, 0.0), colour=WAY)


def walked_path(plan: WalkPlan) -> list[Point]:
    """Where the planner leads from here, in the robot's frame: its own speeds, added up."""
    now_from_then = Pose2.identity()
    points = [(0.0, 0.0)]
    has_target = plan.mode != "velocity"
    for _ in range(int((PATH_S if has_target else AHEAD_S) / PATH_STEP_S)):
        then_from_now = now_from_then.inverse()
        target = then_from_now @ plan.target
        if has_target and math.hypot(target.x_m, target.y_m) < 0.03:
            break
        ball_m = None if plan.ball_m is None else then_from_now.apply(*plan.ball_m)
        speed = pace(structs.replace(plan, target=target, ball_m=ball_m))
        now_from_then = now_from_then @ Pose2(
            PATH_STEP_S * speed.forward_mps, PATH_STEP_S * speed.left_mps, PATH_STEP_S * speed.turn_radps
        )
        points.append((now_from_then.x_m, now_from_then.y_m))
    return points


def seen_shapes(seen: Seen, field_from_robot: Pose2, pitch: SoccerField) -> tuple[Shape, ...]:
    """What one picture shows, where it is if the robot is where it believes to be."""

    def on_field(place_m: Point) -> Point:
        return field_from_robot.apply(*place_m)

    if isinstance(seen, PostsSeen):
        return tuple(
            Circle(center=on_field(post.place_m), radius=0.08, colour=POSTS[post.is_own], filled=True)
            for post in seen.posts
        )
    if isinstance(seen, WhitePoints):
        points: list[tuple[float, float]] = [*seen.points_m.tolist(), *seen.crossings_m.tolist()]
        return tuple(Circle(center=on_field((x, y)), radius=0.02, colour=SEEN) for x, y in points)
    shapes: list[Shape] = [
        Polyline(points=(on_field((x1, y1)), on_field((x2, y2))), colour=SEEN, width=3.0)
        for x1, y1, x2, y2 in seen.lines_m.tolist()
    ]
    crossings = [at for at, _ in (*seen.corners, *seen.junctions)] + [*seen.crossings, *seen.marks]
    shapes += [Circle(center=on_field(at), radius=0.09, colour=SEEN) for at in crossings]
    if seen.circle is not None:
        center = on_field(seen.circle)
        shapes.append(Circle(center=center, radius=pitch.circle_radius_m, colour=SEEN))
    return tuple(shapes)


def field_shapes(pitch: SoccerField) -> tuple[Shape, ...]:
    """Return the turf, the field's lines, circle, marks and goals as they are drawn on a map."""
    x_m, y_m = pitch.half_length_m + 0.7, pitch.half_width_m + 0.7
    corners = ((-x_m, -y_m), (x_m, -y_m), (x_m, y_m), (-x_m, y_m))
    shapes: list[Shape] = [Polyline(points=corners, colour=TURF, closed=True, filled=True)]
    shapes += [
        Polyline(points=((x1, y1), (x2, y2)), colour=WHITE, width=1.5)
        for x1, y1, x2, y2 in pitch.lines_m.tolist()
    ]
    shapes.append(Circle(center=(0.0, 0.0), radius=pitch.circle_radius_m, colour=WHITE))
    for x_m, y_m in pitch.marks_m.tolist():
        shapes.append(Circle(center=(x_m, y_m), radius=0.05, colour=WHITE, filled=True))
    x_m, y_m = pitch.half_length_m, 0.5 * pitch.goal_width_m
    for side, colour in zip((-1.0, 1.0), pitch.goal_colours, strict=True):
        back_m = side * (x_m + pitch.goal_depth_m)
        points = ((side * x_m, -y_m), (back_m, -y_m), (back_m, y_m), (side * x_m, y_m))
        shapes.append(Polyline(points=points, colour=GOALS[colour]))
    return tuple(shapes)


def _on_field(shapes: Iterator[Shape] | tuple[Shape, ...]) -> Drawing:
    return Drawing(frame="ground", shapes=tuple(shapes))
