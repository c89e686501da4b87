"""Compiled code for Xtreme Limits. Needs `tablee[lab]`."""
