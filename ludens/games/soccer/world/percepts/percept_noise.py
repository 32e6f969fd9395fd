"""How good the eyes are that percepts from truth stand for: figures of our own eyes, and where they are from.

Distances are on the ground; a table of rates by distance is joined by straight lines.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from ludens.robots.nao.noise import load_noise
from ludens.robots.noise_file import set_of

Rates = tuple[tuple[float, float], ...]
"""Rows of distance in m and rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerceptNoise:
    """Eyes that are perfect, but for the range of their detectors; `percept_noise` gives others."""

    latency_s: float = 0.0
    latency_jitter_s: float = 0.0
    dropout_probability: float = 0.0
    left_over_sigma_rad: float = 0.0  # each angle of a camera's pose, after it has calibrated itself; fixed
    jitter_sigma_rad: float = 0.0  # likewise, anew in every picture: lean and joints while the robot moves
    pixel_sigma_px: float = 0.0
    direction_sigma_rad: float = 0.0  # of a corner's or junction's direction
    line_rates: Rates = ((4.5, 1.0),)
    false_lines: float = 0.0  # a picture
    crossing_rates: Rates = ((4.0, 1.0),)
    wrong_kind: float = 0.0  # share of corners and junctions taken for each other
    circle_rate: float = 1.0  # where at least `circle_share` of it can be seen
    circle_share: float = 0.2
    mark_rates: Rates = ((3.0, 1.0),)
    post_rates: Rates = ((6.5, 1.0),)  # of coloured goal posts whose feet are in the picture
    ball_rates: Rates = ((6.0, 1.0),)
    false_balls: float = 0.0  # a picture
    robot_rates: Rates = ((6.0, 1.0),)  # of robots whose feet are in the picture
    robot_sigma_m: float = 0.0  # of a robot's middle, which its feet tell
    unknown_team: float = 0.0  # share of robots whose shirt is not made out
    wrong_team: float = 0.0  # share whose shirt is taken for the other one
    false_robots: float = 0.0  # a picture
    blurred_radps: float = 30.0  # a camera that turns so fast sees nothing, one half as fast half as much


OURS = PerceptNoise(
    left_over_sigma_rad=0.010,  # half of what cameras are off before they calibrate themselves (`noise.toml`)
    jitter_sigma_rad=0.006,  # ours: lean of the torso over its feet while it walks, 0.7° (nao-walk's notes)
    pixel_sigma_px=1.0,  # soccer-lines: lines are 0.07 % of their distance off where the camera is known
    direction_sigma_rad=0.05,  # ours
    line_rates=((0.0, 0.97), (3.0, 0.97), (4.5, 0.6)),  # soccer-lines: 37 of 38 up to 3 m
    false_lines=0.10,  # soccer-lines: 4 in 40 pictures
    crossing_rates=((0.0, 0.8), (2.0, 0.7), (4.0, 0.3)),  # ours: both its lines must be seen, and meet
    wrong_kind=0.03,  # soccer-lines: none of 9; ours
    circle_rate=0.7,  # ours
    mark_rates=((0.0, 0.8), (2.0, 0.8), (3.0, 0.4)),  # soccer-lines: 2 of 3; S6
    post_rates=((0.0, 0.9), (4.0, 0.8), (6.5, 0.5)),  # ours
    ball_rates=((0.0, 0.98), (4.0, 0.98), (5.0, 0.95), (7.0, 0.4)),  # soccer-ball: 54 of 54 up to 5 m
    false_balls=0.004,  # soccer-ball: none in 90 pictures
    robot_rates=((0.0, 0.95), (3.0, 0.95), (4.5, 0.5)),  # soccer-robots: 160 of 163 up to 3 m, some blurred
    robot_sigma_m=0.04,  # soccer-robots: 0.05 m on the median
    unknown_team=0.05,  # soccer-robots: 5 of 137
    wrong_team=0.01,  # soccer-robots: none of 137; ours
    false_robots=0.02,  # soccer-robots: 12 in 148 pictures, most of them goals
    blurred_radps=6.0,  # ours
)
"""The eyes of our striker. Experiments were run with `--trials 2` (lines) and 3 (ball), `--seed 700`."""

HARSH = replace(
    OURS,
    left_over_sigma_rad=2.0 * OURS.left_over_sigma_rad,
    jitter_sigma_rad=2.0 * OURS.jitter_sigma_rad,
    pixel_sigma_px=2.0,
    line_rates=tuple((away_m, 0.8 * share) for away_m, share in OURS.line_rates),
    ball_rates=tuple((away_m, 0.85 * share) for away_m, share in OURS.ball_rates),
    post_rates=tuple((away_m, 0.8 * share) for away_m, share in OURS.post_rates),
    false_lines=2.0 * OURS.false_lines,
    false_balls=5.0 * OURS.false_balls,
    robot_rates=tuple((away_m, 0.8 * share) for away_m, share in OURS.robot_rates),
    robot_sigma_m=2.0 * OURS.robot_sigma_m,
    unknown_team=2.0 * OURS.unknown_team,
    wrong_team=2.0 * OURS.wrong_team,
    false_robots=5.0 * OURS.false_robots,
)


def percept_noise(name: str | Path) -> PerceptNoise:
    """Return the eyes of a noise set: `off`, `default`, `harsh`, or a file, which tells of cameras only."""
    camera = load_noise(name).camera
    if set_of(name) == "off":
        return PerceptNoise(latency_s=camera.latency_s)
    return replace(
        HARSH if set_of(name) == "harsh" else OURS,
        latency_s=camera.latency_s,
        latency_jitter_s=camera.latency_jitter_s,
        dropout_probability=camera.dropout_probability,
    )


def rate_at(rates: Rates, away_m: float) -> float:
    """Return the rate at a distance; 0 beyond the last row."""
    near_m, near = rates[0]
    if away_m < near_m:
        return near
    for far_m, far in rates:
        if away_m < far_m:
            return near + (far - near) * (away_m - near_m) / (far_m - near_m)
        near_m, near = far_m, far
    return 0.0
