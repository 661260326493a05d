// grid [2, 1, 1] block [32, 1, 1]
#include "../prelude.h"

KERNEL {
    if (B_ == 0) {
        if (T_ == 0) {
            out[1] = 42;
            asm volatile("st.release.gpu.global.u32 [%0], 1;" :: "l"(out) : "memory");
        }
    }
    else if (T_ == 0) {
        u32 f;
        do asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(f) : "l"(out) : "memory");
        while (!f);
        out[2] = out[1] + 1;
    }
}
