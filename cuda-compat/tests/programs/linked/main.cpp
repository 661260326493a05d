// The host's part of parent.cu and child.cu, as nvcc -rdc=true writes it: one record for all units, whose image (what the device
// linker made) is empty and whose list has the units' fat binaries. Without arguments it runs; with one, the third unit is the file
// of machine code that was built in, and the launch's answer is what is asked for.
#include <cstdio>
#include <runtime.h>

struct Record {
    unsigned magic, version;
    const void *image;
    const void *const *units;
};

extern "C" {
extern const char parent_unit[], child_unit[], runtime_unit[], machine_unit[];
}

__asm__(".section .nv_fatbin, \"a\"\n.balign 8\nempty_image: .quad 0x00100001ba55ed50, 0\n.globl empty_image\n"
        ".section __nv_relfatbin, \"a\"\n"
        ".balign 8\nparent_unit: .incbin \"parent.fatbin\"\n.globl parent_unit\n"
        ".balign 8\nchild_unit: .incbin \"child.fatbin\"\n.globl child_unit\n"
        ".balign 8\nruntime_unit: .incbin \"runtime.fatbin\"\n.globl runtime_unit\n"
        ".balign 8\nmachine_unit: .incbin \"machine.fatbin\"\n.globl machine_unit\n"
        ".text\n");
extern "C" const char empty_image[];

static char parent, calls;

int main(int argc, char **)
{
    const void *all[] = {parent_unit, child_unit, runtime_unit, argc > 1 ? machine_unit : nullptr, nullptr};
    static Record record = {0x466243b1, 2, empty_image, all};
    void **handle = __cudaRegisterFatBinary(&record);
    __cudaRegisterFunction(handle, &parent, nullptr, "_Z6parentPi", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
    __cudaRegisterVar(handle, &calls, nullptr, "calls", 0, sizeof(int), 0, 0);
    __cudaRegisterFatBinaryEnd(handle);

    int *out, host[5] = {}, seen = 0;
    int found = cudaMalloc(reinterpret_cast<void **>(&out), sizeof host);
    void *arguments[] = {&out};
    if (found == 0) found = cudaLaunchKernel(&parent, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr);
    std::printf("launch: %s\n", cudaGetErrorName(found));
    if (found == 0) {
        int copied = cudaMemcpy(host, out, sizeof host, 2), symbol = cudaMemcpyFromSymbol(&seen, &calls, sizeof seen, 0, 2);
        std::printf("copies: %s %s\n", cudaGetErrorName(copied), cudaGetErrorName(symbol));
        std::printf("parent %d, children %d %d %d %d, calls %d\n", host[0], host[1], host[2], host[3], host[4], seen);
    }
    __cudaUnregisterFatBinary(handle);
    return 0;
}
