"""A model server that speaks the OpenAI API from a file of rules, and misbehaves on demand."""

from pathlib import Path

from bot.playground.scripted_model.records import Outcome, RecordedRequest
from bot.playground.scripted_model.rules import BadScript, Rule, Script, load_script
from bot.playground.scripted_model.server import ScriptedModel, serve_scripted_model

GUIDED = Path(__file__).with_name("guided.toml")
"""The guided scene of `./troupe --demo`."""

__all__ = [
    "GUIDED",
    "BadScript",
    "Outcome",
    "RecordedRequest",
    "Rule",
    "Script",
    "ScriptedModel",
    "load_script",
    "serve_scripted_model",
]
