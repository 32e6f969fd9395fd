"""Orders, scripts, routine and attendance of the headless GameController, without sockets."""

from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.games.soccer.referee.controller import GameController
from ludens.games.soccer.referee.orders import ORDERS, read_script
from ludens.games.soccer.referee.report import attendance, clocks, headline
from ludens.games.soccer.referee.routine import RefereeRoutine
from ludens.games.soccer.rules.match import SECOND_NS, MatchTimes, new_match
from ludens.messages.league import MatchPhase, MatchState, PenaltyReason, RobotReport, SetPlay, TeamMessage


def controller(**options) -> GameController:
    return GameController(new_match(24, 5), **options)


def ordered(*lines: str) -> GameController:
    """A controller that was given orders, one a second, each as soon as it was."""
    it = controller()
    for second, line in enumerate(lines):
        it.advance(second * SECOND_NS)
        it.order(line, second * SECOND_NS)
    return it


def test_a_match_is_led_by_lines():
    it = ordered("ready", "set", "play", "goal 24", "", "S", "p", "kick-in 5", "penalise 24 3 Pushing")
    assert [team.score for team in it.match.teams] == [1, 0]
    assert it.match.set_play is SetPlay.KICK_IN
    assert it.match.player(0, 3).penalty is PenaltyReason.PUSHING
    assert headline(it) == ("24 1 : 0 5, first half, playing (robots are told set), kick-in for 5")


def test_undo_makes_the_last_event_not_have_been():
    it = ordered("ready", "set", "play", "goal 24", "u")
    assert [team.score for team in it.match.teams] == [0, 0]
    assert (it.match.state, it.match.played_ns) == (MatchState.PLAYING, 2 * SECOND_NS)
    for _ in range(3):
        it.order("undo", 5 * SECOND_NS)
    with pytest.raises(LudensError, match="nothing to undo"):
        it.order("undo", 5 * SECOND_NS)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("raedy", "did you mean 'ready'"),
        ("goal", "goal TEAM"),
        ("goal 7", "24 and 5 do"),
        ("goal ²", "24 and 5 do"),
        ("penalise 24 3 pushng", "did you mean 'pushing'"),
        ("penalise 24 9 manual", "no robot 9"),
        ("goal 24", "playing"),
    ],
)
def test_an_order_that_cannot_be_is_told_in_a_sentence_and_changes_nothing(line, words):
    it = controller()
    with pytest.raises(LudensError, match=words):
        it.order(line, 0)
    assert it.match == controller().match


def test_every_order_is_understood_or_refused_by_the_rules_in_a_sentence():
    values = {"TEAM": "24", "PLAYER": "2", "REASON": "manual"}
    for word, order in ORDERS.items():
        line = " ".join((word, *(values[kind] for kind in order.words.split())))
        try:
            controller().order(line, 0)
        except LudensError as refused:
            sentence = str(refused)
            assert sentence.endswith("."), sentence


def test_a_script_has_times_from_the_start_and_from_the_line_before(tmp_path: Path):
    script = tmp_path / "game.txt"
    script.write_text("# a game\n0 ready\n+50 play  # whistle\n\n90.5 goal 24\n60 kick-in 5\n")
    orders = read_script(script)
    assert [(order.time_ns / SECOND_NS, order.line) for order in orders] == [
        (0.0, "ready"),
        (50.0, "play"),
        (60.0, "kick-in 5"),
        (90.5, "goal 24"),
    ]


@pytest.mark.parametrize("text", ["ready", "1.2.3 ready", "12", "x ready", "-5 ready", "inf ready"])
def test_a_line_without_its_second_is_told(tmp_path: Path, text: str):
    script = tmp_path / "game.txt"
    script.write_text(f"0 ready\n{text}\n")
    with pytest.raises(LudensError, match=r"game\.txt, line 2"):
        read_script(script)


def test_a_script_that_is_no_text_is_told(tmp_path: Path):
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe")
    for name in ("game.txt", "nowhere.txt"):
        with pytest.raises(LudensError, match=name):
            read_script(tmp_path / name)


def test_by_routine_a_whole_play_off_is_led_to_its_shoot_out():
    times = MatchTimes(half_s=60, break_s=60, ready_s=10)
    it = GameController(new_match(24, 5, is_play_off=True, times=times), routine=RefereeRoutine())
    seen = []
    for second in range(600):
        it.advance(second * SECOND_NS)
        if second == 100:  # after 10 s of initial, 10 of ready and 5 of set, 15 before the end
            break
        seen.append((it.match.state, it.match.is_first_half))
    assert list(dict.fromkeys(state for state, _ in seen)) == [
        MatchState.INITIAL,
        MatchState.READY,
        MatchState.SET,
        MatchState.PLAYING,
        MatchState.FINISHED,
    ]
    for second in range(100, 600):
        it.advance(second * SECOND_NS)
    assert it.match.phase is MatchPhase.SHOOT_OUT
    assert it.match.teams[0].shots_taken >= 3


def test_by_routine_a_penalised_robot_returns_when_its_time_is_over():
    it = GameController(new_match(24, 5), routine=RefereeRoutine())
    for second in range(81):
        it.advance(second * SECOND_NS)
    it.order("penalise 24 3 pushing", 80 * SECOND_NS)
    it.advance(124 * SECOND_NS)
    assert it.match.player(0, 3).penalty is PenaltyReason.PUSHING
    it.advance(125 * SECOND_NS)
    assert it.match.player(0, 3).penalty is PenaltyReason.NONE


def test_a_robot_is_late_after_two_seconds_and_offline_after_four():
    it = controller()
    it.heard(RobotReport(time_s=0.0, player=2, team=5), 10 * SECOND_NS)
    at_s = [11.9, 12.0, 13.9, 14.0]
    assert [it.attendance.of(5, 2, round(s * SECOND_NS)) for s in at_s] == [
        "alive",
        "late",
        "late",
        "offline",
    ]
    assert it.attendance.of(5, 3, 10 * SECOND_NS) == "offline"
    it.heard(RobotReport(time_s=0.0, player=2, team=77), 10 * SECOND_NS)
    assert it.attendance.strangers == {(77, 2)}
    assert "2 alive" in attendance(it, 10 * SECOND_NS)


def test_team_messages_are_counted_and_packets_numbered():
    it = controller(version=14)
    it.heard(TeamMessage(time_s=0.0, player=2, team=5), 0)
    it.heard(TeamMessage(time_s=0.0, player=2, team=77), 0)
    packets = [it.packet() for _ in range(257)]
    assert [team.message_budget for team in packets[0].teams] == [1200, 1199]
    assert [packets[i].packet_number for i in (0, 1, 255, 256)] == [0, 1, 255, 0]
    assert it.true_packet().packet_number == 0


def test_clocks_are_told_in_minutes():
    assert clocks(controller()) == "10:00"
    assert clocks(ordered("ready")) == "10:00, 45 s"
