/* Touches memory from the host as its argument says. On hardware, and under HIP_SOFT_CHECK=host, device memory is not the host's. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <string.h>

#define WORDS 4096

static unsigned host[WORDS];

/* Its size is not known to the compiler, which then calls the C library. */
static volatile size_t bytes = sizeof host;

static int touch(const char *what, volatile unsigned *device, volatile unsigned *managed, volatile unsigned *pinned) {
    if (!strcmp(what, "read"))
        return device[5] != 0x11111111u;
    if (!strcmp(what, "write"))
        device[5] = 7;
    else if (!strcmp(what, "memcpy"))
        memcpy((void *)device, host, bytes);
    else if (!strcmp(what, "again"))
        return device[1] != 0x11111111u || hipMemset((void *)device, 0x22, bytes) || device[1] != 0x22222222u;
    else if (!strcmp(what, "fine")) {
        managed[1] = pinned[1] = 3;
        return hipMemcpy((void *)device, (void *)managed, bytes, hipMemcpyDefault) || hipDeviceSynchronize() ||
               hipMemcpy((void *)pinned, (void *)device, bytes, hipMemcpyDefault) || pinned[1] + managed[1] != 6;
    } else
        return 1;
    return 0;
}

int main(int argc, char **argv) {
    unsigned *device = 0, *managed = 0, *pinned = 0;
    if (argc < 2 || hipMalloc((void **)&device, bytes) || hipMallocManaged((void **)&managed, bytes, hipMemAttachGlobal) ||
        hipHostMalloc((void **)&pinned, bytes, 0) || hipMemset(device, 0x11, bytes))
        return 2;
    if (touch(argv[1], device, managed, pinned))
        return 3;
    if (hipMemcpy(host, device, bytes, hipMemcpyDeviceToHost) || (!strcmp(argv[1], "write") && host[5] != 7))
        return 4;
    if (hipFree(device) || hipFree(managed) || hipHostFree(pinned))
        return 5;
    puts("done");
    return 0;
}
