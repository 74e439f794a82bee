"""`cruces db`: keys, and who may read what is written."""

import stat
from pathlib import Path

from tests.cli.conftest import Run

from cruces.storage import DeviceStore, Store, upgrade


def test_a_new_key_signs_and_earlier_ones_stay_until_they_are_forgotten(
    cruces: Run, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'cruces.db'}"
    store = Store(url)
    upgrade(store.engine)
    devices = DeviceStore(store.engine)
    (first,) = devices.first_keys(b"k" * 32)
    done = cruces("db", "new-key", "--database", url)
    assert "1 earlier key stays valid" in done.output
    new, old = devices.keys()
    assert old == first
    assert new != first
    done = cruces("db", "forget-keys", "--database", url)
    assert "1 earlier key deleted" in done.output
    assert devices.keys() == (new,)
    store.close()


def test_an_export_is_for_its_owner_alone(cruces: Run, tmp_path: Path) -> None:
    """It contains the keys; also when it replaces a file that others could read."""
    url, file = f"sqlite:///{tmp_path / 'cruces.db'}", tmp_path / "all.jsonl"
    assert cruces("db", "new-key", "--database", url).exit_code == 0
    file.write_text("older")
    file.chmod(0o644)
    assert cruces("db", "export", str(file), "--database", url, "--force").exit_code == 0
    assert b"device-key" in file.read_bytes()
    for written in (file, tmp_path / "cruces.db"):
        assert stat.S_IMODE(written.stat().st_mode) == 0o600
