"""The page of a robot that learns: its table on the field, its shots, and buttons for rewards."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from ludens.core.runtime.run import Run
from ludens.games.soccer.learning_play import trainer_behind
from ludens.games.soccer.shot_learner import HEAD_REWARDS
from ludens.games.soccer.world.exercises import KEEPER_REWARDS, SHOT_REWARDS
from ludens.games.soccer.world.shooting_range import ShotResult
from ludens.studio.page import (
    ButtonGroup,
    ButtonsView,
    Figure,
    GameButton,
    ListingView,
    PlotLine,
    StudioPage,
    Viewpoint,
    view_from_above,
)

NO_TRAINER = "Only a robot in simulation is trained here."
NOT_NOW = "It has not shot yet: wait until the ball rests."
BY_ITSELF = "Here the simulation gives the rewards: choose rewards by a person at the start."


def reward(run: Run, _robot: str, *, result: ShotResult) -> str:
    """Tell the robot what its last shot was worth."""
    trainer = trainer_behind(run.driver)
    if trainer is None:
        return NO_TRAINER
    if not trainer.by_person:
        return BY_ITSELF
    if not trainer.waits_for_reward:
        return NOT_NOW
    trainer.reward(result)
    return f"You said: {result}."


def touch_head(run: Run, _robot: str, *, button: str) -> str:
    """Touch the robot's head, which tells it the same."""
    trainer = trainer_behind(run.driver)
    if trainer is None:
        return NO_TRAINER
    if not trainer.by_person:
        return BY_ITSELF
    if not trainer.waits_for_reward:
        return NOT_NOW
    trainer.touch_head(button)
    return f"You touched its {button.replace('head ', 'head: ')}."


def forget(run: Run, _robot: str) -> str:
    """Let the robot begin anew."""
    trainer = trainer_behind(run.driver)
    if trainer is None:
        return NO_TRAINER
    trainer.forget()
    return "It has forgotten everything."


ICONS = {
    ShotResult.GOAL: "sports_soccer",
    ShotResult.MISS: "trending_flat",
    ShotResult.MISSED_BALL: "do_not_touch",
}
SAVES = (ShotResult.MISS,)
"""What a keeper wishes for."""


def teacher(rewards: Mapping[ShotResult, float]) -> ButtonsView:
    """Buttons for what a person may say, with these rewards, and for touches that say the same."""
    said = tuple(
        GameButton(
            f"{'Kept' if result in SAVES and value > 0.0 else str(result).capitalize()} {value:+.0f}",
            partial(reward, result=result),
            ICONS[result],
            f"The last shot was worth {value:+.0f} to it",
        )
        for result, value in rewards.items()
    )
    touches = tuple(
        GameButton(
            button.removeprefix("head ").capitalize(),
            partial(touch_head, button=button),
            "touch_app",
            f"Tells it {value:+.0f}, as at a real robot",
        )
        for button, value in HEAD_REWARDS.items()
        if value in rewards.values()
    )
    forgets = GameButton("Forget everything", forget, "delete_sweep", "Empties the table and its file")
    return ButtonsView(
        title="Teacher",
        icon="school",
        groups=(
            ButtonGroup("You say", said),
            ButtonGroup("Touch its head", touches),
            ButtonGroup("Table", (forgets,)),
        ),
    )


LEARNING_PAGE = StudioPage(
    title="Soccer",
    legend=(
        "A robot learns where to shoot. A trainer lays the ball in one of the cells and puts the robot "
        "behind it; the robot chooses a direction, shoots, and learns from the reward: +100 for a goal, -100 "
        "for a miss, -200 for a missed ball.\n\n"
        "On the map: every cell in the colour of its best action, red for misses, green for goals; the white "
        "arrow is that action, the number says how many shots were tried. Left and right are one. The post "
        "before the goal is the keeper.\n\n"
        "Rewards come from the simulation, or from you: by the buttons below or by a touch on its head, when "
        "it has shot. What it knows is kept in a file, and it goes on with it the next time. Let time run "
        "faster above."
    ),
    drawings=("*shot_learner/table", "*field_view/ball", "*field_view/pose"),
    figures=(
        Figure("goals", "*MatchStatus", "own_score"),
        Figure("others", "*MatchStatus", "other_score"),
    ),
    plots=(PlotLine("*Reward", "value"),),
    views=(
        Viewpoint(name="Shot", icon="sports_soccer", position_m=(-1.4, -2.6, 2.0), target_m=(1.9, 0.0, 0.0)),
        Viewpoint(name="Goal", icon="shield", position_m=(4.4, 0.0, 1.3), target_m=(1.0, 0.0, 0.1)),
        view_from_above((1.2, 0.0, 5.6)),
    ),
    floor="stone",
    floor_z_m=-0.012,
    map_frame="ground",
    map_radius_m=2.9,
    arrangement="match",
    cards=("map", "listing"),
    tabs=("buttons", "states"),
    scoreboard="*shot_learner/scoreboard",
    listings=(ListingView(title="Shots", stream="*shot_learner/shots", icon="list"),),
    buttons_views=(teacher(SHOT_REWARDS),),
)
KEEPING_PAGE = replace(
    LEARNING_PAGE,
    legend=(
        "A robot learns where to stand before its goal. A trainer lays the ball in one of the cells; the "
        "robot chooses a place, walks there, and after some seconds the ball is rolled anywhere into the "
        "goal: +100 if it does not go in, -100 for a goal.\n\n"
        "On the map: every cell of the ball in the colour of its best place, red for goals, green for saves; "
        "the white arrow leads from that place towards the ball, the number says how many shots were tried. "
        "Left and right are one.\n\n"
        "Rewards come from the simulation, or from you: by the buttons below or by a touch on its head, when "
        "the ball rests. What it knows is kept in a file, and it goes on with it the next time."
    ),
    figures=(
        Figure("kept", "*MatchStatus", "own_score"),
        Figure("goals", "*MatchStatus", "other_score"),
    ),
    views=(
        Viewpoint(name="Goal", icon="shield", position_m=(-4.6, -1.6, 1.6), target_m=(-1.8, 0.0, 0.1)),
        Viewpoint(name="Shot", icon="sports_soccer", position_m=(0.8, -1.8, 1.4), target_m=(-2.4, 0.0, 0.1)),
        view_from_above((-1.2, 0.0, 5.6)),
    ),
    buttons_views=(teacher(KEEPER_REWARDS),),
)
