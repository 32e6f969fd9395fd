"""Asking and waiting, and the care of the body meanwhile: getting up after a fall, resting hot legs.

Whoever waits for a person may wait for hours, so every wait takes care of the body; and a body that cannot
help itself asks for help. That is why these behaviours call each other.
"""

from ludens.core.behaviour import Behaviour
from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.robot_actions import TroubleError
from ludens.games.morris.talk.words import Phrase, phrase
from ludens.geometry import Pose2
from ludens.messages.morris_game import Asking

FRONT, MIDDLE, REAR = "head front", "head middle", "head rear"
"""The head's buttons: go on; you were helped; end the game."""
GETS_UP_S = 45.0
"""After so long on the floor somebody must help."""
SELDOM_S = 600.0
"""Longest silence while somebody is asked for something."""
STANDS_S = 1.5
"""Upright for so long, the body stands."""
LOOKS_S = 2.0
LOOKS_FROM_M = 0.14
"""From the table's edge to the torso, where the whole board is in sight."""
BACK_M = 0.30
"""From the table's edge, where there is room to crouch."""


def ask(
    table: GameTable,
    asking: Asking,
    text: Phrase,
    button: str,
    *,
    corrections: tuple[tuple[int, int, int], ...] = (),
) -> Behaviour[None]:
    """Ask for something, and wait for a button; remind ever more seldom, every other time in other words."""
    actions = table.actions
    table.ask_person(asking, text, corrections=corrections, button=button)
    asked_s, waits_s, reminded = actions.time_s, table.patience_s, 0
    yield  # what was pressed until now answered something else
    pressed = button in actions.reports.buttons
    while not pressed:
        yield
        pressed = button in actions.reports.buttons
        for _ in care(table):  # nobody may answer for hours, and legs get hot meanwhile
            yield
            # Whoever helps the robot up meanwhile answers that with a button, and not this.
            is_meant = table.asking in (asking, "nothing")
            pressed = pressed or (is_meant and button in actions.reports.buttons)
        if table.asking != asking:
            table.ask_person(asking, text, corrections=corrections, button=button)
        if actions.time_s - asked_s > waits_s:
            asked_s, waits_s, reminded = actions.time_s, min(2.0 * waits_s, SELDOM_S), reminded + 1
            again = text if reminded % 2 else phrase("help.still", text=text)
            table.plead(asking, again, button=button)
    table.ask_nothing()


def ask_for_help(
    table: GameTable, reason: Phrase, *, corrections: tuple[tuple[int, int, int], ...] = ()
) -> Behaviour[None]:
    """Ask for help, with men where that is what the robot cannot do, and wait until it was given."""
    table.helped += 1
    table.enter("help", reason)
    text = phrase("help.please", reason=reason)
    yield from ask(table, "help", text, MIDDLE, corrections=corrections)


def needs_care(table: GameTable) -> bool:
    """Whether the body can do nothing before it was cared for."""
    return table.actions.reports.lies or table.actions.reports.legs_hot


def care(table: GameTable) -> Behaviour[None]:
    """Get up where the robot has fallen, and rest where its legs are hot."""
    reports = table.actions.reports
    if reports.lies and table.state != "help":
        state, reason = table.state, table.reason
        yield from _get_up(table, home=table.home if state == "waiting" else None)
        table.resume(state, reason)
    if not table.actions.reports.lies and table.actions.reports.legs_hot:
        yield from _cool_down(table)


def looking_place(measures: MorrisMeasures, near: Pose2 | None) -> Pose2:
    """Where the whole board is in sight, at the side of the table that is nearest to a place."""
    return _beside_table(measures, LOOKS_FROM_M, near)


def _beside_table(measures: MorrisMeasures, away_m: float, near: Pose2 | None) -> Pose2:
    sides = [measures.board_from_side(side) @ Pose2(-away_m, 0.0, 0.0) for side in range(SIDES)]
    return sides[0] if near is None else min(sides, key=near.distance_m)


def _get_up(table: GameTable, *, home: Pose2 | None) -> Behaviour[None]:
    """Wait until the body stands, with somebody's help where it must be; come back to the table, or home."""
    actions = table.actions
    while True:
        if not actions.reports.leans:
            table.say(phrase("body.fallen"), tone="trouble")
        yield from _stand(table)
        table.say(phrase("body.stand_again"))
        yield from _find_out_where(table)
        try:
            yield from actions.go(home or looking_place(table.measures, actions.here))
            return
        except TroubleError as trouble:
            if not actions.reports.lies:
                yield from ask_for_help(table, phrase("help.not_back", trouble=trouble.said))


def _stand(table: GameTable) -> Behaviour[None]:
    actions = table.actions
    actions.motion = "walk"
    lain_s = up_s = actions.time_s
    while actions.time_s - up_s < STANDS_S:
        yield
        if actions.reports.lies:
            up_s = actions.time_s
        if actions.reports.leans or actions.time_s - lain_s > GETS_UP_S:
            how = "leaning" if actions.reports.leans else "lying"
            yield from ask_for_help(table, phrase(f"help.{how}"))
            lain_s = up_s = actions.time_s


def _find_out_where(table: GameTable) -> Behaviour[None]:
    """Give the eyes a moment: a robot that sees the marker at once takes the nearest way."""
    actions, until_s = table.actions, table.actions.time_s + LOOKS_S
    while actions.time_s < until_s and (
        actions.reports.place is None or actions.reports.place.seen_before_s > LOOKS_S
    ):
        yield


def _cool_down(table: GameTable) -> Behaviour[None]:
    """Step back from the table, sit down on the heels and rest until the legs are cool."""
    actions, measures = table.actions, table.measures
    table.say(phrase("body.legs_hot"), tone="trouble")
    here = actions.here
    if here is not None and max(abs(here.x_m), abs(here.y_m)) < 0.5 * measures.table_width_m + BACK_M:
        yield from _try_to_go(table, _beside_table(measures, BACK_M, here))
    actions.motion = "rest"
    while not actions.reports.legs_cool:
        yield
    actions.motion = "walk"
    table.say(phrase("body.legs_cool"))
    if here is not None:
        yield from _try_to_go(table, here)


def _try_to_go(table: GameTable, place: Pose2) -> Behaviour[None]:
    try:
        yield from table.actions.go(place)
    except TroubleError as trouble:
        table.say(trouble.said, tone="trouble")
