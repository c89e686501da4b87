"""`python -m tablee`, for when the command is not on the path."""

import sys

from tablee.cli import main

sys.exit(main())
