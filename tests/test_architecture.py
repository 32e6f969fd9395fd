"""The walls between rooms stop what they should: each is tried on a small house with one forbidden import."""

import ast
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Two games and one module in every room; enough for each contract to have something to guard.
HOUSE = (
    "cli/main",
    "core/compiled",
    "core/contract/module",
    "core/runtime/run",
    "drivers/simulation",
    "estimation/filter",
    "experiments/runner",
    "games/chess/decide",
    "games/passing/decide",
    "games/passing/experiments",
    "games/passing/rules",
    "games/passing/solution",
    "games/passing/world",
    "geometry/angles",
    "messages/state",
    "motion/walk",
    "planning/route",
    "robots/nao",
    "sim/world",
    "speech/voice",
    "studio/web/server",
    "vision/colour",
)


def lint_imports(folder: Path, *imports: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    """Build the house with the given imports (`room/module`, statement) and let import-linter judge it."""
    for module in HOUSE:
        path = folder / "ludens" / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        for parent in path.parents:
            if parent.is_relative_to(folder / "ludens"):
                (parent / "__init__.py").touch()
    for module, statement in imports:
        (folder / "ludens" / f"{module}.py").write_text(f"{statement}\n")
    shutil.copy(ROOT / "pyproject.toml", folder)
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]
    return subprocess.run(
        [*command, "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_imports_the_design_allows_pass(tmp_path: Path) -> None:
    outcome = lint_imports(
        tmp_path,
        ("cli/main", "import ludens.games.passing.decide"),
        ("drivers/simulation", "import ludens.sim.world"),
        ("games/passing/world", "import ludens.sim.world"),
        ("games/passing/experiments", "import ludens.sim.world, ludens.experiments.runner"),
        ("games/passing/rules", "import ludens.messages, ludens.messages.state"),
        ("games/passing/solution", "import ludens.core.compiled"),
        (
            "games/passing/decide",
            "import ludens.planning.route, ludens.vision.colour, ludens.core.contract.module",
        ),
        (
            "studio/web/server",
            "import ludens.core.contract.module, ludens.messages, ludens.geometry, nicegui",
        ),
        ("messages/state", "import ludens.geometry.angles"),
        ("geometry/angles", "import numpy"),
    )
    assert outcome.returncode == 0, outcome.stdout


@pytest.mark.parametrize(
    ("module", "statement", "contract"),
    [
        ("core/contract/module", "import ludens.vision.colour", "Imports point down only"),
        ("messages/state", "import ludens.core.contract.module", "Imports point down only"),
        ("vision/colour", "import ludens.motion.walk", "Imports point down only"),
        ("experiments/runner", "import ludens.studio.web.server", "Imports point down only"),
        ("studio/web/server", "import ludens.games.passing.decide", "Imports point down only"),
        ("games/passing/decide", "import ludens.games.chess.decide", "A game never imports another game"),
        ("games/passing/decide", "import ludens.sim.world", "Only drivers, worlds and experiments"),
        ("cli/main", "import ludens.sim.world", "Only drivers, worlds and experiments"),
        (
            "studio/web/server",
            "import ludens.vision.colour",
            "The studio knows core, messages and geometry only",
        ),
        ("games/passing/rules", "import ludens.core.contract.module", "Rules import messages only"),
        ("games/passing/rules", "import ludens.games.passing.decide", "Rules import messages only"),
        (
            "games/passing/solution",
            "import ludens.core.contract.module",
            "A solver knows its rules, not the framework",
        ),
        (
            "games/passing/solution",
            "import ludens.games.passing.decide",
            "A solver knows its rules, not the framework",
        ),
        (
            "core/contract/module",
            "import ludens.core.runtime.run",
            "Within the core imports point down only",
        ),
        ("geometry/angles", "import msgspec", "Geometry needs numpy only"),
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    tmp_path: Path, module: str, statement: str, contract: str
) -> None:
    outcome = lint_imports(tmp_path, (module, statement))
    broken = [line for line in outcome.stdout.splitlines() if line.endswith("BROKEN")]
    assert outcome.returncode == 1
    assert any(line.startswith(contract) for line in broken), outcome.stdout


def test_a_room_that_is_not_in_the_plan_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ludens" / "utils").mkdir(parents=True)
    (tmp_path / "ludens" / "utils" / "__init__.py").touch()
    outcome = lint_imports(tmp_path)
    assert outcome.returncode == 1
    assert "utils" in outcome.stdout


def test_every_folder_of_the_package_is_a_package() -> None:
    """One without `__init__.py` would escape import-linter unnoticed."""
    folders = {path.parent for path in (ROOT / "ludens").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


# ---------------------------------------------------------------- what import-linter does not see

PEERS: dict[str, str] = {}
"""Class names that stand more than once because they are peers of one interface, each with that interface."""


@dataclass(frozen=True)
class Sources:
    """The modules below a folder: where they lie, what they import, which classes they define."""

    files: dict[str, Path]
    imports: dict[str, set[str]]
    classes: dict[str, list[str]]

    @classmethod
    def of(cls, folder: Path) -> "Sources":
        """Read every file of the package `ludens` in a folder."""
        paths = sorted((folder / "ludens").rglob("*.py"))
        files = {".".join(path.relative_to(folder).with_suffix("").parts): path for path in paths}
        files = {name.removesuffix(".__init__"): path for name, path in files.items()}
        imports: dict[str, set[str]] = {name: set() for name in files}
        classes: dict[str, list[str]] = {}
        for name, path in files.items():
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    wholes = [f"{node.module}.{alias.name}" for alias in node.names]
                    imports[name] |= {whole if whole in files else node.module for whole in wholes}
                elif isinstance(node, ast.Import):
                    imports[name] |= {alias.name for alias in node.names}
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    classes.setdefault(node.name, []).append(name)
        return cls(files, imports, classes)

    def package_of(self, module: str) -> str:
        """The package a module belongs to; an `__init__` belongs to its own."""
        return module if self.files[module].name == "__init__.py" else module.rpartition(".")[0]

    def circle(self) -> list[str]:
        """Packages that import each other in a circle, the first one again at the end; empty if none do."""
        graph: dict[str, set[str]] = {}
        for module, imported in self.imports.items():
            targets = {self.package_of(target) for target in imported if target in self.files}
            graph.setdefault(self.package_of(module), set()).update(targets - {self.package_of(module)})
        done: set[str] = set()

        def walk(package: str, way: list[str]) -> list[str]:
            if package in way:
                return [*way[way.index(package) :], package]
            if package in done:
                return []
            for target in sorted(graph.get(package, ())):
                if found := walk(target, [*way, package]):
                    return found
            done.add(package)
            return []

        return next((found for package in sorted(graph) if (found := walk(package, []))), [])

    def twice(self) -> dict[str, list[str]]:
        """Names of public classes that several modules define, with these."""
        return {name: modules for name, modules in self.classes.items() if len(modules) > 1}


def write(folder: Path, **modules: str) -> Sources:
    """A package of the given modules (`a__b` is `ludens/a/b.py`)."""
    for name, text in modules.items():
        path = folder / "ludens" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text)
    return Sources.of(folder)


def test_packages_that_import_each_other_are_found(tmp_path: Path) -> None:
    house = write(
        tmp_path,
        walk__legs="from ludens.look import head",
        look__head="from ludens.walk.arms import SWING",
        walk__arms="SWING = 1",
    )
    assert house.circle() == ["ludens.look", "ludens.walk", "ludens.look"]


def test_classes_of_the_same_name_are_found(tmp_path: Path) -> None:
    house = write(
        tmp_path,
        a__one="class Place: ...",
        b__two="class Place: ...\nclass _Own: ...",
        b__three="class _Own: ...",
    )
    assert house.twice() == {"Place": ["ludens.a.one", "ludens.b.two"]}


def test_no_package_of_ours_is_in_a_circle_of_imports() -> None:
    assert Sources.of(ROOT).circle() == []


def test_a_class_name_means_one_thing() -> None:
    assert {name: modules for name, modules in Sources.of(ROOT).twice().items() if name not in PEERS} == {}
