"""The state of the local Discord and its rules: plain Python, no HTTP."""
