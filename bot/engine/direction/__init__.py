"""Who speaks next."""
