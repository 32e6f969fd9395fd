"""The robot's turn: decide, then do and look until the board shows what the game says."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludens.core.behaviour import Behaviour
from ludens.games.morris.decide.directed import DIRECTED
from ludens.games.morris.game_flow.care import MIDDLE, ask, ask_for_help, care, needs_care
from ludens.games.morris.game_flow.carrying import carry, let_go
from ludens.games.morris.game_flow.game_table import GameTable
from ludens.games.morris.game_flow.jobs import Job, JobKey, belongs_to, jobs_for
from ludens.games.morris.game_flow.looking import look
from ludens.games.morris.game_flow.recovery import put_right_phrase, recovery_phrases
from ludens.games.morris.game_flow.robot_actions import TroubleError
from ludens.games.morris.game_flow.table_game import TableGame
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.judge import FaultKind, SeenBoard, judge
from ludens.games.morris.rules import Turn, turn_from_text, turn_text
from ludens.games.morris.talk.words import Phrase, hand_values, phrase, side
from ludens.messages.manipulation import Hand

HANDS: tuple[Hand, Hand] = ("left", "right")
MOST_REPAIRS = 3
"""Where more men stand wrong somebody has upset the board, or never cleared it: people are asked."""
INSISTS = 2
"""How often somebody is called to take what a hand holds; fingers may also feel what is not there."""
SPREAD = 2
"""So many more failures are borne where each is of another job."""
MID_TURN = frozenset({FaultKind.MILL_WITHOUT_CAPTURE})
"""Faults of a board on which a mill was closed and a man has yet to be taken."""


def decide(table: GameTable) -> Behaviour[None]:
    """Have the engine choose a turn, and make it part of the game before a hand moves."""
    table.enter("thinking", phrase("turn.mine"))
    table.ask_engine()
    actions, asked_s = table.actions, -math.inf
    while (reply := actions.reports.engine_reply) is None or reply.number != table.query_number:
        if table.game.level == DIRECTED and actions.time_s - asked_s > table.patience_s:
            asked_s = actions.time_s
            which = phrase("turn.which", side=side(table.game.record.side_to_move))
            table.say(which, tone="plea", audience="player")
        yield
        yield from care(table)  # people think for longer than legs stay cool
    turn = turn_from_text(reply.move)
    table.game = table.game.played(turn)
    table.say(phrase("turn.i_play", turn=turn_text(turn)))


def bring_about(
    table: GameTable, seen: TableSeen | None = None, *, gave_away: bool = False
) -> Behaviour[None]:
    """Do one job after another and look after each; what fails too often somebody is asked to do.

    `gave_away` says whether a hand has just given a man to somebody, who has it now.
    """
    attempts = JobAttempts(gave_away=gave_away)
    while True:
        if needs_care(table):
            yield from care(table)
            seen = None
        if seen is None:
            seen = yield from look(table)
        owed = table.game.turn_owed
        jobs = jobs_for(seen, table.game.position, measures=table.measures)
        for_people = _for_people(table, seen)
        if attempts.doubts(jobs, owed, anew=bool(for_people)):
            seen = None
            continue
        if is_premature_move(table.game, seen, jobs):
            jobs = tuple(job for job in jobs if belongs_to(job, owed))
            if not jobs:
                table.say(phrase("turn.moved_already", side=side(table.game.record.side_to_move)))
                return
        elif for_people:
            yield from _have_put_right(table, for_people)
            seen = None
            continue
        if not jobs and not seen.board.unknown:
            again = table.off_centre.worst(seen, attempts.own_points)
            if again is None or again.key in attempts.finished:  # it may well be as good as it gets
                if badly := table.off_centre.look(seen):
                    table.say(*badly, tone="plea")
                return
            jobs = (again,)
        if jobs:
            yield from _do(table, jobs[0], seen, attempts)
        seen = None


@dataclass(slots=True)
class JobAttempts:
    """Attempts to bring about a position: jobs that should be done by now, and how often jobs failed.

    `gave_away` says whether the last try ended with a man in somebody else's hand.
    """

    failures: Counter[JobKey] = field(default_factory=Counter)
    finished: set[JobKey] = field(default_factory=set)
    gave_away: bool = False
    _has_doubted: bool = False

    @property
    def own_points(self) -> set[int]:
        """Where the robot has put men."""
        return {target for _, _, target in self.finished if target is not None}

    def is_repair(self, job: Job, turn: Turn | None) -> bool:
        """Whether a job is more than what a turn asks of the hands."""
        return job.key in self.finished or not belongs_to(job, turn)

    def doubts(self, jobs: Sequence[Job], turn: Turn | None, *, anew: bool = False) -> bool:
        """Whether to look again first, once: eyes err more often than men vanish, or (`anew`) many stray."""
        if self._has_doubted or self.gave_away:
            return False
        is_missing = any(job.origin is None and self.is_repair(job, turn) for job in jobs)
        self._has_doubted = anew or is_missing
        return self._has_doubted

    def tried(self, job: Job, *, in_vain: bool, gave_away: bool) -> int:
        """Note how a job went; return how often it was in vain: it failed, or had to be done once more.

        Where ever other jobs fail, one after the other, that counts too: nobody shall watch that for hours.
        """
        self.gave_away = gave_away
        if (in_vain or job.key in self.finished) and not job.is_once:
            self.failures[job.key] += 1
        if not in_vain or job.is_once:
            self.finished.add(job.key)
            self._has_doubted = False
        return max(self.failures[job.key], self.failures.total() - SPREAD)


def is_premature_move(game: TableGame, seen: TableSeen, jobs: Sequence[Job]) -> bool:
    """Whether all that is left to do beside the robot's own turn is what the person's next turn explains.

    People do not wait: as soon as the robot's man stands, they make their turn. That is no damage to be put
    right; it is left on the board, to be judged when they say so.
    """
    if game.is_robots_turn or game.turn_owed is None or game.record.outcome is not None or seen.strays:
        return False
    own = [job for job in jobs if belongs_to(job, game.turn_owed)]
    if len(own) == len(jobs):
        return False
    verdict = judge(game.record, _after(seen.board, own))
    return verdict.turn is not None or verdict.kinds == MID_TURN


def _after(board: SeenBoard, jobs: Sequence[Job]) -> SeenBoard:
    """Return what the board will be when these jobs are done."""
    men = [board.white, board.black]
    for job in jobs:
        men[job.colour] &= ~(0 if job.origin_point is None else 1 << job.origin_point)
        men[job.colour] |= 0 if job.target is None else 1 << job.target
    white, black = men
    return SeenBoard(white & ~black, black, board.unknown & ~(white | black))


def _for_people(table: GameTable, seen: TableSeen) -> tuple[Job, ...]:
    """Return what people shall put right; nothing where the robot does so. Its own turn is left to it."""
    boards = table.game.amid_turn()
    wrong = min((jobs_for(seen, board, measures=table.measures) for board in boards), key=len)
    return wrong if len(wrong) > MOST_REPAIRS or not table.game.robot else ()


def _have_put_right(table: GameTable, jobs: tuple[Job, ...]) -> Behaviour[None]:
    text = put_right_phrase(jobs, is_new=len(table.game.record.turns) <= 1, measures=table.measures)
    table.enter("put right", text)
    steps = tuple(job.step for job in jobs)
    yield from ask(table, "put right", phrase("recovery.then_press", text=text), MIDDLE, corrections=steps)


def _do(table: GameTable, job: Job, seen: TableSeen, attempts: JobAttempts) -> Behaviour[None]:
    """Do a job, and say so where it is a repair; what is in vain too often somebody is asked to do."""
    if attempts.is_repair(job, table.game.turn_owed):
        repair = recovery_phrases(job, gave_away=attempts.gave_away, measures=table.measures)
        table.say(*repair, tone="trouble")
    table.enter("moving", phrase("doing.to_be_done", job=job.said))
    troubles, gave_away = yield from _try(table, job, seen, failures=attempts.failures[job.key])
    if troubles:
        table.say(*troubles, tone="trouble")
        yield from insist_on_empty_hands(table)
    if attempts.tried(job, in_vain=bool(troubles), gave_away=gave_away) >= table.attempts:
        yield from ask_for_help(table, phrase("help.cannot_do", job=job.said), corrections=(job.step,))
        attempts.failures.clear()


def _try(
    table: GameTable, job: Job, seen: TableSeen, *, failures: int
) -> Behaviour[tuple[list[Phrase], bool]]:
    """Do a job; return what went wrong, if anything did, and whether a man was given away for that."""
    try:
        yield from carry(table, job, seen, failures=failures)
        return [], False
    except TroubleError as trouble:
        troubles = [trouble.said]
    yield from care(table)
    held = holds_something(table)
    troubles += yield from put_hands_away(table)
    return troubles, held


def holds_something(table: GameTable) -> bool:
    """Whether fingers of either hand feel something."""
    return any(table.actions.feels(hand) for hand in HANDS)


def put_hands_away(table: GameTable) -> Behaviour[list[Phrase]]:
    """Give to the person what fingers hold, and tuck the arms; return what went wrong, if anything did."""
    troubles = yield from empty_hands(table)
    try:
        yield from table.actions.do("tuck", "left")
    except TroubleError as trouble:
        troubles.append(trouble.said)
    table.ask_nothing()
    return troubles


def empty_hands(table: GameTable) -> Behaviour[list[Phrase]]:
    """Give to the person what fingers hold; return what went wrong, if anything did."""
    troubles = []
    for hand in HANDS:
        if table.actions.feels(hand):
            try:
                yield from let_go(table, hand, phrase("hand_over.take_what", **hand_values(hand)))
            except TroubleError as trouble:
                troubles.append(trouble.said)
    return troubles


def insist_on_empty_hands(table: GameTable) -> Behaviour[None]:
    """Call somebody where nobody has taken what a hand holds: nothing else can be done with it."""
    for _ in range(INSISTS):
        full = [hand for hand in HANDS if table.actions.feels(hand)]
        if not full:
            return
        yield from ask_for_help(table, phrase("help.nobody_took", **hand_values(full[0])))
        for trouble in (yield from put_hands_away(table)):
            table.say(trouble, tone="trouble")
