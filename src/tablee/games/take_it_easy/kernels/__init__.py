"""Compiled code for Take it Easy! Needs `tablee[lab]`."""
