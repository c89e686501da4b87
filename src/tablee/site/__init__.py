"""A static site for any web host: the web client, and Python for browsers with Tablée in it."""
