#!/bin/sh
# Builds probe.cu and runs every part of it; what comes out is h200.txt.
probe=$(mktemp -d)/probe
cd "$(dirname "$0")" || exit 1
nvcc -arch=sm_90 -w -o "$probe" probe.cu || exit 1
part() {
  echo "== $*"
  "$probe" "$@" 2>&1
}
for n in $(seq 0 45); do "$probe" forms $n 2>&1; done
for f in '%hhd.' '%hhu.' '%hhd %d.' '%c %hhd %d.' '%y %d.' '%ls.' '%S.' '%C.' '%lc.' '%zd %d.' '%td %d.' '%jd %d.' '%qd %d.' '%Lf %d.' '%5% %d.' '%n %d.' 'x %hhx'; do "$probe" zeros "$f" 2>&1; done
part order
for n in 0 1 2 3 4 5 6; do
  echo "== fill $n"
  "$probe" fill $n >"$probe.out" 2>&1
  wc -l <"$probe.out"
  sed -n '1,3p' "$probe.out"
  tail -2 "$probe.out"
done
for p in limits heap late free_twice free_wild free_inside brkpt bad_format bad_string assert grid exit; do part $p; done
