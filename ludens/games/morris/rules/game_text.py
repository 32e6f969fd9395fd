"""A game as text to keep and to read: headers in brackets, numbered turns, the result.

    [Game "Nine Men's Morris"]
    [Result "1-0"]

    1. d6 f4 2. d5 b4 3. d7xf4 … 1-0

A start other than the empty board is a header `FEN`; rules other than the standard ones are headers too.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields

from ludens.games.morris.rules.errors import MorrisError, NotationError
from ludens.games.morris.rules.fen import Fen, format_fen, parse_fen
from ludens.games.morris.rules.notation import turn_from_text, turn_text, turns_from_tokens
from ludens.games.morris.rules.outcome import Outcome, Reason
from ludens.games.morris.rules.position import Side, start_position
from ludens.games.morris.rules.record import GameRecord, new_game
from ludens.games.morris.rules.variant import STANDARD, Variant

GAME = "Nine Men's Morris"
LINE_LENGTH = 100
RESULTS = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
HEADER = re.compile(r'\[(?P<name>\w+)\s+"(?P<value>[^"\n]*)"\]')
COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*")
NUMBER = re.compile(r"\d+\.+")
VARIANT_HEADERS = {field.name.title().replace("_", ""): field.name for field in fields(Variant)}
YES, NO, NEVER = "yes", "no", "never"
AGREED, RESIGNS = "draw agreed", "resigns"


def game_text(record: GameRecord, *, headers: Mapping[str, str] | None = None) -> str:
    """The game as text. `headers` are more lines to put at its top, such as names of players."""
    result = _result(record.outcome)
    shown = {"Game": GAME, **(headers or {}), "Result": result, **_variant_headers(record.variant)}
    if record.start != start_position(record.variant) or record.quiet_turns[0]:
        shown["FEN"] = format_fen(Fen(record.start, record.quiet_turns[0]))
    for name, value in shown.items():
        if not re.fullmatch(r"\w+", name) or '"' in value or "\n" in value:
            raise NotationError(
                f"A header is a word and a line without quotation marks, not {name}: {value!r}."
            )
    lines = [f'[{name} "{value}"]' for name, value in shown.items()]
    return "\n".join([*lines, "", *_wrapped(_words(record, result)), ""])


def record_from_texts(start: str, turns: Sequence[str], closed: str = "") -> GameRecord:
    """The record of a game as messages carry it: its start as FEN, its turns, and how it was closed."""
    fen = parse_fen(start)
    record = new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)
    for text in turns:
        record = record.play(turn_from_text(text))
    return record.close(_closed_from(closed)) if closed else record


def closed_text(record: GameRecord) -> str:
    """How the players have ended a game: `white resigns`, `draw agreed`, or "" where they have not."""
    end = record.closed
    if end is None:
        return ""
    return AGREED if end.winner is None else f"{end.winner.other.value} {RESIGNS}"


def _closed_from(text: str) -> Outcome:
    if text == AGREED:
        return Outcome(None, Reason.AGREEMENT)
    loser = next((side for side in Side if text == f"{side.value} {RESIGNS}"), None)
    if loser is None:
        raise NotationError(f"'{text}' is no end that players make; '{AGREED}' and 'white {RESIGNS}' are.")
    return Outcome(loser.other, Reason.RESIGNATION)


def record_texts(record: GameRecord) -> tuple[str, tuple[str, ...]]:
    """The start of a game as FEN, and its turns."""
    start = format_fen(Fen(record.start, record.quiet_turns[0]))
    return start, tuple(map(turn_text, record.turns))


def game_from_text(text: str) -> GameRecord:
    """Read a game and play it through; every turn is checked."""
    headers = {match["name"]: match["value"] for match in HEADER.finditer(text)}
    variant = _variant(headers)
    fen = parse_fen(headers["FEN"]) if "FEN" in headers else Fen(start_position(variant))
    if fen.removal_pending:
        raise NotationError("A game begins between two turns, not where a man must still be removed.")
    record = new_game(variant, start=fen.position, turns_without_mill=fen.turns_without_mill)
    body = NUMBER.sub(" ", COMMENT.sub(" ", HEADER.sub(" ", text)))
    words = [word for word in body.split() if word not in {*RESULTS.values(), UNFINISHED}]
    for number, turn in enumerate(turns_from_tokens(words), start=1):
        try:
            record = record.play(turn)
        except MorrisError as error:
            raise NotationError(f"Turn {number}, {turn_text(turn)}: {error}") from error
    return record


def headers_of(text: str) -> dict[str, str]:
    """The headers of a game, those that say nothing about the rules included."""
    return {match["name"]: match["value"] for match in HEADER.finditer(text)}


def _result(end: Outcome | None) -> str:
    return UNFINISHED if end is None else RESULTS[end.winner]


def _words(record: GameRecord, result: str) -> list[str]:
    words = []
    black_first = record.start.side_to_move is Side.BLACK
    for index, turn in enumerate(record.turns, start=int(black_first)):
        if index % 2 == 0:
            words.append(f"{index // 2 + 1}.")
        elif index == 1 and black_first:
            words.append("1...")
        words.append(turn_text(turn))
    return [*words, result]


def _wrapped(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _variant_headers(variant: Variant) -> dict[str, str]:
    """Only what differs from the standard rules."""
    headers = {}
    for header, name in VARIANT_HEADERS.items():
        value = getattr(variant, name)
        if value != getattr(STANDARD, name):
            headers[header] = NEVER if value is None else _yes_or_number(value)
    return headers


def _yes_or_number(value: bool | int) -> str:
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def _variant(headers: Mapping[str, str]) -> Variant:
    values: dict[str, bool | int | None] = {}
    for header, name in VARIANT_HEADERS.items():
        if header in headers:
            values[name] = _header_value(header, headers[header], isinstance(getattr(STANDARD, name), bool))
    try:
        return Variant(**values)  # type: ignore[arg-type]  # each value was read by the type of its field
    except MorrisError as error:
        raise NotationError(f"The headers describe no variant: {error}") from error


def _header_value(header: str, text: str, is_switch: bool) -> bool | int | None:
    if is_switch and text in (YES, NO):
        return text == YES
    if not is_switch and text == NEVER and header in ("Repetitions", "TurnsWithoutMill"):
        return None
    if not is_switch and text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    raise NotationError(f"The header {header} is {'yes or no' if is_switch else 'a number'}, not '{text}'.")
