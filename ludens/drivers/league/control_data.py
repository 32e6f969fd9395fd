"""Control data, GameController → robots, in the three layouts that are in use: 2019, 2022 and 2024.

    head      <4s10B2h   "RGme", version, packet number, players per team, competition phase and type, game
                         phase, state, set play, first half, kicking team, seconds left, secondary seconds
    team v12  <4BH       number, colour, score, shots taken, single shots
    team v14  <4B2H      the same, message budget
    team v18  <6B2H      number, colour, keeper's colour, keeper, score, shots taken, single shots, budget
    player    <2B        penalty, seconds left; 6, 7 or 20 of them after each team

All little-endian and packed: 54, 62 and 118 bytes. Monitors get the same with the header "RGTD" and the true
state, without the delay after a whistle; they ask for it with "RGTr" and a zero.
"""

from dataclasses import dataclass
from struct import Struct
from typing import TypeVar

from ludens.drivers.league.packet import (
    PacketError,
    WrongVersionError,
    check_header,
    check_length,
    checked,
    meaning,
)
from ludens.messages.league import (
    GameControl,
    MatchPhase,
    MatchState,
    PenaltyReason,
    PlayerControl,
    SetPlay,
    TeamControl,
)

T = TypeVar("T")

HEADER = b"RGme"
MONITOR_HEADER = b"RGTD"
MONITOR_REQUEST = b"RGTr\0"
MOST_PENALTY_S = 255

HEAD = Struct("<4s10B2h")

PHASES = dict(enumerate(MatchPhase))
STATES = dict(enumerate(MatchState))
SET_PLAYS = dict(enumerate(SetPlay))

R = PenaltyReason
REASONS_2019 = {
    0: R.NONE,
    1: R.ILLEGAL_BALL_CONTACT,
    2: R.PUSHING,
    3: R.MOTION_IN_SET,
    4: R.INACTIVE,
    5: R.ILLEGAL_DEFENDER,
    6: R.LEAVING_THE_FIELD,
    7: R.KICK_OFF_GOAL,
    8: R.PICK_UP,
    9: R.LOCAL_GAME_STUCK,
    10: R.ILLEGAL_POSITIONING,
    14: R.SUBSTITUTE,
    15: R.MANUAL,
}
REASONS_2022 = {
    **{number: REASONS_2019[number] for number in (0, 1, 2, 3, 4, 6, 14, 15)},
    5: R.ILLEGAL_POSITION,
    7: R.PICK_UP,
    8: R.LOCAL_GAME_STUCK,
    9: R.ILLEGAL_POSITIONING,
}
REASONS_2024 = {**REASONS_2022, 10: R.STANCE, 11: R.MOTION_IN_STANDBY}
NEAREST = {
    R.ILLEGAL_DEFENDER: R.ILLEGAL_POSITION,
    R.ILLEGAL_POSITION: R.ILLEGAL_DEFENDER,
    R.MOTION_IN_STANDBY: R.MOTION_IN_SET,
}
"""What a reason is called in versions that do not know it; the rest becomes a manual penalty."""


@dataclass(frozen=True)
class ControlLayout:
    """How one version lays out its packet."""

    version: int
    players: int
    team: Struct
    reasons: dict[int, PenaltyReason]
    states: dict[int, MatchState]
    set_plays: dict[int, SetPlay]

    @property
    def length(self) -> int:
        """Bytes of a packet."""
        return HEAD.size + 2 * (self.team.size + 2 * self.players)

    def number_of(self, reason: PenaltyReason) -> int:
        """The number of a reason, or of the nearest one that this version knows."""
        numbers = {known: number for number, known in self.reasons.items()}
        return numbers.get(reason, numbers.get(NEAREST.get(reason, R.MANUAL), 15))


OLD_STATES = dict(enumerate(tuple(MatchState)[:5]))  # without standby
OLD_SET_PLAYS = dict(enumerate(tuple(SetPlay)[:5]))  # without the penalty kick
LAYOUTS = {
    layout.version: layout
    for layout in (
        ControlLayout(12, 6, Struct("<4BH"), REASONS_2019, OLD_STATES, OLD_SET_PLAYS),
        ControlLayout(14, 7, Struct("<4B2H"), REASONS_2022, OLD_STATES, SET_PLAYS),
        ControlLayout(18, 20, Struct("<6B2H"), REASONS_2024, STATES, SET_PLAYS),
    )
}
VERSIONS = tuple(LAYOUTS)


def layout_of(version: int) -> ControlLayout:
    """The layout of a version, or the sentence that nobody must overlook."""
    if version not in LAYOUTS:
        known = ", ".join(map(str, VERSIONS))
        raise WrongVersionError(
            f"The GameController speaks version {version} of the league's control data, but the versions "
            f"understood here are {known}. Nothing that it says will be obeyed; start a GameController of "
            "one of these versions.",
            version,
        )
    return LAYOUTS[version]


def decode_control(data: bytes, *, time_s: float, header: bytes = HEADER) -> GameControl:
    """Read a packet; raises `PacketError`."""
    check_header(data, header, "Control data")
    if len(data) < HEAD.size:
        raise PacketError(f"Control data ends after {len(data)} bytes, within its head.")
    layout = layout_of(data[4])
    check_length(data, layout.length, f"Control data of version {layout.version}")
    head = HEAD.unpack_from(data)
    _, _, packet, players, competition, kind, phase, state, play, half, kicking, left_s, second_s = head
    return GameControl(
        time_s=time_s,
        version=layout.version,
        packet_number=packet,
        players_per_team=checked(players, 1, layout.players, "The number of players"),
        is_play_off=bool(checked(competition, 0, 1, "The competition phase")),
        competition_type=kind,
        phase=meaning(PHASES, phase, "The game phase"),
        state=meaning(layout.states, state, "The state"),
        set_play=meaning(layout.set_plays, play, "The set play"),
        is_first_half=bool(checked(half, 0, 1, "The first half")),
        kicking_team=kicking,
        remaining_s=left_s,
        secondary_s=second_s,
        teams=(_decode_team(data, layout, 0), _decode_team(data, layout, 1)),
    )


def _decode_team(data: bytes, layout: ControlLayout, place: int) -> TeamControl:
    start = HEAD.size + place * (layout.team.size + 2 * layout.players)
    fields = layout.team.unpack_from(data, start)
    start += layout.team.size
    players = tuple(
        PlayerControl(meaning(layout.reasons, data[at], "A penalty"), data[at + 1])
        for at in range(start, start + 2 * layout.players, 2)
    )
    keeper, keeper_colour, budget = 1, None, None
    if layout.version == 12:
        number, colour, score, shots, single = fields
    elif layout.version == 14:
        number, colour, score, shots, single, budget = fields
    else:
        number, colour, keeper_colour, keeper, score, shots, single, budget = fields
    return TeamControl(
        number=number,
        colour=colour,
        score=score,
        shots_taken=shots,
        single_shots=single,
        players=players,
        message_budget=budget,
        keeper=keeper,
        keeper_colour=keeper_colour,
    )


def encode_control(control: GameControl, *, header: bytes = HEADER) -> bytes:
    """Write a packet of the version that the value names."""
    layout = layout_of(control.version)
    head = HEAD.pack(
        header,
        control.version,
        control.packet_number % 256,
        control.players_per_team,
        control.is_play_off,
        control.competition_type,
        _number(PHASES, control.phase),
        _number(layout.states, control.state),
        _number(layout.set_plays, control.set_play),
        control.is_first_half,
        control.kicking_team,
        _short(control.remaining_s),
        _short(control.secondary_s),
    )
    return head + b"".join(_encode_team(team, layout) for team in control.teams)


def _encode_team(team: TeamControl, layout: ControlLayout) -> bytes:
    score, budget = min(team.score, 255), team.message_budget or 0
    shots = (min(team.shots_taken, 255), team.single_shots & 0xFFFF)
    if layout.version == 12:
        fields = layout.team.pack(team.number, team.colour, score, *shots)
    elif layout.version == 14:
        fields = layout.team.pack(team.number, team.colour, score, *shots, budget)
    else:
        keeper_colour = team.colour if team.keeper_colour is None else team.keeper_colour
        fields = layout.team.pack(team.number, team.colour, keeper_colour, team.keeper, score, *shots, budget)
    absent = (PlayerControl(PenaltyReason.SUBSTITUTE),) * (layout.players - len(team.players))
    players = bytes(
        byte
        for player in (*team.players[: layout.players], *absent)
        for byte in (layout.number_of(player.penalty), min(player.penalty_left_s, MOST_PENALTY_S))
    )
    return fields + players


def _short(seconds: int) -> int:
    return min(max(seconds, -(1 << 15)), (1 << 15) - 1)


def _number(table: dict[int, T], value: T) -> int:
    """The number of a value; 0, which means the plain case everywhere, where the version knows none."""
    return next((number for number, known in table.items() if known == value), 0)
