"""Compiled code for Take it to the Limit! Needs `tablee[lab]`."""
