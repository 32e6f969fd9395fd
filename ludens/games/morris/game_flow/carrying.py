"""One man from here to there: the step lists of placing, moving and taking."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from ludens.core.behaviour import Behaviour
from ludens.core.errors import LudensError
from ludens.games.morris.game_flow.arm_study import study
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.jobs import Job
from ludens.games.morris.game_flow.robot_actions import TroubleError
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.talk.words import Phrase, hand_values, man_values, phrase
from ludens.geometry import Pose2
from ludens.manipulation.postures import other
from ludens.messages.manipulation import Hand
from ludens.messages.morris_table import SeenMan

HANDED_TIMES = 4
"""How often a man is asked for before somebody must help."""

BACK_M = 0.02
"""How much farther back a robot stands that did not reach from the usual place."""

Place = tuple[float, float]


def carry(table: GameTable, job: Job, seen: TableSeen, *, failures: int = 0) -> Behaviour[None]:
    """Do a job; whatever happens, arms are tucked away and nothing is asked for afterwards.

    What has failed is tried in another way: first from the best place, then with the other hand.
    """
    try:
        if job.origin is None:
            yield from _place(table, job, seen, failures)
        elif job.target is None:
            yield from _take(table, job, job.origin, seen, failures)
        else:
            yield from _move(table, job, job.origin, seen, failures)
    finally:
        table.ask_nothing()
    yield from table.actions.do("tuck", table.hand)


def let_go(table: GameTable, hand: Hand, text: Phrase) -> Behaviour[None]:
    """Give what a hand holds to the person."""
    table.ask_person("take", text, hand=hand)
    yield from table.actions.do("offer", hand)
    table.ask_nothing()


def _place(table: GameTable, job: Job, seen: TableSeen, failures: int) -> Behaviour[None]:
    target_m = _point_m(table, job)
    (station,) = yield from _choose(table, [target_m], failures)
    _enter(table, "go_to_target")
    yield from table.actions.go(station)
    yield from _accept(table, job.colour)
    yield from _set_down(table, target_m, seen, without=())


def _move(table: GameTable, job: Job, origin: SeenMan, seen: TableSeen, failures: int) -> Behaviour[None]:
    origin_m, target_m = (origin.x_m, origin.y_m), _point_m(table, job)
    first, second = yield from _choose(table, [origin_m, target_m], failures)
    yield from _fetch(table, origin, first, seen)
    _enter(table, "carry")
    if first != second:
        yield from table.actions.do("tuck", table.hand)
        yield from table.actions.go(second)
    yield from _set_down(table, target_m, seen, without=(origin_m,))


def _take(table: GameTable, job: Job, origin: SeenMan, seen: TableSeen, failures: int) -> Behaviour[None]:
    (station,) = yield from _choose(table, [(origin.x_m, origin.y_m)], failures)
    yield from _fetch(table, origin, station, seen)
    _enter(table, "wait_for_taker")
    text = phrase("hand_over.take", **man_values(job.colour), **hand_values(table.hand))
    yield from let_go(table, table.hand, text)


def _choose(table: GameTable, places_m: Sequence[Place], failures: int) -> Behaviour[tuple[Pose2, ...]]:
    """Choose the hand that works from now on, and where to stand for each place in turn.

    What has failed is tried once more from farther back, and then with the other hand likewise. Legs that sag
    bring the torso nearer to the table: its arms are then folded too far to come down from above.
    """
    while table.actions.here is None:
        yield
    here, stays, back_m = table.actions.here, failures == 0, BACK_M if failures % 2 else 0.0
    choose = partial(table.stations.choose, here, places_m, stays=stays, back_m=back_m)
    try:
        if failures > 1:
            with suppress(LudensError):
                table.hand, stations = choose(hand=other(table.hand) if failures == 2 else table.hand)
                return stations
        table.hand, stations = choose()
    except LudensError as error:
        raise TroubleError(phrase("trouble.no_stand")) from error
    return stations


def _fetch(table: GameTable, man: SeenMan, station: Pose2, seen: TableSeen) -> Behaviour[None]:
    _enter(table, "go_to_man")
    yield from table.actions.go(station)
    _enter(table, "grasp")
    place_m = (man.x_m, man.y_m)
    yield from table.actions.do(
        "grasp",
        table.hand,
        place_m=place_m,
        yaw_rad=man.yaw_rad,
        neighbours_m=seen.others_m(place_m, measures=table.measures),
    )
    since_s = table.actions.time_s
    colour = yield from table.actions.show(table.hand, expected=man.colour)
    if colour == man.colour:
        yield from study(table, table.hand, since_s=since_s)
        return
    values = {**man_values(man.colour), **hand_values(table.hand)}
    if colour < 0:
        raise TroubleError(phrase("trouble.empty_hand", **values))
    raise TroubleError(phrase("trouble.wrong_man", other_man=man_values(colour)["a_man"], **values))


def _accept(table: GameTable, colour: int) -> Behaviour[None]:
    """Ask for a man until the right one is in the hand."""
    hand, wanted = table.hand, man_values(colour)
    for attempt in range(HANDED_TIMES):
        _enter(table, "wait_for_man")
        text = phrase("hand_over.give", **wanted, **hand_values(hand))
        table.ask_person("hand over", text, hand=hand, colour=colour)
        yield from table.actions.do("accept", hand)
        table.ask_nothing()
        since_s = table.actions.time_s
        given = yield from table.actions.show(hand, expected=colour)
        if given == colour:
            is_last = attempt + 1 == HANDED_TIMES
            sits_well = yield from study(table, hand, since_s=since_s)
            is_held = table.actions.feels(hand)  # it may have slipped out all the same
            if is_held and (is_last or sits_well):
                return
            if is_held:
                yield from let_go(table, hand, phrase("hand_over.badly", **hand_values(hand)))
            continue
        if given >= 0:
            given_man = man_values(given)["some_man"]
            yield from let_go(table, hand, phrase("hand_over.wrong", other_man=given_man, **wanted))
    raise TroubleError(phrase("trouble.not_given", **wanted))


def _set_down(
    table: GameTable, target_m: Place, seen: TableSeen, *, without: tuple[Place, ...]
) -> Behaviour[None]:
    _enter(table, "place")
    yield from table.actions.do(
        "place",
        table.hand,
        place_m=target_m,
        neighbours_m=seen.others_m(target_m, *without, measures=table.measures),
    )


def _enter(table: GameTable, doing: str) -> None:
    table.enter("moving", phrase(f"doing.{doing}"))


def _point_m(table: GameTable, job: Job) -> Place:
    assert job.target is not None
    x_m, y_m = table.measures.points_m()[job.target].tolist()
    return x_m, y_m
