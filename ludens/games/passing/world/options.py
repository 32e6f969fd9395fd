"""What kind of world is wanted; chance does the rest."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingWorldOptions:
    """Options of a passing world."""

    obstacles: Annotated[int, Meta(ge=-1, le=4, description="How many; -1 draws 0 to 4 by seed.")] = -1
    ball: Annotated[
        Literal["still", "rolling"],
        Meta(description="Whether the ball rolls at the start, at 0.2 to 0.5 m/s."),
    ] = "still"
    person: Annotated[Literal["still", "walking"], Meta(description="Whether the person walks about.")] = (
        "still"
    )
    person_figure: Annotated[bool, Meta(description="Show a human figure behind the blue ball.")] = False
    rolls_back: Annotated[bool, Meta(description="The person rolls the ball back when it has come.")] = False
    robots: Annotated[
        int, Meta(ge=1, le=2, description="Two robots, alpha and beta, pass to each other; no person.")
    ] = 1
    latency_s: Annotated[
        Annotated[float, Meta(ge=0.0, le=10.0)] | None,
        Meta(description="Camera latency; None leaves it to the noise file."),
    ] = None
    noise: Annotated[str, Meta(description="off, default, harsh, or the path of a TOML file.")] = "default"
    render: Annotated[bool, Meta(description="Draw camera images; without, robots have no camera.")] = True
    depth: Annotated[bool, Meta(description="Deliver a depth image with every camera image.")] = False

    @property
    def target_wall_m(self) -> float:
        """How far the blue ball keeps from walls: a figure needs room behind it."""
        return 0.6 if self.person_figure else 0.4
