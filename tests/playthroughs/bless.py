"""Records the golden playthroughs anew (`make bless`) and says what changed."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Write every recording; remove those without a scene."""
    sys.path.insert(0, str(ROOT))
    from tests.playthroughs.scenes import FOLDER, first_difference, play_all

    recordings = {recorded.file: recorded.text for recorded in play_all()}
    changed = 0
    for file, text in sorted(recordings.items()):
        old = file.read_text("utf-8") if file.exists() else None
        if old == text:
            continue
        changed += 1
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8", newline="\n")
        shown = file.relative_to(ROOT)
        print(f"new: {shown}" if old is None else first_difference(file, old, text))
    for file in sorted(set(FOLDER.rglob("*.play")) - set(recordings)):
        changed += 1
        file.unlink()
        print(f"removed, it has no scene: {file.relative_to(ROOT)}")
    print(f"{len(recordings)} playthroughs, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
