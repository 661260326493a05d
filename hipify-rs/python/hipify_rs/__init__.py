"""Translates CUDA sources to HIP from Python.

    from hipify_rs import translate
    print(translate("cudaMalloc(&p, n);").text)

The work is done by the command ``hipify-rs``, which must be in PATH; the environment variable ``HIPIFY_RS`` names another
one. :class:`Translator` keeps it running for many texts, :func:`translate_tree` translates a directory as the command does.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Sequence

__all__ = ["Error", "Note", "Translation", "Translator", "translate", "translate_tree"]


class Error(Exception):
    """A request that hipify-rs refused, or the command failed."""


@dataclass(frozen=True)
class Note:
    """One thing to know about a text, and where. Lines and columns count from 1."""

    reason: str
    rule: str
    line: int
    column: int
    text: str
    advice: str | None = None


@dataclass(frozen=True)
class Translation:
    """A translated text: how many names became HIP's, how many stay, and what to look at."""

    text: str
    changed: bool
    translated: int
    left: int
    launches: int = 0
    families: dict[str, dict[str, int]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    remark: str | None = None


def _command() -> str:
    return os.environ.get("HIPIFY_RS", "hipify-rs")


def _note(note: dict[str, Any]) -> Note:
    return Note(**{name: note.get(name) for name in Note.__dataclass_fields__})


class Translator:
    """A running hipify-rs. Not for several threads at once."""

    def __init__(self, command: str | None = None) -> None:
        self._process = subprocess.Popen(
            [command or _command(), "--serve", "--no-config"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> "Translator":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the command."""
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Error(f"hipify-rs ended with code {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise Error(answer["error"])
        return answer

    def version(self) -> str:
        """The version of hipify-rs."""
        return self._ask({"method": "version"})["version"]

    def translate(self, text: str, name: str = "source.cu", **options: Any) -> Translation:
        """Translates a text. ``name`` tells what it is (``a.cu``, ``lib.rs``, ``CMakeLists.txt``); options are those of
        hipify.toml, with ``_`` for ``-``: ``target="roc"``, ``kernel_launch="ggl"``."""
        request: dict[str, Any] = {"name": name, "text": text}
        if options:
            request["options"] = {key.replace("_", "-"): value for key, value in options.items()}
        answer = self._ask(request)
        answer.pop("id")
        answer["notes"] = tuple(_note(note) for note in answer["notes"])
        return Translation(**answer)


def translate(text: str, name: str = "source.cu", **options: Any) -> Translation:
    """Translates one text; see :meth:`Translator.translate`."""
    with Translator() as translator:
        return translator.translate(text, name, **options)


def translate_tree(
    source: str | os.PathLike[str], output: str | os.PathLike[str], arguments: Sequence[str] = ()
) -> dict[Path, Path]:
    """Translates a directory to another one, as ``hipify-rs SOURCE -o OUTPUT ARGUMENTS…`` does; returns where each file
    that was translated went."""
    line = [_command(), os.fspath(source), "-o", os.fspath(output), "--message-format", "json", *arguments]
    run = subprocess.run(line, capture_output=True, encoding="utf-8")
    if run.returncode not in (0, 1):
        raise Error(run.stderr.strip())
    messages = map(json.loads, run.stdout.splitlines())
    files = (message for message in messages if message["kind"] == "file" and message["written"])
    return {Path(message["path"]): Path(message["written"]) for message in files}
