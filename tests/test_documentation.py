"""What README and docs say is true: code runs, commands parse, links lead somewhere, facts are the code's."""

import importlib
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import click
import pytest

from ludens.cli.games import GAMES, load_game
from ludens.cli.launching import load_configuration
from ludens.cli.main import command as ludens_command
from ludens.core.behaviour import transitions_of
from ludens.core.configuration import Configuration
from ludens.core.runtime.game import find_setup
from ludens.experiments.runner import ExperimentOutcome, ExperimentPlan
from ludens.experiments.tables import result_object
from ludens.games.chess.game_flow.flow import GameFlow
from ludens.games.morris.game_flow.game_table import TRANSITIONS as MORRIS_TRANSITIONS
from ludens.games.passing.decide import TRANSITIONS
from ludens.games.passing.experiments import PASSING as PASSING_EXPERIMENT
from ludens.games.passing.play import GAME, PASSING
from ludens.motion.files.reading import parse_motion
from ludens.robots.pioneer import load_noise

ROOT = Path(__file__).parents[1]
GUIDE, NOTES = sorted((ROOT / "docs").glob("*.md")), sorted((ROOT / "docs/notes").glob("*.md"))
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *GUIDE,
    *NOTES,
    ROOT / "config/README.md",
    ROOT / "examples/README.md",
]
CALIBRATED = ("rosa", "lab")  # robots whose files readers have made by then
PLACEHOLDERS = {"NAME": next(iter(GAMES)), "LAYER": "default"}

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!https?:)([^)\s]*)\)")
INLINE = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind (`python`, `python fragment`, `sh` …) and its text without indentation."""

    kind: str
    text: str


def blocks(page: Path, kind: str) -> list[Block]:
    found = [Block(match["kind"], dedent(match["text"])) for match in FENCE.finditer(page.read_text("utf-8"))]
    return [block for block in found if block.kind == kind]


def raw_blocks(page: Path, kind_start: str) -> list[Block]:
    found = [Block(match["kind"], match["text"]) for match in FENCE.finditer(page.read_text("utf-8"))]
    return [block for block in found if block.kind.startswith(kind_start)]


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


def command_lines(page: Path) -> Iterator[list[str]]:
    """Every command in blocks of `sh`, and every inline one that begins with `ludens` or `make`."""
    for block in blocks(page, "sh"):
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words
    for text in INLINE.findall(prose(page)):
        if re.match(r"(time )?(ludens|make|python) ", text):
            yield shlex.split(text)


def by_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def at_home(monkeypatch):
    """As a reader does: in the root of the repository, with a path that the next test does not inherit."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))


# ---------------------------------------------------------------- code


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=by_name)
def test_python_on_a_page_runs_from_top_to_bottom(page, at_home):
    namespace: dict[str, object] = {"__name__": f"page_{page.stem}"}
    for number, block in enumerate(blocks(page, "python"), start=1):
        exec(compile(block.text, f"{by_name(page)}, block {number}", "exec"), namespace)


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_quoted_files_are_quoted_as_they_are(page):
    for block in raw_blocks(page, "python file="):
        source = ROOT / block.kind.partition("=")[2]
        assert block.text in source.read_text("utf-8"), f"{by_name(page)} quotes {source.name} wrongly"


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_every_fence_is_of_a_kind_that_is_checked(page):
    checked = {"", "python", "python fragment", "sh", "toml", "toml motion", "toml noise", "json", "mermaid"}
    kinds = {match["kind"] for match in FENCE.finditer(page.read_text("utf-8"))}
    assert {kind for kind in kinds if not kind.startswith("python file=")} <= checked
    for block in blocks(page, "python fragment"):
        compile(block.text, by_name(page), "exec")


# ---------------------------------------------------------------- commands


@pytest.fixture
def parse(monkeypatch, tmp_path):
    """Parses a command line as `ludens` does, with every check of its options, and carries nothing out."""
    reached: list[click.Context] = []
    monkeypatch.setattr(click.Command, "invoke", lambda self, ctx: reached.append(ctx))

    def parsed(words: list[str]) -> dict[str, Any]:
        for word in words:
            if word.endswith((".mcap", ".toml")):  # files that the reader has made by then
                path = tmp_path / word
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
        monkeypatch.chdir(tmp_path)
        reached.clear()
        ludens_command.main(words, prog_name="ludens", standalone_mode=False)
        monkeypatch.chdir(ROOT)
        return reached[-1].params if reached else {}

    return parsed


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_every_ludens_command_parses_and_its_setup_and_parameters_exist(page, parse, at_home):
    for line in command_lines(page):
        words = [PLACEHOLDERS.get(word, word) for word in line if word != "time"]
        if Path(words[0]).name != "ludens":
            continue
        if len(words) == 2:  # only named, as in "`ludens watch` opens recordings"
            words.append("--help")
        try:
            values = parse(words[1:])
        except click.ClickException as error:
            pytest.fail(f"{by_name(page)}: {' '.join(line)}: {error.format_message()}")
        game = load_game(words[2]) if len(words) > 2 and words[2] in GAMES else GAME
        robots = values.get("robot_files", ())
        load_configuration(
            game,
            # An experiment's setup is its own affair.
            find_setup(game, None if words[1] == "experiment" else values.get("setup")),
            overrides=values.get("overrides", ()),
            location=values.get("location"),
            robots=[robot for robot in robots if robot not in CALIBRATED],
        )


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_make_targets_and_scripts_exist(page):
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for words in command_lines(page):
        if words[0] == "make":
            assert words[1] in targets, f"{by_name(page)}: {' '.join(words)}"
        elif Path(words[0]).name == "python":
            script = f"{words[2].replace('.', '/')}.py" if words[1] == "-m" else words[1]
            assert (ROOT / script).is_file(), f"{by_name(page)}: {' '.join(words)}"


# ---------------------------------------------------------------- links


def anchors(page: Path) -> set[str]:
    """As GitHub makes them: small letters, no punctuation, hyphens for spaces."""
    headings = HEADING.findall(FENCE.sub("", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_every_link_and_picture_leads_somewhere(page):
    for link in LINK.findall(prose(page)):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{by_name(page)} links to {link}, which does not exist"
        assert not anchor or anchor in anchors(target), f"{by_name(page)} links to {link}: no such heading"


@pytest.mark.parametrize("pages", [GUIDE, NOTES], ids=["guide", "notes"])
def test_an_index_lists_every_page_of_its_folder(pages):
    links = set(LINK.findall(prose(pages[0].parent / "README.md")))
    assert {page.name for page in pages} - {"README.md"} <= links


def test_every_picture_is_shown_on_a_page():
    shown = {Path(link).name for page in PAGES for link in LINK.findall(prose(page))}
    kept = {path.name for path in (ROOT / "docs/pictures").rglob("*") if path.is_file()}
    assert kept <= shown


def test_the_index_of_examples_lists_every_file():
    links = set(LINK.findall(prose(ROOT / "examples/README.md")))
    assert {path.name for path in (ROOT / "examples").glob("*.py")} <= links


# ---------------------------------------------------------------- facts


def rows(page: str) -> Iterator[list[str]]:
    """Rows of the tables of a page whose first cell is one piece of code: that piece, and the other cells."""
    for line in (ROOT / page).read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"`[a-z_.0-9]+`", cells[0]):
            yield [cells[0].strip("`"), *cells[1:]]


def test_the_noise_table_has_the_figures_of_the_noise_file():
    levels = [load_noise(name) for name in ("off", "default", "harsh")]
    table = [row for row in rows("docs/simulation.md") if "." in row[0]]  # perturbations have no dot
    assert len(table) > 20
    for key, *cells in table:
        part, name = key.split(".")
        assert cells == [str(getattr(getattr(noise, part), name)) for noise in levels], key


def test_the_parameters_of_passing_that_are_recommended_exist():
    addresses = {field.address for field in Configuration(PASSING.sections()).fields()}
    table = {key for key, *_ in rows("docs/passing.md")}
    assert len(table) > 8
    assert table <= addresses


def test_the_pictures_of_the_graph_and_of_the_states_are_complete():
    paths = {node.path for plan in PASSING.cyclers for node in plan.nodes}
    (graph,) = blocks(ROOT / "docs/architecture.md", "mermaid")
    story = (ROOT / "docs/passing.md").read_text("utf-8")
    assert {path for path in paths if path not in graph.text or f"`{path}`" not in story} == set()
    (machine,) = blocks(ROOT / "docs/passing.md", "mermaid")
    assert set(re.findall(r"(\w+) --> (\w+)", machine.text)) == set(TRANSITIONS)


def test_the_states_of_games_at_a_table_are_complete():
    (machine,) = blocks(ROOT / "docs/morris-play.md", "mermaid")
    drawn = {(state.replace(" ", "_"), after.replace(" ", "_")) for state, after in MORRIS_TRANSITIONS}
    assert set(re.findall(r"(\w+) --> (\w+)", machine.text)) == drawn
    told = (ROOT / "docs/chess.md").read_text("utf-8")
    states, _ = transitions_of(GameFlow)
    rows = re.findall(r"^\| ([a-z, ]+) \|", told[told.index("## How a game runs") :], re.MULTILINE)
    assert {state for row in rows for state in row.split(", ")} - {"state"} == set(states)


def test_configuration_files_on_pages_load(tmp_path):
    setups = [setup for name in GAMES for setup in load_game(name).setups.values()]
    known = [section for setup in setups for section in setup.sections()]
    for block in [block for page in PAGES for block in blocks(page, "toml")]:
        Configuration.load([], also_known=known, directory=tmp_path, saved=block.text)
    for block in [block for page in PAGES for block in blocks(page, "toml noise")]:
        (tmp_path / "noise.toml").write_text(block.text)
        load_noise(tmp_path / "noise.toml")
    for block in [block for page in PAGES for block in blocks(page, "toml motion")]:
        parse_motion(block.text, name="shown", origin="a page")


def test_the_json_of_experiments_has_the_keys_that_are_shown():
    (block,) = blocks(ROOT / "docs/experiments.md", "json")
    plan = ExperimentPlan(
        experiment=PASSING_EXPERIMENT, trials=1, seed=1, noise="off", options=PASSING_EXPERIMENT.options()
    )
    assert list(json.loads(block.text)) == list(result_object(ExperimentOutcome(plan, [], interrupted=False)))


def test_every_figure_is_a_kept_result_that_the_code_still_gives(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    importlib.import_module("figures").check()


@pytest.mark.parametrize("which", [0, -1])
def test_a_figure_of_the_readme_that_no_result_gives_is_noticed(monkeypatch, tmp_path, which):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    figures = importlib.import_module("figures")
    text = figures.README.read_text("utf-8")
    count = list(re.finditer(r"(\d+) of (\d+)", text))[which]
    flattering = tmp_path / "README.md"
    flattering.write_text(
        f"{text[: count.start()]}{int(count[1]) + 1} of {count[2]}{text[count.end() :]}", "utf-8"
    )
    monkeypatch.setattr(figures, "README", flattering)
    with pytest.raises(figures.FigureError, match="README"):
        figures.check()


def test_every_game_has_a_page():
    for name in GAMES:
        assert (ROOT / f"docs/{load_game(name).name}.md").is_file()


def test_the_readme_is_short_and_its_picture_small():
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= 700
    assert (ROOT / "docs/pictures/robots-at-play.webp").stat().st_size < 1_500_000


# ---------------------------------------------------------------- names

ROOMS = ("ludens", "tests", "examples", "benchmarks", "scripts", "config")
FILES = [f"/{path.relative_to(ROOT)}" for room in ROOMS for path in (ROOT / room).rglob("*.*")]
MODULE = re.compile(r"`(ludens(?:/[a-z_0-9]+)+(?:\.[a-z]+)?/?|ludens(?:\.[A-Za-z_0-9]+)+)`")


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=by_name)
def test_files_and_modules_that_are_named_exist(page):
    for name in MODULE.findall(prose(page)):
        path = ROOT / name
        if "/" in name:
            assert path.exists(), f"{by_name(page)} names {name}, which does not exist"
        else:
            find_object(name)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=by_name)
def test_files_of_ours_that_are_named_by_the_end_of_their_path_exist(page):
    for name in re.findall(r"`([a-z_/]+/[a-z_]+\.(?:py|toml))`", prose(page)):
        if not name.startswith("config/"):  # files that readers make
            assert [path for path in FILES if path.endswith(f"/{name}")], f"{by_name(page)} names {name}"


def find_object(name: str) -> object:
    """A module by its dotted name, or what a module holds under the last words of it."""
    words = name.split(".")
    for length in range(len(words), 0, -1):
        try:
            found: object = importlib.import_module(".".join(words[:length]))
        except ModuleNotFoundError:
            continue
        for word in words[length:]:
            assert hasattr(found, word), f"{name} does not exist: {found} has no {word}"
            found = getattr(found, word)
        return found
    raise AssertionError(f"{name} does not exist")


def test_classes_that_are_named_exist():
    """Names in the form of a class, in backticks: each is one of ours, of Python, or of a library we use."""
    sources = [
        path.read_text("utf-8")
        for room in ("ludens", "examples", "tests")
        for path in (ROOT / room).rglob("*.py")
    ]
    known = set(re.findall(r"\b[A-Z][A-Za-z0-9]+\b", "\n".join(sources)))
    for page in PAGES:
        if page.name == "CHANGELOG.md":
            continue
        known_here = known | set(re.findall(r"class (\w+)", page.read_text("utf-8")))
        named = set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`", prose(page)))
        assert named <= known_here, f"{by_name(page)} names {sorted(named - known_here)}"
