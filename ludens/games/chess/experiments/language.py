"""The experiment `chess-language`: how much of what is said or written to the robot it understands.

By text: the sentences of `talk/sentences`, written before the parser. By voice: the commands of `spoken.toml`
in synthetic voices that were kept apart from those that anything was tuned on, though they come from the same
engines. Which voice says which sentence, and the noise, are drawn by seed. What the robot asks back is
answered in the same voice, through the same noise and the same recogniser. Synthetic speech is easier than
people: it has no colds, no hesitation and always the same microphone.
"""

import tomllib
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.errors import LudensError
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.experiments.answer_times import HeardInTime, Took, hear_in_time, timed, voice_ends_s
from ludens.games.chess.experiments.judging import Asked, JudgedSentence, after_answering, ask_back
from ludens.games.chess.talk.language import languages, load_language
from ludens.games.chess.talk.vocabulary import vocabulary
from ludens.messages.speech import Hypothesis
from ludens.speech.careful_recogniser import make_recogniser
from ludens.speech.disturbances import in_room, with_babble, with_noise
from ludens.speech.hearing import Ear
from ludens.speech.models import voices_folder
from ludens.speech.sound import Sound
from ludens.speech.voices import HOW_TO_INSTALL, is_installed, parse_voice, speak

CLEAN = "clean"
ROOMS = (CLEAN, "20_db", "10_db", "babble", "room")
"""Steady noise 20 and 10 dB under the speech; four others who talk, 10 dB under it; a room that echoes."""
CONDITIONS = {"off": (CLEAN,), "default": ROOMS, "harsh": ("10_db", "babble", "room")}
TRIALS_OF_A_SEED = 1_000_000
BABBLE_DB, TALKING = 10.0, 4
REVERBERATION_S = 0.5  # RT60 of a furnished living room
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
    """One sentence: written, or said by one voice in every noise, with the answer to what is then asked."""
    if request.options.medium == "text":
        every = text_sentences()
        asked = every[request.seed % TRIALS_OF_A_SEED % len(every)]
        return _head(asked, "") | _verdict(asked, [Hypothesis(asked.sentence)], "text")
    voices = voices_for(request.options.voices)
    voice, asked = _drawn(request.seed, voices)
    row = _head(asked, voice)
    for condition in CONDITIONS[request.noise]:
        random = np.random.default_rng([request.seed, zlib.crc32(f"{voice} {condition}".encode())])
        hear = partial(_hear, request.options, voice=voice, condition=condition, random=random)
        row |= _spoken_verdict(asked, hear, condition)
    return row


def _hear(
    options: LanguageOptions, text: str, *, voice: str, condition: str, random: np.random.Generator
) -> HeardInTime | None:
    """What the robot hears of a text in a voice and a room."""
    sound = speak(text, parse_voice(voice), cache=voices_folder()).padded(0.5, 1.0)
    noisy = _disturbed(
        sound, condition, [name for name in voices_for(options.voices) if name != voice], random
    )
    return hear_in_time(_ear(options.recogniser), noisy, voice_ends_s=voice_ends_s(sound))


def _disturbed(sound: Sound, condition: str, others: Sequence[str], random: np.random.Generator) -> Sound:
    match condition:
        case "20_db" | "10_db":
            return with_noise(sound, ratio_db=20.0 if condition == "20_db" else 10.0, random=random)
        case "babble":
            talking = random.choice(len(others), size=min(TALKING, len(others)), replace=False)
            said = random.permutation(small_talk())
            talk = [
                speak(str(text), parse_voice(others[number]), cache=voices_folder())
                for number, text in zip(talking, said, strict=False)
            ]
            return with_babble(sound, talk, ratio_db=BABBLE_DB, random=random)
        case "room":
            return in_room(sound, reverberation_s=REVERBERATION_S, random=random)
        case _:
            return sound


def _spoken_verdict(asked: Asked, hear: Callable[[str], HeardInTime | None], condition: str) -> Row:
    """The verdict on a sentence, and on the answer to the question that it may lead to."""
    heard = hear(asked.sentence)
    words = () if heard is None else heard.heard
    talk, understanding = timed(partial(ask_back, asked, words, spoken=True))
    verdict = _told(talk, words, condition)
    verdict[f"offered_{condition}"] = verdict.pop(f"right_{condition}")
    after_answer = talk.verdict["right_at_once"]
    if talk.answer is not None:
        answered = hear(talk.answer)
        final = after_answering(asked, talk, () if answered is None else answered.heard)
        after_answer = final["right_at_once"]
        for mishap in ("wrong_move", "illegal_done"):
            verdict[f"{mishap}_{condition}"] = bool(talk.verdict[mishap] or final[mishap])
        verdict |= {
            f"answer_{condition}": talk.answer,
            f"answer_heard_{condition}": answered.heard[0].text if answered and answered.heard else "",
        }
    verdict[f"right_after_answer_{condition}"] = after_answer
    # Where nobody was heard there is no answer that could have come soon or late.
    return verdict if heard is None else verdict | _answered(heard, understanding, condition)


def _answered(heard: HeardInTime, understanding: Took, condition: str) -> Row:
    return {
        f"pause_{condition}_ms": round(heard.pause_ms, 1),
        f"answer_{condition}_ms": round(heard.after.computing_ms + understanding.computing_ms, 1),
        f"answer_by_clock_{condition}_ms": round(heard.after.clock_ms + understanding.clock_ms, 1),
        f"waiting_{condition}_ratio": round(heard.waiting_ratio, 2),
    }


def _drawn(seed: int, voices: tuple[str, ...]) -> tuple[str, Asked]:
    """Which voice says which sentence, in an order that mixes both and that each seed has of its own."""
    drawn_by, number = divmod(seed, TRIALS_OF_A_SEED)
    order = np.random.default_rng([2, drawn_by]).permutation(len(voices) * len(spoken_sentences()))
    drawn = int(order[number % len(order)])
    return voices[drawn % len(voices)], spoken_sentences()[drawn // len(voices)]


def _head(asked: Asked, voice: str) -> Row:
    illegal = asked.meaning == "refusal"
    return {"sentence": asked.sentence, "meaning": asked.meaning, "voice": voice, "illegal": illegal}


def _verdict(asked: Asked, heard: Sequence[Hypothesis], condition: str) -> Row:
    return _told(ask_back(asked, heard, spoken=False), heard, condition)


def _told(talk: JudgedSentence, heard: Sequence[Hypothesis], condition: str) -> Row:
    return {
        f"heard_{condition}": heard[0].text if heard else "",
        f"reply_{condition}": talk.said,
        **{f"{name}_{condition}": value for name, value in talk.verdict.items()},
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


@cache
def small_talk() -> tuple[str, ...]:
    """What others in the room say."""
    return tuple(tomllib.loads(_spoken())["small_talk"])


def _spoken() -> str:
    return (files("ludens.games.chess.experiments") / "spoken.toml").read_text("utf-8")


def _read(text: str, language: str) -> tuple[Asked, ...]:
    return tuple(
        Asked(language, group["fen"], tuple(group.get("after", ())), sentence, meaning)
        for group in tomllib.loads(text)["group"]
        for sentence, meaning in group["sentences"]
    )


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Rates over commands and, apart from them, over requests that are illegal, in every condition.

    `right_at_once`: done without a question. `right_after_answer`: at once, or after one question that was
    answered by voice. `offered`: at once, or the right move stood in that question. A wrong or illegal move
    counts whether it was done at once or after the answer.
    """
    legal = [row for row in rows if row.get("illegal") is False]
    illegal = [row for row in rows if row.get("illegal") is True]
    broken = [row for row in rows if "error" in row]  # counts as both, and as failed in both
    figures: dict[str, Json] = {}
    for condition in ("text", *ROOMS):
        if not any(f"right_at_once_{condition}" in row for row in rows):
            continue
        further = ("right",) if condition == "text" else ("right_after_answer", "offered")
        for name in ("right_at_once", *further):
            figures |= rate([*legal, *broken], f"{name}_{condition}")
        figures |= rate([*legal, *broken], f"wrong_move_{condition}", wanted=False)
        if illegal:
            figures |= rate([*illegal, *broken], f"illegal_done_{condition}", wanted=False)
        figures |= _times(rows, condition)
    figures |= {"commands": len(legal), "illegal_requests": len(illegal)}
    voices = {str(row.get("voice")) for row in rows if row.get("voice")}
    return figures | _origin(voices)


def _origin(voices: set[str]) -> dict[str, Json]:
    """How many voices there were, and how many of them come from an engine that was tuned on, too."""
    tuned_on = {parse_voice(voice).engine for voice in voices_for("tuning")}
    return {
        "synthetic_voices": len(voices),
        "human_voices": 0,
        "voices_of_engines_tuned_on": sum(parse_voice(voice).engine in tuned_on for voice in voices),
    }


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
    right = {CLEAN: 0.99, "20_db": 0.98, "10_db": 0.95, "babble": 0.95, "room": 0.95}
    wrong = {CLEAN: 0.005, "20_db": 0.01, "10_db": 0.015, "babble": 0.015, "room": 0.015}
    found: dict[str, Goal] = {}
    for condition in ROOMS:
        found[f"right_after_answer_{condition}_rate"] = AtLeast(right[condition])
        found[f"wrong_move_{condition}_rate"] = AtMost(wrong[condition])
        found[f"illegal_done_{condition}_rate"] = AtMost(0.005)
        found[f"answer_{condition}_median_ms"] = AtMost(700.0)
    return found


def check(options: LanguageOptions, noise: str) -> None:
    """Refuse what cannot be run here: noise of another kind, engines of voices that are missing."""
    if noise not in CONDITIONS:
        raise LudensError(
            "Noise of speech is off, default (none, 20 and 10 dB, babble, a room) or harsh (the last three)."
        )
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
    paper={"right_at_once_clean_rate": 0.65},
    goal=goals,
    check=check,
)
