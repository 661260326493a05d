"""pytest's options `--hip-soft`, `--hip-soft-device` and `--hip-soft-check`.

Tests run under hip-run: pytest restarts itself before it captures output. With checks, a test during which the
checker reports an error fails with the report; the checker reports each place in a kernel once.
"""

import ctypes
import os
import shlex
import sys
import tempfile
from pathlib import Path

import pytest

import hip_soft

# Directory of the checker's reports, for this process and those that it starts.
REPORTS = "HIP_SOFT_PYTEST_REPORTS"


def pytest_addoption(parser):
    group = parser.getgroup("hip-soft", "software CUDA devices")
    group.addoption("--hip-soft", action="store_true", help="run tests on a software device")
    group.addoption("--hip-soft-device", metavar="NAME", help="the device, such as a100-pcie or h200x4")
    group.addoption("--hip-soft-check", metavar="CHECKS", help="fail tests on findings: memory,race,uninit,sync,leak")
    words = sys.argv[1:] + shlex.split(os.environ.get("PYTEST_ADDOPTS", ""))
    if any(word.startswith("--hip-soft") for word in words) and not hip_soft.enabled():
        check = _value(words, "--hip-soft-check")
        if check:
            folder = tempfile.mkdtemp(prefix="hip-soft-")
            os.environ[REPORTS] = folder
            os.environ["HIP_SOFT_CHECK_LOG"] = f"{folder}/%p.txt"
            # The outcome is that of the tests.
            os.environ["HIP_SOFT_CHECK_EXIT"] = "0"
        hip_soft.enable(_value(words, "--hip-soft-device"), check)


def _value(words, option):
    """Returns the value of an option, in its word or in the next."""
    for at, word in enumerate(words):
        if word.startswith(option + "="):
            return word.split("=", 1)[1]
        if word == option:
            return words[at + 1] if at + 1 < len(words) else None
    return None


def pytest_configure(config):
    wanted = ["hip_soft", "hip_soft_device", "hip_soft_check"]
    if any(config.getoption(name) for name in wanted) and not hip_soft.enabled():
        raise pytest.UsageError("--hip-soft is an option of the command line or of PYTEST_ADDOPTS, not of a file")


def pytest_report_header():
    if hip_soft.enabled():
        return "hip-soft: tests run on a software device, not on a GPU"


def _length(folder):
    return {path: path.stat().st_size for path in Path(folder).glob("*.txt")}


def _synchronize():
    """Waits for the device, if the process has used one: reports come when kernels run."""
    try:
        core = ctypes.CDLL("libamdhip64.so.7", mode=os.RTLD_NOLOAD | os.RTLD_NOW)
    except OSError:
        return
    core.hipDeviceSynchronize()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    folder = os.environ.get(REPORTS)
    before = _length(folder) if folder else {}
    result = yield
    if folder:
        _synchronize()
        found = ""
        for path, length in sorted(_length(folder).items()):
            with path.open() as report:
                report.seek(before.get(path, 0))
                found += report.read()
        if found.strip():
            pytest.fail("the checker found errors:\n" + found, pytrace=False)
    return result
