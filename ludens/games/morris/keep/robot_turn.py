"""The robot's turn: decide, then do and look until the board shows what the game says."""

from ludens.games.morris.keep.desk import Story, TroubleError
from ludens.games.morris.keep.game_table import GameTable
from ludens.games.morris.keep.jobs import Job, JobKey, jobs_for
from ludens.games.morris.keep.mending import belongs_to, mended
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
    failures: dict[JobKey, int] = {}
    finished: set[JobKey] = set()  # what should be done, as far as the hands know
    while True:
        if seen is None:
            seen = yield from table.look()
        jobs = jobs_for(seen, table.game.position, measures=table.measures)
        if not jobs and not seen.board.unknown:
            own = {target for _, _, target in finished if target is not None}
            again = table.off_centre.worst(seen, own)
            if again is None or again.key in finished:  # once is enough: it may well be as good as it gets
                table.off_centre.know(seen)
                return
            finished.add(again.key)
            jobs = (again,)
        if jobs:
            job = jobs[0]
            if job.key in finished or not belongs_to(job, table.game.turn_owed):
                table.say(mended(job, measures=table.measures), "trouble")
            table.enter("execute", f"To be done: {job}.")
            trouble = yield from _try(table, job, seen)
            if trouble:
                failures[job.key] = failures.get(job.key, 0) + 1
                table.say(trouble, "trouble")
                if failures[job.key] >= table.attempts:
                    yield from table.help(f"I cannot {job} by myself.")
                    failures.clear()
            else:
                finished.add(job.key)
        seen = None


def _try(table: GameTable, job: Job, seen: TableSeen) -> Story[str]:
    """Do a job; return what went wrong, if anything did. Nothing is left in a hand."""
    try:
        yield from table.carrier.carry(job, seen)
        return ""
    except TroubleError as trouble:
        reasons = [str(trouble)]
    yield from table.care()
    reasons += yield from empty_hands(table)
    try:
        yield from table.desk.do("tuck", "left")
    except TroubleError as trouble:
        reasons.append(str(trouble))
    table.outbox.ask_nothing(table.desk.time_s)
    return " ".join(reasons)


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
