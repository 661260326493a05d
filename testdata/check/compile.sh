#!/bin/sh
# Makes the PTX beside each kernel anew, with its first line, which says how it is run and what is expected. Needs clang 19.
cd "$(dirname "$0")" || exit 1
for source in bug/*.cu fine/*.cu; do
    ptx="${source%.cu}.ptx"
    # `wgmma` is a feature of one architecture.
    case "$source" in *wgmma*) arch=sm_90a ;; *) arch=sm_90 ;; esac
    { head -1 "$source"
      clang-19 -x cuda --cuda-device-only --cuda-gpu-arch=$arch -nocudainc -nocudalib -O2 -fno-builtin -S \
          -Xclang -target-feature -Xclang +ptx80 -Wno-unknown-cuda-version -o - "$source" | sed -e '/^\/\/$/d' -e '/^\/\/ Generated/d' -e '/^$/d'
    } >"$ptx.new" && mv "$ptx.new" "$ptx"
done
