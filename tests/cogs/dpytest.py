"""dpytest without the warnings that its own source causes."""

# pyright: reportMissingTypeStubs=false
import warnings

with warnings.catch_warnings():
    # An escape in one of its docstrings: a DeprecationWarning, from Python 3.12 a SyntaxWarning.
    warnings.simplefilter("ignore")
    from discord.ext import test as dpytest
    from discord.ext.test import backend

__all__ = ["backend", "dpytest"]
