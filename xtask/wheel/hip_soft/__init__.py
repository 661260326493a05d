"""Software CUDA devices: this Python's CUDA packages run without a GPU.

``hip_soft.enable()`` at the top of a program, ``hip-run python program.py``, or ``pytest --hip-soft``.
"""

import os
import sys
from pathlib import Path

SDK = Path(__file__).parent / "sdk"


def program(name):
    """Returns the path of a program of the toolkit: hip-run, hip-smi, ptxas…"""
    return str(SDK / "bin" / name)


def enabled():
    """Returns whether this process was started by hip-run."""
    return any(Path(path).name == "libhipadopt.so" for path in os.environ.get("LD_AUDIT", "").split(":"))


def enable(device=None, check=None):
    """Restarts this process under hip-run, unless it runs there; call it before anything else is done.

    `device` is the simulated device, such as "h200x4"; `check` lists checks, such as "memory,race".
    """
    if enabled():
        return
    if "ipykernel" in sys.modules:
        raise RuntimeError("a notebook cannot be restarted: start it by `hip-run jupyter …`")
    sys.stdout.flush()
    sys.stderr.flush()
    options = [f"--device={device}"] if device else []
    options += [f"--check={check}"] if check else []
    os.execv(program("hip-run"), ["hip-run", *options, sys.executable, *sys.orig_argv[1:]])


def _start(name):
    os.execv(program(name), [name, *sys.argv[1:]])


def _hip_run():
    _start("hip-run")


def _hip_smi():
    _start("hip-smi")


def _hip_prof():
    _start("hip-prof")
