"""How a game begins: colours are learnt, a kept game is taken up, or what stands on the board."""

from dataclasses import replace

from ludens.games.morris.game_flow.desk import Story, TroubleError
from ludens.games.morris.game_flow.game_table import FRONT, MIDDLE, GameTable
from ludens.games.morris.game_flow.person_turn import judge_turn
from ludens.games.morris.game_flow.robot_turn import (
    bring_about,
    empty_hands,
    holds_something,
    insist_on_empty_hands,
)
from ludens.games.morris.game_flow.sight import TableSeen
from ludens.games.morris.judge import Supervision
from ludens.games.morris.rules import GameRecord, MorrisError, Position, mask_of, new_game, turn_text
from ludens.messages.morris_game import MorrisOrder

LEARNT_AT = ((0, 8), (1, 10))
"""Colour and point (1/0 and 1/2) from which the colours of the men are learnt."""
FEELS_S = 0.3
"""Until fingers have felt whether there is something between them."""


def begin(table: GameTable, order: MorrisOrder) -> Story[None]:
    """Come to the moment at which somebody is to move."""
    table.enter("init", "A game was ordered.")
    begins_empty = not table.game.record.start.occupied
    is_new = begins_empty and not order.turns and not order.from_board
    if order.learns_camera:
        yield from _learn_camera(table)
    if order.learns_colours and is_new:
        yield from _learn_colours(table)
    if order.from_board:
        yield from _take_over(table)
    if is_new or order.home is not None:  # of two robots one must have stood aside
        yield from table.ask("start", "Press my front button when we shall begin.", FRONT)
    if order.turns or not (is_new or order.from_board):
        yield from _catch_up(table)


def _learn_camera(table: GameTable) -> Story[None]:
    """Find out how the camera sits, unless the robot's file says so; a game can also go on without."""
    try:
        yield from table.come_up()
        table.say((yield from table.desk.learn_camera()))
    except TroubleError as trouble:
        table.say(f"{trouble} I take my camera as it was made, and may err by a degree or two.", "trouble")


def _learn_colours(table: GameTable) -> Story[None]:
    while True:
        steps = tuple((colour, -1, point) for colour, point in LEARNT_AT)
        text = "Please put a white man on b2 and a black man on f2, so that I learn their colours."
        yield from table.ask("put right", f"{text} Then press my middle button.", MIDDLE, corrections=steps)
        try:
            yield from table.come_up()
            yield from table.desk.look(learn_colours=True)
            break
        except TroubleError as trouble:
            table.say(str(trouble), "trouble")
    steps = tuple((colour, point, -1) for colour, point in LEARNT_AT)
    text = "Thank you. Please take both men off again, and press my middle button."
    yield from table.ask("put right", text, MIDDLE, corrections=steps)


def _take_over(table: GameTable) -> Story[None]:
    """Go on with what stands on the board; what cannot be seen there was said with the order."""
    while True:
        seen = yield from table.look()
        try:
            record = _game_from(seen, table.game.record)
            break
        except MorrisError as error:
            yield from table.help(f"This cannot stand on a board. {error}")
    table.game, table.knows_start = replace(table.game, supervision=Supervision(record)), True
    men = f"{seen.board.white.bit_count()} white and {seen.board.black.bit_count()} black men"
    table.say(f"I see {men}. We go on from here; {record.side_to_move.value} is to move.")


def _game_from(seen: TableSeen, ordered: GameRecord) -> GameRecord:
    """The game that begins with the men that are seen, and otherwise as it was ordered."""
    told = ordered.start
    start = Position(
        seen.board.white, seen.board.black, told.white_in_hand, told.black_in_hand, told.side_to_move
    )
    return new_game(start=start, turns_without_mill=ordered.turns_without_mill)


def _catch_up(table: GameTable) -> Story[None]:
    """After a kept game was taken up: finish what the hands owe, or see what the person has done.

    Whoever broke off in the middle of a turn may still have a man in hand, and does not remember which.
    """
    count = len(table.game.record.turns)
    table.say(f"Our game goes on after {count} {'turn' if count == 1 else 'turns'}.")
    yield from table.desk.pause(FEELS_S)
    gave_away = holds_something(table)
    for trouble in (yield from empty_hands(table)):
        table.say(trouble, "trouble")
    yield from insist_on_empty_hands(table)
    seen = yield from table.look()
    if seen.board.fits(table.game.position) and not seen.strays:
        return
    if _owes(table, seen):
        table.say(f"I had not finished {turn_text(table.game.record.turns[-1])}. I finish it now.")
        yield from bring_about(table, seen, gave_away=gave_away)
    elif table.game.is_robots_turn or table.game.record.outcome is not None:
        yield from bring_about(table, seen, gave_away=gave_away)
    else:
        yield from judge_turn(table, seen)


def _owes(table: GameTable, seen: TableSeen) -> bool:
    """Whether the board stands as before the robot's last turn, or amid it."""
    record = table.game.record
    if not table.game.last_was_robots:
        return False
    before, turn = record.positions[-2], record.turns[-1]
    changed = (seen.board.white ^ before.white) | (seen.board.black ^ before.black)
    points = {point for point in (turn.origin, turn.target, turn.captured) if point is not None}
    return not changed & seen.board.known & ~mask_of(points)
