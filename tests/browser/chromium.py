"""Which Chromium opens the pages, and how it is started."""

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium")
"""The first of them has the same engine and no windows: it takes half of the processor time."""
# For every window Chromium would load two pages to suggest addresses: a quarter of its work.
# This list replaces Playwright's own, of which the last six are those that matter here.
DISABLED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "SpareRendererForSitePerProcess",  # a process that waits for a page that never comes
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(DISABLED)}",
]


def chromium() -> str:
    """The program."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise RuntimeError("Chromium is not installed: sh tools/system.sh says how")
    return program
