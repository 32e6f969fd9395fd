"""What a sentence means in a game: a legal turn, something else a player wants, or why it cannot be."""

from dataclasses import dataclass

from ludens.games.morris.rules import (
    GamePhase,
    GameRecord,
    NotationError,
    Turn,
    TurnFault,
    awaits_capture,
    turn_text,
    why_illegal,
)
from ludens.games.morris.talk.reading import command_phrases, read_turn, words_of
from ludens.games.morris.talk.words import Listed, Phrase, outcome_phrase, phrase
from ludens.table.sentences import HeardWords

MOST_NAMED = 6  # turns in one sentence


@dataclass(frozen=True, slots=True)
class RefusedTurn:
    """Why something that was said cannot be done."""

    why: Phrase


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something else than a turn, by the name of its command."""

    command: str


Meaning = Turn | Wanted | RefusedTurn | None
"""None: nothing of it concerns the game."""


def understand(text: str, record: GameRecord, heard: HeardWords) -> Meaning:
    """What a sentence means in a game."""
    words = words_of(text)
    command = command_phrases(heard).find(words)
    if command is not None:
        return Wanted(command.name)
    try:
        said = read_turn(words, heard, placing=record.position.phase is GamePhase.PLACING)
    except NotationError:
        return RefusedTurn(phrase("refusals.off_board"))
    return None if said is None else meant_turn(record, said)


def meant_turn(record: GameRecord, said: Turn) -> Turn | RefusedTurn:
    """The legal turn that was said, or the only one that fits what was left out; else why there is none."""
    if record.outcome is not None:
        return RefusedTurn(phrase("refusals.game_over", outcome=outcome_phrase(record.outcome)))
    legal = record.legal_turns()
    if said in legal:
        return said
    fitting = [
        turn
        for turn in legal
        if turn.target == said.target
        and said.origin in (None, turn.origin)
        and said.captured in (None, turn.captured)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        takes = said.origin == fitting[0].origin and awaits_capture(record.position, said, record.variant)
        named: list[object] = [turn_text(turn) for turn in fitting[:MOST_NAMED]]
        named += ["…"] if len(fitting) > MOST_NAMED else []
        key = "dialogue.which_taken" if takes else "dialogue.several"
        return RefusedTurn(phrase(key, turn=turn_text(said), turns=Listed(named)))
    return RefusedTurn(_why(record, said))


def _why(record: GameRecord, said: Turn) -> Phrase:
    wrong = why_illegal(record.position, said, record.variant)
    assert wrong is not None
    assert wrong.fault is not TurnFault.GAME_OVER
    sides = {name: phrase(f"sides.{wrong.values[name]}") for name in ("side", "opponent") if wrong.values}
    return phrase(f"refusals.{wrong.fault.name.lower()}", **{**wrong.values, **sides})
