"""Postgres: the event log, the words apart from it, what is known about people, and jobs."""
