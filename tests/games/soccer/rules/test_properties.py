"""What holds for every match, whatever a referee does in whatever order."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.drivers.league.control_data import decode_control, encode_control
from ludens.games.soccer.rules import events as e
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.match import SECOND_NS, Match, RuleError
from ludens.games.soccer.rules.transitions import advanced, after
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, SetPlay
from tests.games.soccer.rules.story import match_of

teams, numbers = st.integers(0, 1), st.integers(1, 6)
events = st.one_of(
    *(
        st.builds(kind)
        for kind in (e.Ready, e.Set, e.Whistle, e.Finish, e.SecondHalf, e.ShootOut, e.NextShot, e.BallPlayed)
    ),
    st.builds(e.Ready),  # more likely, so that matches get somewhere
    st.builds(e.Set),
    st.builds(e.Whistle),
    st.builds(e.Goal, teams),
    st.builds(e.TimeOut, teams),
    st.builds(e.GameStuck, teams),
    st.builds(e.FreeKick, st.sampled_from(SetPlay), teams),
    st.builds(e.Penalise, teams, numbers, st.sampled_from(PenaltyReason)),
    st.builds(e.Return, teams, numbers),
    st.builds(e.Substitute, teams, numbers, numbers),
)
waits_ns = st.one_of(st.just(0), st.integers(0, 60 * SECOND_NS), st.integers(0, 400 * SECOND_NS))
stories = st.lists(st.tuples(waits_ns, events), max_size=40)


def played(story: list[tuple[int, e.Event]], *, is_play_off: bool) -> list[Match]:
    """The matches after every event of a story that was allowed."""
    match, matches = match_of(is_play_off=is_play_off), []
    for wait_ns, event in story:
        try:
            match = after(match, event, match.now_ns + wait_ns)
        except RuleError:
            match = advanced(match, match.now_ns + wait_ns)
        matches.append(match)
    return matches


@settings(max_examples=30)
@given(stories, st.booleans())
def test_every_match_obeys_the_rules_and_fits_into_packets(story, is_play_off):
    before = match_of()
    for match in played(story, is_play_off=is_play_off):
        assert 0 <= match.played_ns <= match.period_ns
        if match.phase is not MatchPhase.SHOOT_OUT:
            assert abs(match.teams[0].score - match.teams[1].score) <= 10
        if match.set_play is not SetPlay.NONE:
            assert match.state is MatchState.PLAYING
        if match.state is MatchState.FINISHED:
            reasons = {player.penalty for team in match.teams for player in team.players}
            assert reasons <= {
                PenaltyReason.NONE,
                PenaltyReason.SUBSTITUTE,
                PenaltyReason.PICK_UP,
                PenaltyReason.MANUAL,
            }
        for team, earlier in zip(match.teams, before.teams, strict=True):
            assert team.score - earlier.score in (0, 1)
            assert sum(player.penalty is PenaltyReason.SUBSTITUTE for player in team.players) == 1
        for version in (12, 14, 18):
            packet = told(match, version=version)
            again = decode_control(encode_control(packet), time_s=packet.time_s)
            assert (again.state, again.phase, again.remaining_s) == (
                packet.state,
                packet.phase,
                packet.remaining_s,
            )
        before = match


@settings(max_examples=20)
@given(stories, st.booleans(), st.lists(st.integers(0, 200 * SECOND_NS), min_size=1, max_size=6))
def test_time_in_pieces_is_time_at_once(story, is_play_off, pieces_ns):
    match = (played(story, is_play_off=is_play_off) or [match_of()])[-1]
    at_once = advanced(match, match.now_ns + sum(pieces_ns))
    for piece_ns in pieces_ns:
        match = advanced(match, match.now_ns + piece_ns)
    assert match == at_once


@settings(max_examples=20)
@given(stories, st.integers(0, 1000 * SECOND_NS))
def test_time_never_goes_back(story, back_ns):
    for match in played(story, is_play_off=False):
        assert advanced(match, match.now_ns - back_ns) == match
