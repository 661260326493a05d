/* A section of codes.c: calls about multicast objects, of a team of one device. What kernels reach behind their addresses is
   multicast.c's. */
#include "codes.h"
#include <hip/hip_soft.h>

#include <string.h>

#define S ((size_t)2 << 20)

void multicast_objects(void)
{
    hipExtMulticastObjectProp prop;
    hipMemAllocationProp physical;
    hipMemAllocationProp asked;
    hipMemAccessDesc access;
    hipMemGenericAllocationHandle_t object, shareable, memory, other, retained, word = GARBAGE(hipMemGenericAllocationHandle_t);
    size_t granularity = 0;
    unsigned long long flags = 0;
    char *at = NULL, *pages = NULL, *plain = NULL;
    int value = -1, file;

    say("attribute", hipDeviceGetAttribute(&value, hipExtDeviceAttributeMulticastSupported, 0));
    tell("supported", value);
    memset(&prop, 0, sizeof prop);
    prop.numDevices = 1;
    prop.size = 2 * S;
    say("granularity", hipExtMulticastGetGranularity(&granularity, &prop, hipExtMulticastGranularityMinimum));
    tell("least", (long long)granularity);
    say("granularity, recommended",
        hipExtMulticastGetGranularity(&granularity, &prop, hipExtMulticastGranularityRecommended));
    say("granularity, option 2", hipExtMulticastGetGranularity(&granularity, &prop, (hipExtMulticastGranularity_flags)2));
    say("granularity, null place", hipExtMulticastGetGranularity(NULL, &prop, hipExtMulticastGranularityMinimum));
    say("granularity, null props", hipExtMulticastGetGranularity(&granularity, NULL, hipExtMulticastGranularityMinimum));
    say("create, null place", hipExtMulticastCreate(NULL, &prop));
    say("create, null props", hipExtMulticastCreate(&object, NULL));
    prop.numDevices = 0;
    say("create, no devices", hipExtMulticastCreate(&object, &prop));
    prop.numDevices = 2;
    say("create, more devices than there are", hipExtMulticastCreate(&object, &prop));
    prop.numDevices = 1;
    prop.size = 1000;
    say("create, size 1000", hipExtMulticastCreate(&object, &prop));
    prop.size = 0;
    say("create, size 0", hipExtMulticastCreate(&object, &prop));
    prop.size = 2 * S;
    prop.flags = 1;
    say("create, flags 1", hipExtMulticastCreate(&object, &prop));
    prop.flags = 0;
    prop.handleTypes = 8;
    say("create, fabric handles", hipExtMulticastCreate(&object, &prop));
    prop.handleTypes = hipMemHandleTypePosixFileDescriptor;
    say("create, file descriptors", hipExtMulticastCreate(&shareable, &prop));
    prop.handleTypes = 0;
    say("create", hipExtMulticastCreate(&object, &prop));

    say("add device 9", hipExtMulticastAddDevice(object, 9));
    say("add device -1", hipExtMulticastAddDevice(object, -1));
    say("add a device to a garbage handle", hipExtMulticastAddDevice(word, 0));
    say("add a device", hipExtMulticastAddDevice(object, 0));
    say("add it again", hipExtMulticastAddDevice(object, 0));
    say("add a device to the other", hipExtMulticastAddDevice(shareable, 0));

    memset(&physical, 0, sizeof physical);
    physical.type = hipMemAllocationTypePinned;
    physical.location.type = hipMemLocationTypeDevice;
    hipMemCreate(&memory, 2 * S, &physical, 0);
    say("bind", hipExtMulticastBindMem(object, 0, memory, S, S, 0));
    say("bind there again", hipExtMulticastBindMem(object, 0, memory, 0, S, 0));
    say("bind over it", hipExtMulticastBindMem(object, 0, memory, 0, 2 * S, 0));
    say("bind, garbage object", hipExtMulticastBindMem(word, S, memory, 0, S, 0));
    say("bind, garbage memory", hipExtMulticastBindMem(object, S, word, 0, S, 0));
    say("bind an object", hipExtMulticastBindMem(object, S, shareable, 0, S, 0));
    say("bind to memory", hipExtMulticastBindMem(memory, S, memory, 0, S, 0));
    say("bind, flags 1", hipExtMulticastBindMem(object, S, memory, 0, S, 1));
    say("bind, size 0", hipExtMulticastBindMem(object, S, memory, 0, 0, 0));
    say("bind, size 1000", hipExtMulticastBindMem(object, S, memory, 0, 1000, 0));
    say("bind, offset 1000", hipExtMulticastBindMem(object, 1000, memory, 0, S, 0));
    say("bind, offset in memory 1000", hipExtMulticastBindMem(object, S, memory, 1000, S, 0));
    say("bind beyond the object", hipExtMulticastBindMem(object, S, memory, 0, 2 * S, 0));
    say("bind beyond the memory", hipExtMulticastBindMem(object, S, memory, 2 * S, S, 0));
    say("bind at the largest offset", hipExtMulticastBindMem(object, 0 - S, memory, 0, S, 0));
    say("bind memory without file descriptors", hipExtMulticastBindMem(shareable, 0, memory, 0, S, 0));
    say("bind, version 2", hipExtMulticastBindMem_v2(object, 0, S, memory, 0, S, 0));
    say("bind, version 2, device 9", hipExtMulticastBindMem_v2(object, 9, S, memory, 0, S, 0));

    hipMemAddressReserve((void **)&at, 2 * S, 0, NULL, 0);
    say("map", hipMemMap(at, 2 * S, 0, object, 0));
    say("map again", hipMemMap(at, S, 0, object, 0));
    memset(&access, 0, sizeof access);
    access.location.type = hipMemLocationTypeDevice;
    access.flags = hipMemAccessFlagsProtRead;
    say("access to read", hipMemSetAccess(at, 2 * S, &access, 1));
    access.flags = hipMemAccessFlagsProtReadWrite;
    say("access", hipMemSetAccess(at, 2 * S, &access, 1));
    say("get access", hipMemGetAccess(&flags, &access.location, at));
    tell("access is", (long long)flags);
    say("fill", hipMemsetD8(at, 1, 16));
    say("retain", hipMemRetainAllocationHandle(&retained, at));
    tell("retained is it", retained == object);
    say("release the retained", hipMemRelease(retained));
    say("properties", hipMemGetAllocationPropertiesFromHandle(&asked, object));
    say("export", hipMemExportToShareableHandle(&file, object, hipMemHandleTypePosixFileDescriptor, 0));
    say("unmap", hipMemUnmap(at, 2 * S));
    say("map from an offset", hipMemMap(at, S, S, object, 0));
    say("map beyond the object", hipMemMap(at + S, S, 2 * S, object, 0));
    hipMemUnmap(at, 2 * S);

    say("unbind, garbage handle", hipExtMulticastUnbind(word, 0, S, S));
    say("unbind, device 9", hipExtMulticastUnbind(object, 9, S, S));
    say("unbind, another size", hipExtMulticastUnbind(object, 0, 0, 2 * S));
    say("unbind beyond the object", hipExtMulticastUnbind(object, 0, S, 2 * S));
    say("unbind", hipExtMulticastUnbind(object, 0, S, S));
    say("unbind again", hipExtMulticastUnbind(object, 0, S, S));

    hipMemAddressReserve((void **)&pages, 2 * S, 0, NULL, 0);
    say("bind an address of nothing", hipExtMulticastBindAddr(object, S, pages, S, 0));
    hipMemMap(pages, 2 * S, 0, memory, 0);
    say("bind an address", hipExtMulticastBindAddr(object, S, pages + S, S, 0));
    say("bind an address beyond the memory", hipExtMulticastBindAddr(shareable, 0, pages + S, 2 * S, 0));
    say("bind an address, flags 1", hipExtMulticastBindAddr(object, S, pages, S, 1));
    say("unbind the address", hipExtMulticastUnbind(object, 0, S, S));
    say("bind an address, version 2", hipExtMulticastBindAddr_v2(object, 0, S, pages, S, 0));
    say("bind an address, version 2, there again", hipExtMulticastBindAddr_v2(object, 0, S, pages, S, 0));
    hipMalloc((void **)&plain, 4 * S);
    say("bind memory of hipMalloc", hipExtMulticastBindAddr(object, S, (char *)(((size_t)plain + S - 1) / S * S), S, 0));
    say("bind the address of an object", (hipMemMap(at, S, 0, object, 0), hipExtMulticastBindAddr(object, S, at, S, 0)));

    say("release memory", hipMemRelease(memory));
    say("release", hipMemRelease(object));
    say("release again", hipMemRelease(object));
    say("unmap after that", hipMemUnmap(at, S));
    say("create once more", hipExtMulticastCreate(&other, &prop));
    say("release it", hipMemRelease(other));
}
