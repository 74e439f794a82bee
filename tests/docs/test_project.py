"""The files for those who join in: workflows, forms, hooks, and what a release contains."""

import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from flit_core.sdist import SdistBuilder  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(
    set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
)
ADDRESS = "https://example.org/us/cruces"


def load(file: Path) -> dict[str, Any]:
    content = yaml.safe_load(file.read_text())
    assert isinstance(content, dict)
    return content


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def dist() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "dist.py"))


# GitHub


@pytest.mark.parametrize("job", ["linux", "macos"])
def test_the_workflow_tests_the_pythons_that_we_name(job: str) -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))
    matrix = load(GITHUB / "workflows" / "test.yml")["jobs"][job]["strategy"]["matrix"]
    assert matrix["python"] == named
    assert project()["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflows_may_only_read_unless_a_job_says_otherwise(file: Path) -> None:
    workflow = load(file)
    assert workflow["permissions"] == {"contents": "read"}
    assert "concurrency" in workflow
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        assert job.get("permissions", {"id-token": "write"}) == {"id-token": "write"}


def test_what_macos_tests_is_there() -> None:
    steps = load(GITHUB / "workflows" / "test.yml")["jobs"]["macos"]["steps"]
    (command,) = [step["run"] for step in steps if step.get("name") == "Tests"]
    paths = [word for word in command.split() if word.startswith("tests/")]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_a_form_asks_questions_that_can_be_told_apart(file: Path) -> None:
    form = load(file)
    assert form["name"]
    assert form["description"]
    questions = [item for item in form["body"] if item["type"] != "markdown"]
    ids = [item["id"] for item in questions]
    assert len(ids) == len(set(ids)) > 0
    assert all(item["attributes"]["label"] for item in questions)


def test_every_target_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    files = [*WORKFLOWS, GITHUB / "PULL_REQUEST_TEMPLATE.md", ROOT / "docs" / "releasing.md",
             ROOT / ".pre-commit-config.yaml"]  # fmt: skip
    for file in files:
        named = set(re.findall(r"(?:`|run: )make ([a-z-]+)", file.read_text()))
        assert named <= targets, file


# pre-commit


def test_hooks_call_our_own_tools() -> None:
    (local,) = load(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    for hook in local["hooks"]:
        program = Path(hook["entry"].split()[0])
        assert program.parent == Path(".venv/bin")
        assert Path(sys.executable).with_name(program.name).exists()


# Releases


def test_the_sdist_has_tests_and_docs() -> None:
    builder = SdistBuilder.from_ini_path(ROOT / "pyproject.toml")
    packed = set(builder.apply_includes_excludes(builder.select_files()))
    for folder in ("deploy", "docs", "tests", "tools", "bench", "examples", ".github"):
        files = {str(file.relative_to(ROOT)) for file in (ROOT / folder).rglob("*")
                 if file.is_file() and "__pycache__" not in file.parts}  # fmt: skip
        assert files
        assert files - packed == set()
    assert {"Makefile", "requirements-dev.lock", "CHANGELOG.md", "SECURITY.md"} <= packed
    assert not any("__pycache__" in file or file.startswith((".venv", "build")) for file in packed)


def test_the_readme_of_a_release_leads_to_files_that_exist(dist: dict[str, Any]) -> None:
    readme = dist["absolute"]((ROOT / "README.md").read_text(), ADDRESS, "v1")
    links = re.findall(r"\]\(([^)\s]+)\)", readme)
    assert all(link.startswith(("https://", "#")) for link in links)
    # In an sdist the README has the address of its release already.
    ours = [
        found for link in links if (found := re.match(r"https://.+/(raw|blob)/[^/]+/([^#]+)", link))
    ]
    pictures = {Path(link[2]).suffix for link in ours if link[1] == "raw"}
    assert pictures == {".png", ".svg"}
    assert [link[2] for link in ours if not (ROOT / link[2]).exists()] == []


def test_a_release_names_its_addresses(dist: dict[str, Any]) -> None:
    urls = tomllib.loads(dist["urls"](ADDRESS, "v1"))["project"]["urls"]
    assert urls["Homepage"] == ADDRESS
    assert all(url.startswith(ADDRESS) for url in urls.values())


def test_a_release_fits_its_tag_and_changelog(dist: dict[str, Any]) -> None:
    refusal, version = dist["refusal"], project()["version"]
    changelog = f"# Changelog\n\n## [Unreleased]\n\n## [{version}] - 2027-01-31\n"
    assert refusal(ADDRESS, "", "") is None
    assert refusal(ADDRESS, f"v{version}", changelog) is None
    assert "no section" in refusal(ADDRESS, f"v{version}", "## [Unreleased]\n")
    assert "the version" in refusal(ADDRESS, "v99.0.0", changelog)
    for address in ("", "cruces", "http://example.org/us", f'{ADDRESS}"', "https://example.org"):
        assert "address" in refusal(address, "", changelog)
