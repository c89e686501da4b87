"""Tablée inside a browser, without a server: the server's own rooms, API and replays, run by Pyodide in a worker of the page.

Only storage, transport and the way bots are asked differ. `tablee site` packs it into a static site.
"""
