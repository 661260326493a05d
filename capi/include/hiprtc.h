/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIPRTC_FORWARD_H
#define HIPRTC_FORWARD_H
#include <hip/hiprtc.h>
#endif
