"""A plugin that takes away what Windows does not have, so that `make quick` can be tried as it runs there:

    python -m pytest -p tests.like_windows -m "quick and not soak and not no_cover"

Tests that need what is missing are marked `posix`. It leaves what Python itself needs here to start processes, and does not know
how Windows writes paths and lines.
"""

from __future__ import annotations

import os
import signal
import sys

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop")
OF_OS = (
    *("chown", "fork", "forkpty", "getloadavg", "getpgid", "killpg", "mkfifo", "nice", "setsid"),
    *("sched_getaffinity", "sched_setaffinity"),
)
OF_SIGNAL = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGQUIT", "SIGSTOP", "SIGUSR1", "alarm", "setitimer")

for name in MODULES:
    sys.modules[name] = None  # type: ignore[assignment]
for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
