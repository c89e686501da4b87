"""Python for browsers, as `tablee site` packs it: Pyodide, and the wheels that Tablée needs there."""
