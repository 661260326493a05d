#include <nvml.h>
#include <cupti.h>

unsigned power()
{
    nvmlDevice_t device;
    unsigned mw = 0;
    nvmlInit_v2();
    if (nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS) nvmlDeviceGetPowerUsage(device, &mw);
    nvmlShutdown();
    CUpti_SubscriberHandle subscriber;
    cuptiSubscribe(&subscriber, nullptr, nullptr);
    return mw;
}

int nvmlike = 3, cuptis = 4;
