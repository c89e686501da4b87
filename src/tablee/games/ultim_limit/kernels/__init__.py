"""Compiled code for Ultim' Limit. Needs `tablee[lab]`."""
