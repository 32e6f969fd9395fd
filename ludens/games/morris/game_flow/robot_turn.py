"""The robot's turn: decide, then do and look until the board shows what the game says."""

import math

from ludens.games.morris.decide.directed import DIRECTED
from ludens.games.morris.game_flow.desk import Story, TroubleError
from ludens.games.morris.game_flow.early import has_moved_early
from ludens.games.morris.game_flow.efforts import Efforts
from ludens.games.morris.game_flow.game_table import MIDDLE, GameTable
from ludens.games.morris.game_flow.jobs import Job, jobs_for
from ludens.games.morris.game_flow.mending import belongs_to, mended, put_right_text
from ludens.games.morris.game_flow.sight import TableSeen
from ludens.games.morris.rules import turn_from_text, turn_text
from ludens.messages.manipulation import Hand

HANDS: tuple[Hand, Hand] = ("left", "right")
MOST_REPAIRS = 3
"""Where more men stand wrong somebody has upset the board, or never cleared it: people mend that sooner."""
INSISTS = 2
"""How often somebody is called to take what a hand holds; fingers may also feel what is not there."""


def decide(table: GameTable) -> Story[None]:
    """Have the engine choose a turn, and make it part of the game before a hand moves."""
    table.enter("decide", "It is my turn.")
    table.outbox.ask_engine(table.game.record, table.game.level, table.desk.time_s)
    asked_s = -math.inf
    while (reply := table.desk.reports.engine_reply) is None or reply.number != table.outbox.question_number:
        if table.game.level == DIRECTED and table.desk.time_s - asked_s > table.patience_s:
            asked_s = table.desk.time_s
            table.say(f"Which turn shall I play for {table.game.record.side_to_move.value}?", "plea")
        yield
        yield from table.care()  # people think for longer than legs stay cool
    turn = turn_from_text(reply.move)
    table.game = table.game.played(turn)
    table.say(f"I play {turn_text(turn)}.")


def bring_about(table: GameTable, seen: TableSeen | None = None, *, gave_away: bool = False) -> Story[None]:
    """Do one job after another and look after each; what fails too often somebody is asked to do.

    `gave_away` says whether a hand has just given a man to somebody, who has it now.
    """
    efforts = Efforts(gave_away=gave_away)
    while True:
        if table.needs_care:
            yield from table.care()
            seen = None
        if seen is None:
            seen = yield from table.look()
        owed = table.game.turn_owed
        jobs = jobs_for(seen, table.game.position, measures=table.measures)
        for_people = _for_people(table, seen)
        if efforts.doubts(jobs, owed, anew=bool(for_people)):
            seen = None
            continue
        if has_moved_early(table.game, seen, jobs):
            jobs = tuple(job for job in jobs if belongs_to(job, owed))
            if not jobs:
                table.say(f"It seems that {table.game.record.side_to_move.value} has moved already.")
                return
        elif for_people:
            yield from _have_put_right(table, for_people)
            seen = None
            continue
        if not jobs and not seen.board.unknown:
            again = table.off_centre.worst(seen, efforts.own_points)
            if again is None or again.key in efforts.finished:  # it may well be as good as it gets
                if badly := table.off_centre.look(seen):
                    table.say(badly, "plea")
                return
            jobs = (again,)
        if jobs:
            yield from _do(table, jobs[0], seen, efforts)
        seen = None


def _for_people(table: GameTable, seen: TableSeen) -> tuple[Job, ...]:
    """Return what people shall put right; nothing where the robot does so. Its own turn is left to it."""
    boards = table.game.amid_turn()
    wrong = min((jobs_for(seen, board, measures=table.measures) for board in boards), key=len)
    return wrong if len(wrong) > MOST_REPAIRS or not table.game.robot else ()


def _have_put_right(table: GameTable, jobs: tuple[Job, ...]) -> Story[None]:
    text = put_right_text(jobs, is_new=len(table.game.record.turns) <= 1, measures=table.measures)
    table.enter("put right", text)
    steps = tuple(job.step for job in jobs if job.step[1:] != (-1, -1))
    yield from table.ask("put right", f"{text} Then press my middle button.", MIDDLE, corrections=steps)


def _do(table: GameTable, job: Job, seen: TableSeen, efforts: Efforts) -> Story[None]:
    """Do a job, and say so where it is a repair; what is in vain too often somebody is asked to do."""
    if efforts.is_repair(job, table.game.turn_owed):
        table.say(mended(job, gave_away=efforts.gave_away, measures=table.measures), "trouble")
    table.enter("execute", f"To be done: {job}.")
    trouble, gave_away = yield from _try(table, job, seen, failures=efforts.failures[job.key])
    if trouble:
        table.say(trouble, "trouble")
        yield from insist_on_empty_hands(table)
    if efforts.tried(job, in_vain=bool(trouble), gave_away=gave_away) >= table.attempts:
        yield from table.help(f"I cannot {job} by myself.")
        efforts.failures.clear()


def _try(table: GameTable, job: Job, seen: TableSeen, *, failures: int) -> Story[tuple[str, bool]]:
    """Do a job; return what went wrong, if anything did, and whether a man was given away for that."""
    try:
        yield from table.carrier.carry(job, seen, failures=failures)
        return "", False
    except TroubleError as trouble:
        reasons = [str(trouble)]
    yield from table.care()
    held = holds_something(table)
    reasons += yield from put_hands_away(table)
    return " ".join(reasons), held


def holds_something(table: GameTable) -> bool:
    """Whether fingers of either hand feel something."""
    return any(table.desk.feels(hand) for hand in HANDS)


def put_hands_away(table: GameTable) -> Story[list[str]]:
    """Give to the person what fingers hold, and tuck the arms; return what went wrong, if anything did."""
    reasons = yield from empty_hands(table)
    try:
        yield from table.desk.do("tuck", "left")
    except TroubleError as trouble:
        reasons.append(str(trouble))
    table.outbox.ask_nothing(table.desk.time_s)
    return reasons


def empty_hands(table: GameTable) -> Story[list[str]]:
    """Give to the person what fingers hold; return what went wrong, if anything did."""
    reasons = []
    for hand in HANDS:
        if table.desk.feels(hand):
            try:
                yield from table.carrier.let_go(hand, f"Please take what is in my {hand} hand.")
            except TroubleError as trouble:
                reasons.append(str(trouble))
    return reasons


def insist_on_empty_hands(table: GameTable) -> Story[None]:
    """Call somebody where nobody has taken what a hand holds: nothing else can be done with it."""
    for _ in range(INSISTS):
        full = [hand for hand in HANDS if table.desk.feels(hand)]
        if not full:
            return
        yield from table.help(f"Nobody has taken what is in my {full[0]} hand.")
        for trouble in (yield from put_hands_away(table)):
            table.say(trouble, "trouble")
