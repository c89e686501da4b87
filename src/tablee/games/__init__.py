"""One folder per game. They are not listed anywhere: `tablee.core.registry` discovers them."""
