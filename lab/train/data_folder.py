"""The folder that `--data` names: it holds records, or games, which are expanded into records first."""

import shutil
import subprocess
from pathlib import Path

from records import ABOUT_NAME, POSITIONS_PATTERN


def find_records(folder: Path, expand: bool) -> Path:
    """Returns the folder of records. If some are or may be missing, makes them from the games in `folder`."""
    if are_all_there(folder) and not expand:
        return folder
    records = folder / "records"
    games = list(folder.glob("**/*.vf"))
    if are_all_there(records) and not expand:
        made = max(path.stat().st_mtime for path in records.glob(POSITIONS_PATTERN))
        if any(path.stat().st_mtime > made for path in games):
            print(f"Some games are newer than the records in {records}; use --expand to include them", flush=True)
        return records
    parts = [place for place in (folder, records) if has_positions(place) and not are_all_there(place)]
    if games:
        for place in parts:
            print(f"Records may be missing in {place}, because there is no {ABOUT_NAME}", flush=True)
        expand_games(folder, records)
        return records
    if expand:
        raise SystemExit(f"Expected games (*.vf) in {folder} for --expand, but there are none")
    if parts:
        # If some records are missing, this will be reported when the others are read.
        return parts[0]
    raise SystemExit(f"Expected records ({POSITIONS_PATTERN}) or games (*.vf) in {folder}, but there are none")


def has_positions(folder: Path) -> bool:
    """Whether there are records to learn from."""
    return any(folder.glob(POSITIONS_PATTERN))


def are_all_there(folder: Path) -> bool:
    """Whether a folder has all of its records: expanding writes the file `ABOUT_NAME` last."""
    return has_positions(folder) and (folder / ABOUT_NAME).is_file()


def expand_games(folder: Path, records: Path) -> None:
    """Expands the games in `folder`, with plain scores.

    If that fails, ends the program with the expansion's exit code.
    """
    deno = shutil.which("deno")
    if deno is None:
        raise SystemExit(f"Expected deno in the PATH to expand the games in {folder}; or run: deno task data expand")
    print(f"Expanding the games in {folder}, with plain scores", flush=True)
    root = Path(__file__).resolve().parents[2]
    script = root / "lab" / "games" / "data.ts"
    command = [deno, "run", "--no-prompt", "--allow-read", "--allow-write", f"--config={root / 'deno.json'}", script]
    code = subprocess.run([*command, "expand", folder.resolve(), f"--out={records.resolve()}"]).returncode
    if code != 0:
        raise SystemExit(code)
