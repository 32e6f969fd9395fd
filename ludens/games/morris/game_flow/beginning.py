"""How a game begins: colours are learnt, a kept game is taken up, or what stands on the board."""

from dataclasses import replace

from ludens.core.behaviour import Behaviour
from ludens.games.morris.game_flow.arm_study import study
from ludens.games.morris.game_flow.care import FRONT, MIDDLE, ask, ask_for_help, care
from ludens.games.morris.game_flow.carrying import let_go
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.looking import come_up, look
from ludens.games.morris.game_flow.person_turn import judge_turn
from ludens.games.morris.game_flow.robot_actions import TroubleError
from ludens.games.morris.game_flow.robot_turn import (
    HANDS,
    bring_about,
    empty_hands,
    holds_something,
    insist_on_empty_hands,
    put_hands_away,
)
from ludens.games.morris.game_flow.table_game import TableGame
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.judge import Supervision
from ludens.games.morris.rules import (
    GameRecord,
    MorrisError,
    Position,
    Side,
    mask_of,
    new_game,
    turn_text,
)
from ludens.games.morris.talk.words import hand_values, man_values, phrase, side
from ludens.messages.manipulation import Hand
from ludens.messages.morris_game import MorrisOrder

LEARNT_AT = ((0, 8), (1, 10))
"""Colour and point (1/0 and 1/2) from which the colours of the men are learnt."""
LEARNING_ATTEMPTS = 2
"""At learning the colours, before somebody is asked for help."""
STUDYING_ATTEMPTS = 2
"""At learning how an arm is off, before it is taken as it was made."""
FEELS_S = 0.3
"""Until fingers have felt whether there is something between them."""


def begin(table: GameTable, order: MorrisOrder) -> Behaviour[None]:
    """Come to the moment at which somebody is to move."""
    table.enter("init", phrase("begin.ordered"))
    begins_empty = not table.game.record.start.occupied
    is_new = begins_empty and not order.turns and not order.from_board
    if order.learns_camera:
        yield from _calibrate_camera(table)
    if order.learns_colours and is_new:
        yield from _learn_colours(table)
    if order.from_board:
        yield from _take_over(table)
    if table.unstudied and not _places_first(table.game):
        yield from _study_hands(table)
    if is_new or order.home is not None:  # of two robots one must have stood aside
        yield from ask(table, "start", phrase("begin.press_front"), FRONT)
    if order.turns or not (is_new or order.from_board):
        yield from catch_up(table)


def _calibrate_camera(table: GameTable) -> Behaviour[None]:
    """Find out how the camera sits, unless the robot's file says so; a game can also go on without."""
    try:
        yield from come_up(table)
        table.say((yield from table.actions.calibrate_camera()))
        table.unstudied = set(HANDS)
    except TroubleError as trouble:
        table.say(phrase("trouble.uncalibrated", trouble=trouble.said), tone="trouble")


def _places_first(game: TableGame) -> bool:
    """Whether the robot is handed men before it fetches any, or never uses its hands."""
    position = game.record.position
    return all(position.in_hand(player) for player in game.robot)


def _study_hands(table: GameTable) -> Behaviour[None]:
    """Borrow a man for each hand: a robot that fetches men before it is given any knows its arms then."""
    colour = _spare_colour(table.game)
    if colour is None:
        return
    yield from table.actions.pause(FEELS_S)
    if holds_something(table):  # of a kept game: first it brings that man to an end
        return
    for hand in HANDS:
        for attempt in range(STUDYING_ATTEMPTS):
            try:
                yield from _borrow(table, hand, colour)
                break
            except TroubleError as trouble:
                table.ask_nothing()
                is_last = attempt + 1 == STUDYING_ATTEMPTS
                again = phrase("trouble.unstudied" if is_last else "trouble.lend_again", trouble=trouble.said)
                table.say(again, tone="trouble")
                yield from care(table)
                yield from put_hands_away(table)
    yield from put_hands_away(table)


def _borrow(table: GameTable, hand: Hand, colour: int) -> Behaviour[None]:
    """Have a man put into a hand, look at it, and give it back."""
    man = {**man_values(colour), **hand_values(hand)}
    table.ask_person("hand over", phrase("begin.lend", **man), hand=hand, colour=colour)
    yield from table.actions.do("accept", hand)
    table.ask_nothing()
    since_s = table.actions.time_s
    yield from table.actions.show(hand, expected=colour)
    sits_well = yield from study(table, hand, since_s=since_s)
    if table.actions.feels(hand):  # it may have slipped out all the same
        yield from let_go(table, hand, phrase("hand_over.take", **man))
    if not sits_well:
        raise TroubleError(phrase("trouble.sat_badly", **hand_values(hand)))


def _spare_colour(game: TableGame) -> int | None:
    """Return the colour of which most men are off the board; None if all men are on it."""
    record = game.record
    spare = {player.colour: record.variant.men - record.position.men(player).bit_count() for player in Side}
    most = max(spare, key=lambda colour: spare[colour])
    return most if spare[most] > 0 else None


def _learn_colours(table: GameTable) -> Behaviour[None]:
    """Have the colours shown; after two tries somebody is asked for help, and then the usual ones must do."""
    steps = tuple((colour, -1, point) for colour, point in LEARNT_AT)
    yield from ask(table, "put right", phrase("begin.show_colours"), MIDDLE, corrections=steps)
    for attempt in range(LEARNING_ATTEMPTS + 1):
        is_last = attempt == LEARNING_ATTEMPTS  # somebody has helped before it
        try:
            yield from come_up(table, anew=attempt > 0)
            yield from table.actions.look(learn_colours=True, is_clear=is_last)
            break
        except TroubleError as trouble:
            yield from care(table)
            if is_last:
                table.say(phrase("begin.usual_colours", trouble=trouble.said), tone="trouble")
            elif attempt + 1 < LEARNING_ATTEMPTS:
                table.say(phrase("look.again", trouble=trouble.said), tone="trouble")
            else:
                text = phrase("begin.colours_unseen", trouble=trouble.said)
                yield from ask_for_help(table, text, corrections=steps)
                table.enter("init", phrase("begin.ordered"))
    steps = tuple((colour, point, -1) for colour, point in LEARNT_AT)
    yield from ask(table, "put right", phrase("begin.take_off_again"), MIDDLE, corrections=steps)


def _take_over(table: GameTable) -> Behaviour[None]:
    """Go on with what stands on the board; what cannot be seen there was said with the order."""
    while True:
        seen = yield from look(table)
        try:
            record = _game_from(seen, table.game.record)
            break
        except MorrisError as error:
            yield from ask_for_help(table, phrase("begin.cannot_stand", error=error))
    table.game, table.knows_start = replace(table.game, supervision=Supervision(record)), True
    counts = {"white": seen.board.white.bit_count(), "black": seen.board.black.bit_count()}
    table.say(phrase("begin.go_on_from_here", side=side(record.side_to_move), **counts))


def _game_from(seen: TableSeen, ordered: GameRecord) -> GameRecord:
    """The game that begins with the men that are seen, and otherwise as it was ordered."""
    told = ordered.start
    start = Position(
        seen.board.white, seen.board.black, told.white_in_hand, told.black_in_hand, told.side_to_move
    )
    return new_game(start=start, turns_without_mill=ordered.turns_without_mill)


def catch_up(table: GameTable) -> Behaviour[None]:
    """After a kept game was taken up: finish what the hands owe, or see what the person has done.

    A robot that broke off in the middle of a turn may still have a man in hand, and does not remember which.
    """
    table.say(phrase("begin.goes_on", count=len(table.game.record.turns)))
    yield from table.actions.pause(FEELS_S)
    gave_away = holds_something(table)
    for trouble in (yield from empty_hands(table)):
        table.say(trouble, tone="trouble")
    yield from insist_on_empty_hands(table)
    seen = yield from look(table)
    if seen.board.fits(table.game.position) and not seen.strays:
        return
    if _owes(table, seen):
        table.say(phrase("begin.not_finished", turn=turn_text(table.game.record.turns[-1])))
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
