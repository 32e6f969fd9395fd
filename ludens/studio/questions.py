"""What a person is asked before a game, in plain words. Needs no web library.

Every option of a game's world can be asked for; a game's page says which come first and how they read.
The rest is asked in the words of its declaration.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from ludens.core.configuration import Configuration, FieldDescription
from ludens.core.contract.setup import Section
from ludens.core.errors import LudensError

SECTION = "world"


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """How one option is asked for."""

    option: str  # a field of the game's options
    label: str
    answers: Mapping[Any, str] = field(default_factory=dict)  # what can be chosen, in words; {}: as declared
    help: str = ""
    when: tuple[str, tuple[Any, ...]] | None = (
        None  # asked only where another option has one of these answers
    )
    is_rare: bool = False  # folded away, with what nobody has put into words


@dataclass(frozen=True, slots=True)
class UnaskedOption:
    """An option that is left to the command line: it means nothing to somebody at a page."""

    option: str
    is_forgotten: bool = False  # what is begun from a page has it as usual, whatever was played before


Question = OptionQuestion | UnaskedOption

NOISE = OptionQuestion(
    "noise",
    "Sensors and motors",
    {"default": "as in a normal room", "harsh": "worn, in a bad room", "off": "perfect"},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOption:
    """One option as a form shows it."""

    name: str
    label: str
    help: str
    kind: str  # as in FieldDescription
    unit: str
    minimum: float | None
    maximum: float | None
    answers: Mapping[Any, str]  # {} where anything may be written
    is_usual: bool  # asked at once; the others are folded away


class Questionnaire:
    """The options of one game while a person fills them in; what is wrong is told."""

    def __init__(self, options: Any, questions: Sequence[Question] = ()) -> None:
        self._draft = Configuration([Section("", SECTION, type(options), asdict(options))])
        self._questions = {
            question.option: question for question in questions if isinstance(question, OptionQuestion)
        }
        left = [question for question in questions if isinstance(question, UnaskedOption)]
        unasked = {question.option for question in left}
        forgotten = [question.option for question in left if question.is_forgotten]
        self._forgotten = {field.name: field.default for field in fields(options) if field.name in forgotten}
        self._wrong: dict[str, str] = {}
        described = {field.key: field for field in self._draft.fields()}
        self._usual = {name: field.default for name, field in described.items()}
        unknown = sorted((unasked | set(self._questions)) - set(described))
        if unknown:
            raise ValueError(f"The page speaks of options that the game does not have: {', '.join(unknown)}.")
        usual = [name for name in self._questions if name in described]
        names = [*usual, *(name for name in described if name not in self._questions and name not in unasked)]
        self.asked = tuple(self._as_asked(described[name]) for name in names)

    def _as_asked(self, described: FieldDescription) -> AskedOption:
        question = self._questions.get(described.key)
        answers = dict(question.answers) if question is not None else {}
        if not answers and described.kind == "choice":
            answers = {choice: str(choice) for choice in described.choices}
        if answers and described.default is None and None not in answers:
            answers = {None: "as usual", **answers}
        if answers and described.value not in answers:  # a file that the command line named
            answers[described.value] = str(described.value)
        return AskedOption(
            name=described.key,
            label=question.label if question is not None else in_plain_words(described.key, described.unit),
            help=question.help if question is not None else without_default(described.description),
            kind=described.kind,
            unit=described.unit,
            minimum=described.minimum,
            maximum=described.maximum,
            answers=answers,
            is_usual=question is not None and not question.is_rare,
        )

    def is_asked(self, name: str) -> bool:
        """Whether an option means something, as others are answered now."""
        question = self._questions.get(name)
        if question is None or question.when is None:
            return True
        option, answers = question.when
        return self.value(option) in answers

    def value(self, name: str) -> Any:
        """What is answered now."""
        return getattr(self._draft.parameters(SECTION), name)

    def answer(self, name: str, value: Any) -> str:
        """Take an answer; "" or what is wrong with it. A wrong one leaves the last right one in place."""
        try:
            if value is None or (value == "" and self.value(name) is None):
                self._draft.reset_live(f"{SECTION}.{name}")
            else:
                self._draft.edit(f"{SECTION}.{name}", value)
        except LudensError as error:
            self._wrong[name] = str(error).partition(", but ")[2] or str(error)
        else:
            self._wrong.pop(name, None)
        return self._wrong.get(name, "")

    def trouble(self, check: Callable[[Any], object] | None = None) -> str:
        """Why the game cannot begin so, or ""; `check` raises a sentence if answers do not go together."""
        if any(map(self.is_asked, self._wrong)):
            return "Something is not right yet: see the line in red."
        try:
            if check is not None:
                check(self.options())
        except LudensError as error:
            return str(error)
        return ""

    def options(self) -> Any:
        """The game's options as answered; what is not asked is as usual, whatever was answered before."""
        unasked = {name: usual for name, usual in self._usual.items() if not self.is_asked(name)}
        return replace(self._draft.parameters(SECTION), **(unasked | self._forgotten))


def in_plain_words(name: str, unit: str) -> str:
    """A field's name as people write it: `ball_ahead_m` is `Ball ahead`."""
    words = name.rpartition("_")[0] if unit else name
    return words.replace("_", " ").capitalize()


def without_default(description: str) -> str:
    """A description without the remark about the default: a form shows that itself."""
    return re.sub(r"\s*\[default:.*\]$", "", description)
