"""The games in libraries that researchers use. Needs `tablee[lab]`."""

try:
    import gymnasium as gymnasium
    import numpy as np  # noqa: F401 - only to see whether it is there
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"this needs {missing.name}: pip install 'tablee[lab]'", name=missing.name) from missing
