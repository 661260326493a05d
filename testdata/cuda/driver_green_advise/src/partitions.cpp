#include "driver.hpp"

#include <vector>

unsigned make_partitions(CUdevice device, unsigned sms, Partition *partitions, unsigned count,
                         CUdevResource *rest)
{
    CUdevResource whole;
    DRV(cuDeviceGetDevResource(device, &whole, CU_DEV_RESOURCE_TYPE_SM));

    // How many groups would there be?
    unsigned groups = 0;
    DRV(cuDevSmResourceSplitByCount(nullptr, &groups, &whole, nullptr, 0, sms));
    if (groups < count)
        count = groups;

    std::vector<CUdevResource> results(count);
    DRV(cuDevSmResourceSplitByCount(results.data(), &count, &whole, rest, 0, sms));

    for (unsigned i = 0; i < count; ++i) {
        CUdevResourceDesc desc;
        partitions[i].resource = results[i];
        DRV(cuDevResourceGenerateDesc(&desc, &results[i], 1));
        DRV(cuGreenCtxCreate(&partitions[i].green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM));
        DRV(cuGreenCtxStreamCreate(&partitions[i].stream, partitions[i].green, CU_STREAM_NON_BLOCKING, 0));
    }
    return count;
}

void destroy_partitions(Partition *partitions, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) {
        DRV(cuStreamSynchronize(partitions[i].stream));
        DRV(cuStreamDestroy(partitions[i].stream));
        DRV(cuGreenCtxDestroy(partitions[i].green));
    }
}
