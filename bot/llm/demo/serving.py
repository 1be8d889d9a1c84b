"""The child process: it serves a GGUF file until the last bot that holds the lease is gone.

    python -m bot.llm.demo GGUF --folder FOLDER [--port N]

It reads the key as one line from stdin (arguments and environment can be read by others), prints
one line of JSON with its address once the model is loaded, and says nothing more on stdout.
"""

import argparse
import importlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import Protocol, cast

from bot.llm.demo.places import Places
from bot.locks import Lock

SLOTS = 4
CONTEXT = 8192  # tokens, divided among the slots
PROMPT_CACHE_MIB = 128
REPEAT_PENALTY = 1.1  # without it so small a model goes round in circles


class _Server(Protocol):
    listening_address: str


def serve(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bot.llm.demo")
    parser.add_argument("gguf", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    asked = parser.parse_args(arguments)
    places = Places(asked.folder)

    # The server lives exactly as long as somebody holds the lease: the kernel drops the lease of
    # a bot however it dies, and wakes this thread.
    threading.Thread(target=_end_with_the_last_bot, args=(places.lease,), daemon=True).start()
    alive = Lock(places.alive)
    alive.take(shared=False, wait=True)  # a bot may just be looking whether it is free
    places.pid.write_text(f"{os.getpid()}\n", encoding="utf-8")

    key = sys.stdin.readline().strip()
    server = _load(asked.gguf, key=key, port=asked.port)
    print(json.dumps({"address": server.listening_address, "pid": os.getpid()}), flush=True)  # noqa: T201
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on
    threading.Event().wait()


def _end_with_the_last_bot(lease: Path) -> None:
    Lock(lease).take(shared=False, wait=True)
    os._exit(0)  # the lock goes with the process: who waits for it finds us gone


def _load(gguf: Path, *, key: str, port: int) -> _Server:
    """The settings are measured; the defaults spin on all cores and allow any web page to ask."""
    library = importlib.import_module("xllamacpp")
    cores = os.cpu_count() or 1
    params = library.CommonParams()
    params.model.path = str(gguf)
    params.model_alias = {gguf.stem}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.api_keys = [key]
    params.cors_origins = ""
    params.ui = False
    params.verbosity = 1
    params.n_ctx = CONTEXT
    params.n_parallel = SLOTS
    params.cache_ram_mib = PROMPT_CACHE_MIB
    params.cpuparams.n_threads = max(1, cores - 1)
    params.cpuparams_batch.n_threads = cores
    params.sampling.penalty_repeat = REPEAT_PENALTY
    return cast("_Server", library.Server(params))
