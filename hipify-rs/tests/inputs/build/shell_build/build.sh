#!/usr/bin/env bash
# Compiles with nvcc.
set -e
export PATH=/usr/local/cuda-12.4/bin:$PATH LD_LIBRARY_PATH="/usr/local/cuda/lib64:$LD_LIBRARY_PATH"
NVCC=${NVCC:-nvcc}
ARCH="-gencode arch=compute_80,code=sm_80"
FLAGS=(-O3 --std=c++17 -lineinfo $ARCH -Xcompiler "-Wall,-Wextra")
HOST_FLAGS="-O2 -G"
if ! command -v nvcc >/dev/null 2>&1; then
    echo "nvcc is not in PATH; looked in /usr/local/cuda"
    exit 1
fi
for file in *.cu; do
    out=$(basename "$file" .cu)
    "$NVCC" "${FLAGS[@]}" -rdc=true \
        -ftz=true -o "$out" "$file" -lcudart -lcurand || exit 1
done
g++ $HOST_FLAGS -I$CUDA_HOME/include main.cpp -L$CUDA_HOME/lib64 -lcudart -o main; ./main
VERSION=`nvcc --version | tail -1`
