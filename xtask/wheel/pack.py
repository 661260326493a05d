"""Packs an installed SDK and the package `hip_soft` into a wheel: pack.py SDK DIRECTORY VERSION.

A wheel has no symbolic links: those of libraries become copies where programs ask for the name, except hipRTC's,
whose state is that of the core.
"""

import base64
import hashlib
import platform
import sys
import zipfile
from pathlib import Path

METADATA = """Metadata-Version: 2.1
Name: hip-soft
Version: {version}
Summary: CUDA programs and Python packages run without a GPU, on a software device
License: MIT OR Apache-2.0
Requires-Python: >=3.10
"""

WHEEL = """Wheel-Version: 1.0
Generator: cargo xtask wheel
Root-Is-Purelib: false
Tag: {tag}
"""

ENTRY_POINTS = """[console_scripts]
hip-prof = hip_soft:_hip_prof
hip-run = hip_soft:_hip_run
hip-smi = hip_soft:_hip_smi

[pytest11]
hip_soft = hip_soft.pytest_plugin
"""


# Libraries that are found by names without a version.
WITHOUT_VERSION = ("libcuda.so", "libhipadopt.so", "libhipcudnn.so")


def is_wanted(path):
    """Returns whether a file of the SDK is part of the wheel, by its path from there."""
    name = path.name
    if path.parts[0] == "lib":
        return len(path.parts) == 2 and (".so." in name or name in WITHOUT_VERSION) \
            and not name.startswith("libhiprtc")
    return path.parts[0] in ("bin", "include")


def pack(sdk, directory, version):
    # Programs need the C library of the machine that built them.
    glibc = platform.libc_ver()[1].replace(".", "_")
    tag = f"py3-none-manylinux_{glibc}_{platform.machine()}"
    about = f"hip_soft-{version}.dist-info"
    made = directory / f"hip_soft-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(name, content, mode=0o644):
            # No time of the build: the same input gives the same wheel.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}")

        for source in sorted((Path(__file__).parent / "hip_soft").glob("*.py")):
            add(f"hip_soft/{source.name}", source.read_bytes())
        for path in sorted(path for path in sdk.rglob("*") if path.is_file()):
            below = path.relative_to(sdk)
            if is_wanted(below):
                add(f"hip_soft/sdk/{below}", path.read_bytes(), 0o755 if below.parts[0] == "bin" else 0o644)
        add(f"{about}/METADATA", METADATA.format(version=version).encode())
        add(f"{about}/WHEEL", WHEEL.format(tag=tag).encode())
        add(f"{about}/entry_points.txt", ENTRY_POINTS.encode())
        lines = "".join(line + "\n" for line in [*record, f"{about}/RECORD,,"])
        wheel.writestr(zipfile.ZipInfo(f"{about}/RECORD", (2020, 1, 1, 0, 0, 0)), lines)
    return made


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
