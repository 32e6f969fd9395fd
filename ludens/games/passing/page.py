"""The page of the passing game in the studio."""

from ludens.messages.passing import RallyCount
from ludens.studio.page import (
    Figure,
    HighlightRule,
    PlotLine,
    StudioPage,
    Viewpoint,
    eye_view,
    shoulder_view,
    view_from_above,
)
from ludens.studio.questions import NOISE, OptionQuestion


def passed(now: RallyCount, before: RallyCount) -> str | None:
    """Whether the ball has just come to the target."""
    return f"Pass {now.passes}" if now.passes > before.passes else None


PAGE = StudioPage(
    highlights=(HighlightRule(stream="*RallyCount", kind="goal", find=passed),),
    questions=(
        OptionQuestion("robots", "Robots", {1: "one, with a person", 2: "two, who pass to each other"}),
        OptionQuestion(
            "ball", "The ball", {"still": "lies still", "passed": "is passed to it", "rolling": "rolls about"}
        ),
        OptionQuestion("person", "The person", {"still": "stands", "walking": "walks about"}),
        OptionQuestion(
            "obstacles", "Obstacles", {-1: "by chance", 0: "none", 1: "1", 2: "2", 3: "3", 4: "4"}
        ),
        NOISE,
        OptionQuestion("person_figure", "A figure behind the blue ball", is_rare=True),
        OptionQuestion("rolls_back", "The person rolls the ball back", is_rare=True),
        OptionQuestion(
            "latency_s",
            "Age of its pictures",
            help="When they arrive; empty: as its camera is.",
            is_rare=True,
        ),
        OptionQuestion("render", "Camera", help="Without, the robot is blind.", is_rare=True),
        OptionQuestion("depth", "Pictures of depth, too", is_rare=True),
    ),
    views=(
        Viewpoint(
            name="Action",
            icon="center_focus_strong",
            position_m=(2.9, -1.7, 2.5),  # a pass of the first seed goes from right to left
            target_m=(0.0, 0.0, 0.3),
            frames=("{robot}", "ball", "target", "alpha", "beta"),
        ),
        Viewpoint(
            name="Person",
            icon="person",
            position_m=(-0.22, 0.0, 1.68),
            target_m=(1.2, 0.0, 0.9),
            carrier="target",
            hides=("target",),
            field_of_view_deg=70.0,
        ),
        shoulder_view("{robot}", (-1.25, 0.0, 0.95), (0.8, 0.0, 0.1)),
        Viewpoint(
            name="Follow",
            icon="directions_run",
            position_m=(-1.3, -1.5, 1.1),
            target_m=(0.0, 0.0, 0.15),
            follows="{robot}",
        ),
        view_from_above((0.0, 0.0, 9.5)),
        eye_view("{robot}", (0.16, 0.0, 0.40), (1.16, 0.0, 0.224), hides=(), field_of_view_deg=27.5),
    ),
    floor="wood",
    title="Pass the ball back",
    legend=(
        "The robot looks for the green ball and the blue target, drives behind the ball, lines up and rams "
        "it towards the target. The person at the target rolls it back. Circles in the camera image are what "
        "the robot recognised; ellipses on the map are what it believes (two sigma), arrows are what its "
        "behaviours want. Try: raise the travel speed, or the latency of the camera, and watch the beliefs."
    ),
    drawings=("*/circle", "*/belief", "*/ranges", "*/points", "*/plan", "*/vectors"),
    figures=(
        Figure("passes", "*RallyCount", "passes"),
        Figure("pushes", "*RallyCount", "pushes"),
    ),
    plots=(
        PlotLine("*Odometry", "forward_mps"),
        PlotLine("*ball/ObjectBelief", "range_m"),
        PlotLine("*target/ObjectBelief", "range_m"),
    ),
)
