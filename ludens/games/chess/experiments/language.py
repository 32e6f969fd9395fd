"""The experiment `chess-language`: how much of what is said or written to the robot it understands.

By text: the sentences of `talk/sentences`, written before the parser. By voice: the commands of `spoken.toml`
in synthetic voices that were kept apart from those that anything was tuned on. Synthetic speech is easier
than people: it has no colds, no hesitation and always the same microphone.
"""

import tomllib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Annotated, Literal

import chess
import numpy as np
from msgspec import Meta

from ludens.core.errors import LudensError
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.experiments.answer_times import HeardInTime, Took, hear_in_time, timed, voice_ends_s
from ludens.games.chess.experiments.judging import Asked, judge
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import languages, load_language
from ludens.games.chess.talk.meaning import Conversation, Situation
from ludens.games.chess.talk.vocabulary import vocabulary
from ludens.messages.speech import Hypothesis
from ludens.speech.careful_recogniser import make_recogniser
from ludens.speech.disturbances import with_noise
from ludens.speech.hearing import Ear
from ludens.speech.models import voices_folder
from ludens.speech.voices import HOW_TO_INSTALL, is_installed, parse_voice, speak

CLEAN = "clean"
RATIOS_DB = {CLEAN: None, "20_db": 20.0, "10_db": 10.0}  # of speech to noise
CONDITIONS = {"off": (CLEAN,), "default": tuple(RATIOS_DB), "harsh": ("10_db",)}  # by the level of noise
TRIALS_OF_A_SEED = 1_000_000
RecogniserName = Literal["vosk", "pocketsphinx"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageOptions:
    """Conditions of the experiment."""

    medium: Annotated[Literal["text", "voice"], Meta(description="Written sentences, or spoken ones.")] = (
        "voice"
    )
    recogniser: Annotated[RecogniserName, Meta(description="Who listens.")] = "vosk"
    voices: Annotated[
        Literal["report", "tuning"], Meta(description="The voices kept apart, or those that we tuned on.")
    ] = "report"


def language_trial(request: TrialRequest[LanguageOptions]) -> Row:
    """One sentence: written, or said by one voice in every noise."""
    number = request.seed % TRIALS_OF_A_SEED
    if request.options.medium == "text":
        every = text_sentences()
        asked = every[number % len(every)]
        return _head(asked, "") | _verdict(asked, [Hypothesis(asked.sentence)], "text")
    voice, asked = _drawn(number, voices_for(request.options.voices))
    sound = speak(asked.sentence, parse_voice(voice), cache=voices_folder()).padded(0.5, 1.0)
    row = _head(asked, voice)
    for condition in CONDITIONS[request.noise]:
        ratio_db = RATIOS_DB[condition]
        random = np.random.default_rng([request.seed, zlib.crc32(f"{voice} {condition}".encode())])
        noisy = sound if ratio_db is None else with_noise(sound, ratio_db=ratio_db, random=random)
        heard = hear_in_time(_ear(request.options.recogniser), noisy, voice_ends_s=voice_ends_s(sound))
        words = () if heard is None else heard.heard
        verdict, understanding = timed(partial(_verdict, asked, words, condition))
        row |= verdict
        if heard is not None:  # else there is no answer that could have come soon or late
            row |= _answered(heard, understanding, condition)
    return row


def _answered(heard: HeardInTime, understanding: Took, condition: str) -> Row:
    return {
        f"pause_{condition}_ms": round(heard.pause_ms, 1),
        f"answer_{condition}_ms": round(heard.after.computing_ms + understanding.computing_ms, 1),
        f"answer_by_clock_{condition}_ms": round(heard.after.clock_ms + understanding.clock_ms, 1),
        f"waiting_{condition}_ratio": round(heard.waiting_ratio, 2),
    }


def _drawn(number: int, voices: tuple[str, ...]) -> tuple[str, Asked]:
    """Which voice says which sentence, in an order that mixes both: also few trials are fair ones."""
    order = np.random.default_rng(2).permutation(len(voices) * len(spoken_sentences()))
    drawn = int(order[number % len(order)])
    return voices[drawn % len(voices)], spoken_sentences()[drawn // len(voices)]


def _head(asked: Asked, voice: str) -> Row:
    illegal = asked.meaning == "refusal"
    return {"sentence": asked.sentence, "meaning": asked.meaning, "voice": voice, "illegal": illegal}


def _verdict(asked: Asked, heard: Sequence[Hypothesis], condition: str) -> Row:
    language = load_language(asked.language)
    situation = Situation(chess.Board(asked.fen))
    before = Conversation()
    for sentence in asked.after:
        before, _ = respond(before, [Hypothesis(sentence)], situation, language)
    after, turn = respond(before, heard, situation, language, spoken=condition != "text")
    verdict = judge(asked, before, after, turn)
    return {
        f"heard_{condition}": heard[0].text if heard else "",
        f"reply_{condition}": turn.said,
        **{f"{name}_{condition}": value for name, value in verdict.items()},
    }


@cache
def _ear(recogniser: RecogniserName) -> Ear:
    """One recogniser a process: it keeps nothing from one sentence to the next."""
    return Ear(make_recogniser(vocabulary(load_language("en")), choice=recogniser))


@cache
def text_sentences() -> tuple[Asked, ...]:
    """All written sentences of all languages."""
    folder = files("ludens.games.chess.talk") / "sentences"
    return tuple(
        asked for code in languages() for asked in _read((folder / f"{code}.toml").read_text("utf-8"), code)
    )


@cache
def spoken_sentences() -> tuple[Asked, ...]:
    """What the voices say."""
    return _read(_spoken(), "en")


@cache
def voices_for(purpose: str) -> tuple[str, ...]:
    """The synthetic voices for tuning, or for the report."""
    return tuple(tomllib.loads(_spoken())["voices"][purpose])


def _spoken() -> str:
    return (files("ludens.games.chess.experiments") / "spoken.toml").read_text("utf-8")


def _read(text: str, language: str) -> tuple[Asked, ...]:
    return tuple(
        Asked(language, group["fen"], tuple(group.get("after", ())), sentence, meaning)
        for group in tomllib.loads(text)["group"]
        for sentence, meaning in group["sentences"]
    )


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Rates over commands and, apart from them, over requests that are illegal, in every condition."""
    legal = [row for row in rows if row.get("illegal") is False]
    illegal = [row for row in rows if row.get("illegal") is True]
    broken = [row for row in rows if "error" in row]  # counts as both, and as failed in both
    figures: dict[str, Json] = {}
    for condition in ("text", *RATIOS_DB):
        if not any(f"right_{condition}" in row for row in rows):
            continue
        for name in ("right", "right_at_once"):
            figures |= rate([*legal, *broken], f"{name}_{condition}")
        figures |= rate([*legal, *broken], f"wrong_move_{condition}", wanted=False)
        if illegal:
            figures |= rate([*illegal, *broken], f"illegal_done_{condition}", wanted=False)
        figures |= _times(rows, condition)
    voices = {str(row.get("voice")) for row in rows if row.get("voice")}
    return figures | {"commands": len(legal), "illegal_requests": len(illegal), "voices": len(voices)}


def _times(rows: Sequence[Row], condition: str) -> dict[str, Json]:
    """Answers where a core is free; by the clock; and how loaded the machine was: 1 is a quiet one."""
    if not numbers(rows, f"answer_{condition}_ms"):
        return {}
    return {
        f"answer_{condition}_median_ms": quantile_of(rows, f"answer_{condition}_ms", 0.5),
        f"answer_{condition}_p95_ms": quantile_of(rows, f"answer_{condition}_ms", 0.95),
        f"answer_by_clock_{condition}_median_ms": quantile(
            numbers(rows, f"answer_by_clock_{condition}_ms"), 0.5
        ),
        f"waiting_{condition}_median_ratio": quantile(numbers(rows, f"waiting_{condition}_ratio"), 0.5),
    }


def goals(options: LanguageOptions) -> dict[str, Goal]:
    """All written sentences; of spoken ones what facts about recognisers allow."""
    if options.medium == "text":
        return {"right_text_rate": AtLeast(1.0), "wrong_move_text_rate": AtMost(0.0)}
    right = {CLEAN: 0.99, "20_db": 0.98, "10_db": 0.95}
    wrong = {CLEAN: 0.005, "20_db": 0.01, "10_db": 0.015}
    found: dict[str, Goal] = {}
    for condition in RATIOS_DB:
        found[f"right_{condition}_rate"] = AtLeast(right[condition])
        found[f"wrong_move_{condition}_rate"] = AtMost(wrong[condition])
        found[f"illegal_done_{condition}_rate"] = AtMost(0.005)
        found[f"answer_{condition}_median_ms"] = AtMost(700.0)
    return found


def check(options: LanguageOptions, noise: str) -> None:
    """Refuse what cannot be run here: noise of another kind, engines of voices that are missing."""
    if noise not in CONDITIONS:
        raise LudensError("Noise of speech is off, default (none, 20 and 10 dB under it) or harsh (10 dB).")
    if options.medium == "text":
        return
    voices = voices_for(options.voices)
    for engine in sorted({parse_voice(voice).engine for voice in voices}):
        if not is_installed(engine):
            raise LudensError(f"The voices need {engine}; {HOW_TO_INSTALL[engine]}.")
    _ear(options.recogniser)


LANGUAGE = Experiment(
    name="chess-language",
    summary="How much of what is said or written to the chess robot it understands, and what it does then.",
    trial="ludens.games.chess.experiments.language:language_trial",
    options=LanguageOptions,
    summarise=summarise,
    default_trials=200,
    # Words right of untrained people with a recogniser in the cloud (thesis, tables 4.10 to 4.12).
    paper={"right_clean_rate": 0.65},
    goal=goals,
    check=check,
)
