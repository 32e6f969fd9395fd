"""Which plan of roles a robot follows, of all that reach it, late, lossy and passed on by others.

The lowest number that may play leads: it tells a plan with every message. Everybody passes on the newest plan
of the leader that it knows, so that a plan gets lost only where all robots fall silent. A plan counts a
moment after it was told, so that all change roles together, though they hear of it one after the other.
"""

from dataclasses import dataclass

from msgspec import structs

from ludens.messages.team import Role, RolePlan

NUMBERS = 256
"""Of plans, after which they begin again."""
LEAD_S = 1.1
"""From making a plan until it counts: meanwhile it is told, and passed on by whoever heard it."""
USUALLY_HEARD, LATER_S = 0.75, 4.4
"""Where less than this share of messages is heard, plans count later: by so much for all that is missing."""
STALE_S = 5.0
"""Who has told no newer plan for so long leads no more."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """The newest plan of a leader, and when that was first heard."""

    plan: RolePlan
    since_s: float


class HeardPlans:
    """The newest plan of every player that leads, or believes to."""

    def __init__(self) -> None:
        self._newest: dict[int, _Heard] = {}

    def hear(self, plan: RolePlan, time_s: float) -> None:
        """Take in a plan, from its leader or passed on by a mate, unless a newer one is known."""
        known = self._newest.get(plan.leader)
        if (
            known is None
            or is_newer(plan.number, known.plan.number)
            or not 0.0 <= time_s - known.since_s < STALE_S
        ):
            self._newest[plan.leader] = _Heard(plan, time_s)

    def leading(self, time_s: float, absent: frozenset[int]) -> RolePlan | None:
        """Return the newest plan of the lowest number that leads now."""
        lowest = min(
            (
                leader
                for leader, known in self._newest.items()
                if leader not in absent and 0.0 <= time_s - known.since_s < STALE_S
            ),
            default=None,
        )
        return None if lowest is None else self._newest[lowest].plan


def is_newer(number: int, than: int) -> bool:
    """Whether a number that begins again after the last one comes after another."""
    return 0 < (number - than) % NUMBERS < NUMBERS // 2


def lead_s(heard_share: float) -> float:
    """Return how long before it counts a plan is told, by the share of mates' messages that are heard."""
    return LEAD_S + LATER_S * max(USUALLY_HEARD - heard_share, 0.0)


def next_plan(
    plan: RolePlan | None,
    wanted: tuple[Role, ...],
    time_s: float,
    *,
    leader: int,
    number: int,
    after_s: float,
) -> RolePlan:
    """Return what a leader tells next: the roles that it wants, to count `after_s` from now.

    Roles change no sooner than the last change has been made. Without a plan the wanted roles count at once;
    one of another leader is taken over as it is.
    """
    if plan is None:
        plan = RolePlan(leader=leader, number=number, starts_s=time_s, roles=wanted, before=wanted)
    elif time_s >= plan.starts_s and wanted != plan.roles:
        return RolePlan(
            leader=leader, number=number, starts_s=time_s + after_s, roles=wanted, before=plan.roles
        )
    return structs.replace(plan, leader=leader, number=number)
