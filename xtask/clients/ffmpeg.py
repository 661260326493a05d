"""FFmpeg's CUDA filters, as a distribution has them: transfers, overlays, thumbnails and the nearest pixels equal the
host's filters; other scaling and deinterlacing, which are other algorithms there, are near."""

import subprocess

import numpy as np

SIZE, SMALL, FRAMES = (320, 240), (160, 120), 6


def frames(graph, size=SIZE):
    """The frames that a graph of filters makes of a test picture, in planes of YUV 4:2:0."""
    source = f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r=25:d={FRAMES / 25}"
    command = ["ffmpeg", "-v", "error", "-init_hw_device", "cuda=cu:0", "-filter_hw_device", "cu", "-f", "lavfi", "-i", source]
    command += ["-filter_complex", f"format=yuv420p,{graph}", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
    made = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(made, np.uint8).reshape(-1, size[0] * size[1] * 3 // 2).astype(int)


def on_device(filter, size=SIZE):
    return frames(f"hwupload_cuda,{filter}hwdownload,format=yuv420p", size)


assert frames("null").shape[0] == FRAMES
assert (on_device("") == frames("null")).all()
assert (on_device("thumbnail_cuda=n=3,") == frames("thumbnail=n=3")).all()
parts = "split[a][b];[b]crop=100:80:0:0"
host = frames(f"{parts}[c];[a][c]overlay=x=32:y=16")
device = frames(f"{parts},hwupload_cuda[c];[a]hwupload_cuda[d];[d][c]overlay_cuda=x=32:y=16,hwdownload,format=yuv420p")
assert (host == device).all()
for cuda, cpu, error in (("nearest", "neighbor", 0), ("bilinear", "bilinear", 2), ("bicubic", "bicubic", 2), ("lanczos", "lanczos", 2)):
    host = frames(f"scale=160:120:flags={cpu}", SMALL)
    device = on_device(f"scale_cuda=160:120:interp_algo={cuda},", SMALL)
    assert np.abs(host - device).mean() <= error, cuda
for mode in ("send_frame", "send_field"):
    assert (frames(f"yadif=mode={mode}") != on_device(f"yadif_cuda=mode={mode},")).mean() < 0.01
print("FFmpeg: transfers, overlays, thumbnails, scaling, deinterlacing: PASS")
