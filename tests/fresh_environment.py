"""An environment in which tests can install packages: it sees those of this one, and leaves them alone."""

from __future__ import annotations

import os
import sysconfig
import venv
from pathlib import Path

COMMANDS = {"pip": "from pip._internal.cli.main import main", "tablee": "from tablee.cli import main"}


def fresh_environment(folder: Path) -> dict[str, str]:
    """Creates it in a folder, and returns the environment variables for its commands `python`, `pip` and `tablee`.

    Build tools are those that are here, so that pip needs no network.
    """
    venv.create(folder, symlinks=True)
    here = sysconfig.get_paths()["purelib"]
    there = next(folder.glob("lib/*/site-packages"))
    (there / "here.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    for name, imported in COMMANDS.items():
        script = folder / "bin" / name
        script.write_text(f"#!{folder}/bin/python\nimport sys\n{imported}\nif __name__ == '__main__':\n    sys.exit(main())\n")
        script.chmod(0o755)
    offline = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1"}  # pip reads 0 as: without isolation
    return os.environ | offline | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "LANG": "en_GB.UTF-8", "LANGUAGE": ""}
