"""The page of soccer in the studio: the field from above, a camera, hands that lift robot and ball."""

from ludens.core.runtime.run import Run
from ludens.games.soccer.play import match_behind
from ludens.studio.page import Figure, GameButton, PlotLine, StudioPage

NO_HAND = "Only in simulation can a hand reach onto the field."


def kick_off(run: Run, _robot: str) -> str | None:
    """Begin anew from the centre."""
    match_ = match_behind(run.driver)
    if match_ is None:
        return NO_HAND
    match_.referee.kick_off()
    return "Kick-off."


def kidnap(run: Run, _robot: str) -> str | None:
    """Carry the robot somewhere else."""
    match_ = match_behind(run.driver)
    if match_ is None:
        return NO_HAND
    pose = match_.elsewhere()
    match_.carry(pose)
    return f"The robot was carried to {pose.x_m:.1f}, {pose.y_m:.1f} m."


def lay_ball(x_m: float, y_m: float) -> GameButton:
    """A button that lays the ball somewhere on the field."""

    def action(run: Run, _robot: str) -> str | None:
        match_ = match_behind(run.driver)
        if match_ is None:
            return NO_HAND
        match_.ball.place((x_m, y_m))
        return f"The ball lies at {x_m:.1f}, {y_m:.1f} m."

    hint = f"Lay the ball at {x_m:g}, {y_m:g} m"
    return GameButton(f"{x_m:g}, {y_m:g}", action, "sports_soccer", hint)


PAGE = StudioPage(
    title="Soccer",
    legend=(
        "The robot first looks round and calibrates its cameras by the lines. After the kick-off it finds "
        "the ball, walks behind it and kicks it into the goal on the right. On the map: where it believes "
        "to be (yellow), the lines it sees just now (blue), the ball (orange) and where it walks (green). "
        "Carry it away, or lay the ball elsewhere, and watch how it finds itself again."
    ),
    drawings=("*/border", "*/lines", "*/candidates", "*/field", "*/belief", "*/hypotheses"),
    image="top/CameraImage",
    figures=(
        Figure("own", "*MatchStatus", "own_score"),
        Figure("other", "*MatchStatus", "other_score"),
        Figure("left", "*MatchStatus", "remaining_s", "s", 0),
    ),
    buttons=(
        GameButton("Kick-off", kick_off, "flag", "Ball to the centre, robot to its place"),
        GameButton("Kidnap", kidnap, "pan_tool", "Carry the robot somewhere else"),
        lay_ball(3.2, 0.0),
        lay_ball(0.0, 2.0),
        lay_ball(-3.0, -1.5),
    ),
    plots=(
        PlotLine("*FieldPose", "error"),
        PlotLine("*FieldPose", "sigma_m"),
        PlotLine("*BallState", "sigma_m"),
    ),
)
