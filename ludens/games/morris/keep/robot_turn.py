"""The robot's turn: decide, then do and look until the board shows what the game says."""

from ludens.games.morris.keep.desk import Story, TroubleError
from ludens.games.morris.keep.efforts import Efforts
from ludens.games.morris.keep.game_table import GameTable
from ludens.games.morris.keep.jobs import Job, jobs_for
from ludens.games.morris.keep.mending import mended
from ludens.games.morris.keep.sight import TableSeen
from ludens.games.morris.rules import turn_from_text, turn_text
from ludens.messages.morris_table import Hand

HANDS: tuple[Hand, Hand] = ("left", "right")


def decide(table: GameTable) -> Story[None]:
    """Have the mind choose a turn, and make it part of the game before a hand moves."""
    table.enter("decide", "It is my turn.")
    table.outbox.ask_mind(table.game.record, table.game.level, table.desk.time_s)
    while (thought := table.desk.reports.thought) is None or thought.number != table.outbox.question_number:
        yield
    turn = turn_from_text(thought.turn)
    table.game = table.game.played(turn)
    table.say(f"I play {turn_text(turn)}.")


def bring_about(table: GameTable, seen: TableSeen | None = None) -> Story[None]:
    """Do one job after another and look after each; what fails too often somebody is asked to do."""
    efforts = Efforts()
    while True:
        if seen is None:
            seen = yield from table.look()
        jobs = jobs_for(seen, table.game.position, measures=table.measures)
        if efforts.doubts(jobs, table.game.turn_owed):
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


def _do(table: GameTable, job: Job, seen: TableSeen, efforts: Efforts) -> Story[None]:
    """Do a job, and say so where it is a repair; what is in vain too often somebody is asked to do."""
    if efforts.is_repair(job, table.game.turn_owed):
        table.say(mended(job, gave_away=efforts.gave_away, measures=table.measures), "trouble")
    table.enter("execute", f"To be done: {job}.")
    trouble, gave_away = yield from _try(table, job, seen, failures=efforts.failures[job.key])
    if trouble:
        table.say(trouble, "trouble")
    if efforts.tried(job, in_vain=bool(trouble), gave_away=gave_away) >= table.attempts:
        yield from table.help(f"I cannot {job} by myself.")
        efforts.failures.clear()


def _try(table: GameTable, job: Job, seen: TableSeen, *, failures: int) -> Story[tuple[str, bool]]:
    """Do a job; return what went wrong, if anything did, and whether a man was given away for that.

    Nothing is left in a hand.
    """
    try:
        yield from table.carrier.carry(job, seen, failures=failures)
        return "", False
    except TroubleError as trouble:
        reasons = [str(trouble)]
    yield from table.care()
    held = any(table.desk.feels(hand) for hand in HANDS)
    reasons += yield from empty_hands(table)
    try:
        yield from table.desk.do("tuck", "left")
    except TroubleError as trouble:
        reasons.append(str(trouble))
    table.outbox.ask_nothing(table.desk.time_s)
    return " ".join(reasons), held


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
