"""Compiled code for Limits. Needs `tablee[lab]`."""
