"""The append-only log: events, the segments they lie in, and the fold that makes state of them."""
