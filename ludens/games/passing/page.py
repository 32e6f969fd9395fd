"""The page of the passing game in the studio."""

from ludens.studio.page import Figure, PlotLine, StudioPage

PAGE = StudioPage(
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
