#!/bin/bash
# Records counters and durations on a GPU: `record.sh OUT` in this directory, with CUDA's toolkit. Metrics that this ncu does not know are left out.
set -eo pipefail
out=$1; cd "$(dirname "$0")"
work=$(mktemp -d); cp cases.tsv "$work"
nvcc -cubin -arch=sm_90 -O3 -lineinfo -o "$work/kernels.cubin" kernels.cu 2>/dev/null
nvcc -ptx -arch=sm_90 -O3 -lineinfo -o "$out/kernels.ptx" kernels.cu 2>/dev/null
cuobjdump -sass "$work/kernels.cubin" | sed 's@/\*[0-9a-f ]\{18,\}\*/@@; s/ *$//' | grep -v '^$' | gzip -9 > "$out/kernels.sass.gz" || true
stub=$(dirname "$(find / -name libcuda.so -path '*stubs*' 2>/dev/null | head -1)")
nvcc -O2 -std=c++17 -o "$work/record" record.cpp -L"$stub" -lcuda
cd "$work"
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.mem --format=csv,noheader > "$out/device.txt"
./record time > "$out/times.tsv"; head -3 "$out/times.tsv"; wc -l "$out/times.tsv"
ncu --query-metrics-mode all --query-metrics > all.txt 2>/dev/null || ncu --query-metrics > all.txt || true
awk '{print $1}' all.txt | sort -u > names.txt; wc -l names.txt
known=""
while read -r m; do
  if grep -qx "${m%%.*}" names.txt || grep -qx "$m" names.txt || [[ $m == launch__* ]]; then known="$known,$m"; else echo "unknown: $m"; fi
done < "$OLDPWD/metrics.txt"
time ncu --csv --page raw --print-units base --cache-control all --clock-control none --metrics "${known#,}" ./record once > raw.csv 2> err.txt || { tail -5 err.txt raw.csv; exit 1; }
gzip -9 < raw.csv > "$out/raw.csv.gz"; tail -2 raw.csv | cut -c1-600; wc -l raw.csv
