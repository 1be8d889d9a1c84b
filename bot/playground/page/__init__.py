"""What the web page speaks: its API, its socket, its files."""
