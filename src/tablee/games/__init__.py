"""One folder a game. Nothing here lists them: `tablee.core.registry` looks."""
