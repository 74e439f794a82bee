"""Fail if too few branches of the rules are tested.

usage: branch_coverage.py REPORT, where REPORT is what `coverage json` wrote.

Lines alone would not do: a rule is as often what does *not* happen, and that is a branch.
"""

import json
import sys
from pathlib import Path, PurePath

PACKAGES = ("core", "games/quixo/rules", "games/qwixx/rules")
LEAST = 98.0


def count(files: dict[str, dict[str, dict[str, int]]], package: str) -> tuple[int, int]:
    """Branches covered and branches in all, over the files of one package of cruces."""
    summaries = [
        entry["summary"]
        for name, entry in files.items()
        if f"/cruces/{package}/" in f"/{PurePath(name).as_posix()}"
    ]
    if not summaries:
        raise SystemExit(f"branch coverage: no file of cruces/{package} is in the report")
    covered = sum(summary["covered_branches"] for summary in summaries)
    return covered, sum(summary["num_branches"] for summary in summaries)


def percent(covered: int, total: int) -> float:
    return 100 * covered / total if total else 100.0


def main(report: str) -> int:
    files = json.loads(Path(report).read_text(encoding="utf-8"))["files"]
    counts = {package: count(files, package) for package in PACKAGES}
    all_covered = sum(covered for covered, _ in counts.values())
    all_branches = sum(total for _, total in counts.values())
    for name, (covered, total) in {**counts, "together": (all_covered, all_branches)}.items():
        print(f"branches of {name:17} {covered:5} of {total:5}  {percent(covered, total):6.2f} %")
    if percent(all_covered, all_branches) < LEAST:
        print(f"branch coverage: at least {LEAST:g} % is needed", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
