/* Takes nine tenths of what is called free on each device, touches all of it, and asks for more than there is. Prints what it
 * found in MiB, one line a device. Whoever started it set a limit that the system enforces by killing. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>

enum { PIECES = 8, MIB = 1 << 20 };

static void *pieces[16][PIECES];

int main(void)
{
    int count;
    if (hipGetDeviceCount(&count) || count > 16)
        return 1;
    for (int device = 0; device < count; device++) {
        size_t free, total, of_device, left;
        hipDeviceProp_t properties;
        if (hipSetDevice(device) || hipMemGetInfo(&free, &total) || hipDeviceTotalMem(&of_device, device))
            return 2;
        if (hipGetDeviceProperties(&properties, device) || properties.totalGlobalMem != total || of_device != total)
            return 3;
        if (free > total)
            return 4;
        size_t piece = free / 10 * 9 / PIECES;
        for (int n = 0; n < PIECES; n++)
            if (hipMalloc(&pieces[device][n], piece) || hipMemset(pieces[device][n], 0x5a, piece))
                return 5;
        for (int n = 0; n < PIECES; n++) {
            unsigned char last = 0;
            if (hipMemcpy(&last, (char *)pieces[device][n] + piece - 1, 1, hipMemcpyDeviceToHost) || last != 0x5a)
                return 6;
        }
        if (hipMemGetInfo(&left, &total) || left > free - PIECES * piece)
            return 7;
        void *more;
        hipError_t device_memory = hipMalloc(&more, left + MIB);
        hipError_t managed = hipMallocManaged(&more, (size_t)1 << 50, hipMemAttachGlobal);
        hipError_t pinned = hipHostMalloc(&more, (size_t)1 << 50, hipHostMallocDefault);
        if (hipGetLastError() != hipErrorOutOfMemory)
            return 8;
        printf("device %d: total %zu free %zu more %d %d %d\n", device, total / MIB, free / MIB, device_memory, managed,
               pinned);
    }
    return 0;
}
