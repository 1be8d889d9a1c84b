"""Measurements of what a player or a host notices: `python -m bench NAME`."""
