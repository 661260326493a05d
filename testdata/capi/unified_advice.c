/* Parts of unified.c: advice, prefetches, what ranges answer, batches, attaching. */
#include "unified.h"

#include "unified_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static hipError_t advise(void *at, size_t bytes, int advice, int device)
{
    return hipMemAdvise(at, bytes, (hipMemoryAdvise)advice, device);
}

static hipError_t advise_at(void *at, size_t bytes, int advice, int type, int id)
{
    return hipMemAdvise_v2(at, bytes, (hipMemoryAdvise)advice, place(type, id));
}

static hipError_t prefetch_at(void *at, size_t bytes, int type, int id)
{
    return hipMemPrefetchAsync_v2(at, bytes, place(type, id), 0, NULL);
}

void advice(void)
{
    void *m = NULL, *device = NULL, *host = NULL;
    char *own = malloc(KIB(64));
    part("advice", "cuMemAdvise");
    hipMallocManaged(&m, KIB(64), hipMemAttachGlobal);
    hipMalloc(&device, KIB(64));
    hipHostMalloc(&host, KIB(64), 0);
    say("read mostly", advise(m, KIB(64), READ_MOSTLY, 0), "SET_READ_MOSTLY");
    say("read mostly, device 99", advise(m, KIB(64), READ_MOSTLY, 99), "SET_READ_MOSTLY ignores the device");
    say("not read mostly, device 99", advise(m, KIB(64), NOT_READ_MOSTLY, 99), "UNSET_READ_MOSTLY ignores the device");
    say("preferred 0", advise(m, KIB(64), PREFERRED, 0), "SET_PREFERRED_LOCATION takes a device");
    say("preferred host", advise(m, KIB(64), PREFERRED, -1), "SET_PREFERRED_LOCATION takes CU_DEVICE_CPU");
    say("preferred -2", advise(m, KIB(64), PREFERRED, -2), "SET_PREFERRED_LOCATION takes a valid device");
    say("preferred 99", advise(m, KIB(64), PREFERRED, 99), "SET_PREFERRED_LOCATION takes a valid device");
    say("not preferred, device 99", advise(m, KIB(64), NOT_PREFERRED, 99), "UNSET_PREFERRED_LOCATION ignores the device");
    say("accessed by 0", advise(m, KIB(64), ACCESSED_BY, 0), "SET_ACCESSED_BY takes a device");
    say("accessed by host", advise(m, KIB(64), ACCESSED_BY, -1), "SET_ACCESSED_BY takes CU_DEVICE_CPU");
    say("accessed by -2", advise(m, KIB(64), ACCESSED_BY, -2), "SET_ACCESSED_BY takes a valid device");
    say("accessed by 99", advise(m, KIB(64), ACCESSED_BY, 99), "SET_ACCESSED_BY takes a valid device");
    say("not accessed by 0", advise(m, KIB(64), NOT_ACCESSED_BY, 0), "UNSET_ACCESSED_BY");
    say("not accessed by 99", advise(m, KIB(64), NOT_ACCESSED_BY, 99), "UNSET_ACCESSED_BY");
    say("coarse grain, advice 100", advise(m, KIB(64), 100, 0), "advice is one of those listed");
    say("advice 0", advise(m, KIB(64), 0, 0), "advice is one of those listed");
    say("advice 7", advise(m, KIB(64), 7, 0), "advice is one of those listed");
    say("no bytes", advise(m, 0, READ_MOSTLY, 0), "a range has bytes");
    say("one byte", advise(AT(m, 5000), 1, READ_MOSTLY, 0), "the range is rounded outwards to pages");
    range_is("the byte's page", 1, AT(m, PAGE), PAGE, "the range is rounded outwards to pages");
    range_is("the page before", 1, m, PAGE, "the range is rounded outwards to pages");
    range_is("the page behind", 1, AT(m, 2 * PAGE), PAGE, "the range is rounded outwards to pages");
    range_is("two pages", 1, m, 2 * PAGE, "all pages must have it");
    say("to the last byte", advise(AT(m, 1), KIB(64) - 1, READ_MOSTLY, 0), "the range must be managed memory");
    say("one byte past", advise(m, KIB(64) + 1, NOT_READ_MOSTLY, 0), "the range must be managed memory");
    say("a unit past", advise(m, MIB(4), NOT_READ_MOSTLY, 0), "the range must be managed memory");
    range_is("nothing was done then", 1, m, PAGE, "the range must be managed memory");
    say("device memory", advise(device, KIB(64), READ_MOSTLY, 0), "the range must be managed memory");
    say("host memory", advise(host, KIB(64), READ_MOSTLY, 0), "the range must be managed memory");
    say("pageable memory", advise(own, KIB(64), READ_MOSTLY, 0), "pageable memory needs PAGEABLE_MEMORY_ACCESS");
    say("pageable memory, preferred", advise(own, KIB(64), PREFERRED, 0), "pageable memory needs PAGEABLE_MEMORY_ACCESS");
    say("null", advise(NULL, KIB(64), READ_MOSTLY, 0), "the range must be managed memory");
    say("device memory, device 99", advise(device, KIB(64), PREFERRED, 99), "which error comes first");
    say("managed 0 bytes, device 99", advise(m, 0, PREFERRED, 99), "which error comes first");
    part("advice at places", "cuMemAdvise_v2");
    say("preferred device", advise_at(m, KIB(64), PREFERRED, DEVICE, 0), "type DEVICE, id an ordinal");
    say("preferred device 99", advise_at(m, KIB(64), PREFERRED, DEVICE, 99), "type DEVICE, id an ordinal");
    say("preferred device -1", advise_at(m, KIB(64), PREFERRED, DEVICE, -1), "type DEVICE, id an ordinal");
    say("preferred host", advise_at(m, KIB(64), PREFERRED, HOST, 99), "type HOST ignores the id");
    say("preferred node 0", advise_at(m, KIB(64), PREFERRED, NODE, 0), "type HOST_NUMA, id a node");
    say("preferred node 999", advise_at(m, KIB(64), PREFERRED, NODE, 999), "type HOST_NUMA, id a node");
    say("preferred node -1", advise_at(m, KIB(64), PREFERRED, NODE, -1), "type HOST_NUMA, id a node");
    say("preferred node here", advise_at(m, KIB(64), PREFERRED, NODE_HERE, 99), "type HOST_NUMA_CURRENT ignores the id");
    say("read mostly, device 99", advise_at(m, KIB(64), READ_MOSTLY, DEVICE, 99), "SET_READ_MOSTLY ignores the location");
    say("not preferred, device 99", advise_at(m, KIB(64), NOT_PREFERRED, DEVICE, 99), "UNSET_PREFERRED_LOCATION ignores the location");
    say("preferred nowhere", advise_at(m, KIB(64), PREFERRED, NOWHERE, 0), "type is one of those listed");
    say("preferred type 9", advise_at(m, KIB(64), PREFERRED, 9, 0), "type is one of those listed");
    say("not preferred nowhere", advise_at(m, KIB(64), NOT_PREFERRED, NOWHERE, 0), "UNSET_PREFERRED_LOCATION ignores the location");
    say("read mostly nowhere", advise_at(m, KIB(64), READ_MOSTLY, NOWHERE, 0), "SET_READ_MOSTLY ignores the location");
    say("not read mostly type 9", advise_at(m, KIB(64), NOT_READ_MOSTLY, 9, 0), "UNSET_READ_MOSTLY ignores the location");
    say("accessed by device", advise_at(m, KIB(64), ACCESSED_BY, DEVICE, 0), "SET_ACCESSED_BY takes DEVICE or HOST");
    say("accessed by host", advise_at(m, KIB(64), ACCESSED_BY, HOST, 0), "SET_ACCESSED_BY takes DEVICE or HOST");
    say("accessed by node 0", advise_at(m, KIB(64), ACCESSED_BY, NODE, 0), "SET_ACCESSED_BY takes no other type");
    say("accessed by node here", advise_at(m, KIB(64), ACCESSED_BY, NODE_HERE, 0), "SET_ACCESSED_BY takes no other type");
    say("accessed by nowhere", advise_at(m, KIB(64), ACCESSED_BY, NOWHERE, 0), "SET_ACCESSED_BY takes no other type");
    say("not accessed by node 0", advise_at(m, KIB(64), NOT_ACCESSED_BY, NODE, 0), "UNSET_ACCESSED_BY");
    say("not accessed by device", advise_at(m, KIB(64), NOT_ACCESSED_BY, DEVICE, 0), "UNSET_ACCESSED_BY");
    say("free", hipFree(m), "-");
    say("freed", advise(m, KIB(64), READ_MOSTLY, 0), "the range must be managed memory");
    hipFree(device);
    hipHostFree(host);
    free(own);
}

void prefetches(void)
{
    void *m = NULL, *device = NULL;
    hipStream_t s = NULL;
    char *own = malloc(KIB(64));
    part("prefetches", "cuMemPrefetchAsync");
    hipMallocManaged(&m, KIB(64), hipMemAttachGlobal);
    hipMalloc(&device, KIB(64));
    hipStreamCreateWithFlags(&s, hipStreamNonBlocking);
    memset(m, 9, KIB(64));
    say("to the device", hipMemPrefetchAsync(m, KIB(64), 0, s), "to a device with concurrent access");
    say("to the host", hipMemPrefetchAsync(m, KIB(64), -1, s), "to CU_DEVICE_CPU");
    say("to -2", hipMemPrefetchAsync(m, KIB(64), -2, s), "to a valid device");
    say("to 99", hipMemPrefetchAsync(m, KIB(64), 99, s), "to a valid device");
    say("no bytes", hipMemPrefetchAsync(m, 0, 0, s), "a range has bytes");
    say("one byte", hipMemPrefetchAsync(AT(m, 100), 1, 0, s), "the range is rounded outwards to pages");
    range_is("its page", 4, m, PAGE, "the range is rounded outwards to pages");
    range_is("the page behind", 4, AT(m, PAGE), PAGE, "what was asked for counts at once");
    say("past the end", hipMemPrefetchAsync(m, MIB(4), 0, s), "the range must be managed memory");
    say("one byte past", hipMemPrefetchAsync(m, KIB(64) + 1, 0, s), "the range must be managed memory");
    say("device memory", hipMemPrefetchAsync(device, KIB(64), 0, s), "the range must be managed memory");
    say("pageable memory", hipMemPrefetchAsync(own, KIB(64), 0, s), "the range must be managed memory");
    say("null", hipMemPrefetchAsync(NULL, KIB(64), 0, s), "the range must be managed memory");
    say("in the null stream", hipMemPrefetchAsync(m, KIB(64), 0, NULL), "a stream");
    say("in the thread's stream", hipMemPrefetchAsync(m, KIB(64), 0, hipStreamPerThread), "a stream");
    say("at a device", prefetch_at(m, KIB(64), DEVICE, 0), "type DEVICE, id an ordinal");
    say("at device 99", prefetch_at(m, KIB(64), DEVICE, 99), "type DEVICE, id an ordinal");
    say("at device -1", prefetch_at(m, KIB(64), DEVICE, -1), "type DEVICE, id an ordinal");
    say("at the host", prefetch_at(m, KIB(64), HOST, 7), "type HOST ignores the id");
    say("at node 0", prefetch_at(m, KIB(64), NODE, 0), "type HOST_NUMA, id a node");
    say("at node 999", prefetch_at(m, KIB(64), NODE, 999), "type HOST_NUMA, id a node");
    say("at the node here", prefetch_at(m, KIB(64), NODE_HERE, 7), "type HOST_NUMA_CURRENT ignores the id");
    say("nowhere", prefetch_at(m, KIB(64), NOWHERE, 0), "type is one of those listed");
    say("at type 9", prefetch_at(m, KIB(64), 9, 0), "type is one of those listed");
    say("flags 1", hipMemPrefetchAsync_v2(m, KIB(64), place(DEVICE, 0), 1, s), "flags must be 0");
    say("wait", hipStreamSynchronize(s), "-");
    say("wait for all", hipDeviceSynchronize(), "-");
    tell("what the host wrote is there", ((char *)m)[KIB(64) - 1], "accesses are always coherent");
    say("preferred host, then to the device", (advise(m, KIB(64), PREFERRED, -1), prefetch_at(m, KIB(64), DEVICE, 0)), "moves against the preferred location");
    range_is("last prefetch is the device", 4, m, KIB(64), "moves against the preferred location");
    range_is("preferred stays the host", 2, m, KIB(64), "moves against the preferred location");
    hipStreamDestroy(s);
    hipFree(m);
    hipFree(device);
    free(own);
}

/* All eight attributes of a range. */
static void eight(const char *what, const void *at, size_t bytes, const char *sentence)
{
    static const char *names[] = { "read mostly", "preferred", "accessed by", "last prefetch", "preferred type", "preferred id",
        "last prefetch type", "last prefetch id" };
    for (int n = 0; n < 8; n++) {
        char text[80];
        strcpy(text, what);
        strcat(text, ": ");
        strcat(text, names[n]);
        range_is(text, n + 1, at, bytes, sentence);
    }
}

void ranges(void)
{
    void *m = NULL, *device = NULL;
    int word = 77, list[3] = { 77, 77, 77 };
    part("ranges", "cuMemRangeGetAttribute");
    hipMallocManaged(&m, MIB(4), hipMemAttachGlobal);
    hipMalloc(&device, PAGE);
    eight("fresh", m, MIB(4), "never advised, never prefetched");
    advise_at(m, MIB(4), PREFERRED, DEVICE, 0);
    prefetch_at(m, MIB(4), DEVICE, 0);
    eight("device", m, MIB(4), "all pages the same device");
    advise_at(m, MIB(4), PREFERRED, HOST, 0);
    prefetch_at(m, MIB(4), HOST, 0);
    eight("host", m, MIB(4), "all pages the CPU");
    advise_at(m, MIB(4), PREFERRED, NODE, 0);
    prefetch_at(m, MIB(4), NODE, 0);
    eight("node 0", m, MIB(4), "all pages the same NUMA node");
    advise_at(m, MIB(4), PREFERRED, NODE_HERE, 0);
    prefetch_at(m, MIB(4), NODE_HERE, 0);
    range_is("node here: preferred", 2, m, MIB(4), "the NUMA node of the calling thread");
    range_is("node here: preferred type", 5, m, MIB(4), "the NUMA node of the calling thread");
    range_is("node here: last prefetch", 4, m, MIB(4), "the NUMA node of the calling thread");
    range_is("node here: last prefetch type", 7, m, MIB(4), "the NUMA node of the calling thread");
    range_is("node here: last prefetch id", 8, m, MIB(4), "the NUMA node of the calling thread");
    prefetch_at(m, MIB(4), HOST, 0);
    prefetch_at(m, MIB(2), NODE, 0);
    range_is("host and node: last prefetch", 4, m, MIB(4), "pages differ");
    range_is("host and node: last prefetch type", 7, m, MIB(4), "pages differ");
    advise_at(m, MIB(2), PREFERRED, DEVICE, 0);
    prefetch_at(m, MIB(2), DEVICE, 0);
    eight("device and node", m, MIB(4), "pages differ");
    range_is("first half: preferred", 2, m, MIB(2), "all pages the same device");
    advise(AT(m, MIB(2)), MIB(2), NOT_PREFERRED, 0);
    range_is("device and none: preferred", 2, m, MIB(4), "some have no preferred location");
    range_is("device and none: preferred type", 5, m, MIB(4), "some have no preferred location");
    range_is("none: preferred", 2, AT(m, MIB(2)), MIB(2), "no preferred location");
    advise(m, MIB(4), READ_MOSTLY, 0);
    range_is("read mostly all", 1, m, MIB(4), "1 if all pages have it");
    advise(AT(m, MIB(3)), PAGE, NOT_READ_MOSTLY, 0);
    range_is("read mostly but a page", 1, m, MIB(4), "0 otherwise");
    range_is("read mostly before the page", 1, m, MIB(3), "1 if all pages have it");
    range_is("read mostly, a byte of the page", 1, AT(m, MIB(3) + 17), 1, "pages that the range touches");
    range_is("read mostly, up to the page", 1, AT(m, 17), MIB(3) - 17, "pages that the range touches");
    range_is("read mostly, a byte into the page", 1, AT(m, 17), MIB(3) - 16, "pages that the range touches");
    listed("accessed by nobody, 1", 1, m, MIB(4), "extra space is CU_DEVICE_INVALID");
    listed("accessed by nobody, 3", 3, m, MIB(4), "extra space is CU_DEVICE_INVALID");
    advise(m, MIB(4), ACCESSED_BY, 0);
    listed("accessed by 0, 1", 1, m, MIB(4), "a list of devices");
    listed("accessed by 0, 3", 3, m, MIB(4), "{ 0, invalid, invalid }");
    advise(m, MIB(4), ACCESSED_BY, -1);
    listed("accessed by 0 and host, 1", 1, m, MIB(4), "as many as fit");
    listed("accessed by 0 and host, 2", 2, m, MIB(4), "a list of devices");
    listed("accessed by 0 and host, 4", 4, m, MIB(4), "extra space is CU_DEVICE_INVALID");
    advise(m, PAGE, NOT_ACCESSED_BY, 0);
    listed("accessed by host, 0 but for a page, 3", 3, m, MIB(4), "the entire range has it");
    listed("accessed by both behind the page, 3", 3, AT(m, PAGE), MIB(1), "the entire range has it");
    for (int n = 1; n <= 8; n++) {
        char text[32] = "attribute  , size  ";
        static const int sizes[] = { 0, 2, 3, 4, 8, 9 };
        text[10] = (char)('0' + n);
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            text[18] = (char)('0' + sizes[k]);
            range_size(text, n, sizes[k], m, PAGE, n == 3 ? "dataSize is a multiple of 4, not 0" : "dataSize is 4");
        }
    }
    range_size("attribute 0", 0, 4, m, PAGE, "attributes are those listed");
    range_size("attribute 9", 9, 4, m, PAGE, "attributes are those listed");
    range_size("attribute 99", 99, 4, m, PAGE, "attributes are those listed");
    range_size("attribute 100", 100, 4, m, PAGE, "attributes are those listed");
    range_size("no bytes", 1, 4, m, 0, "the range must be managed memory");
    range_size("past the end", 1, 4, m, MIB(5), "the range must be managed memory");
    range_size("device memory", 1, 4, device, PAGE, "the range must be managed memory");
    range_size("pageable memory", 1, 4, &word, 4, "the range must be managed memory");
    range_size("null", 1, 4, NULL, PAGE, "the range must be managed memory");
    say("no place", hipMemRangeGetAttribute(NULL, 4, (hipMemRangeAttribute)1, m, PAGE), "data is a place");
    part("many of a range", "cuMemRangeGetAttributes");
    hipMemRangeAttribute which[] = { (hipMemRangeAttribute)1, (hipMemRangeAttribute)3 };
    void *data[] = { &word, list };
    size_t sizes[] = { 4, 12 };
    say("two", hipMemRangeGetAttributes(data, sizes, which, 2, AT(m, PAGE), MIB(1)), "the same answers, many at once");
    tell("two: the first", word, "the same answers, many at once");
    tell("two: the second's first", list[0], "the same answers, many at once");
    tell("two: the second's last", list[2], "the same answers, many at once");
    say("none", hipMemRangeGetAttributes(data, sizes, which, 0, m, PAGE), "counts and arrays match");
    say("no data", hipMemRangeGetAttributes(NULL, sizes, which, 2, m, PAGE), "counts and arrays match");
    say("no sizes", hipMemRangeGetAttributes(data, NULL, which, 2, m, PAGE), "counts and arrays match");
    say("no attributes", hipMemRangeGetAttributes(data, sizes, NULL, 2, m, PAGE), "counts and arrays match");
    sizes[1] = 5;
    word = 77;
    say("a wrong size", hipMemRangeGetAttributes(data, sizes, which, 2, AT(m, PAGE), MIB(1)), "restrictions are cuMemRangeGetAttribute's");
    tell("a wrong size: the first", word, "restrictions are cuMemRangeGetAttribute's");
    say("device memory", hipMemRangeGetAttributes(data, sizes, which, 1, device, PAGE), "the range must be managed memory");
    hipFree(m);
    hipFree(device);
}

void batches(void)
{
    void *m = NULL, *device = NULL;
    hipStream_t s = NULL;
    hipMemLocation places[2] = { place(DEVICE, 0), place(HOST, 0) };
    hipMemLocation bad = place(DEVICE, 99);
    part("batches", "cuMemPrefetchBatchAsync");
    hipMallocManaged(&m, MIB(4), hipMemAttachGlobal);
    hipMalloc(&device, PAGE);
    hipStreamCreateWithFlags(&s, hipStreamNonBlocking);
    void *at[3] = { m, AT(m, MIB(1)), AT(m, MIB(2)) };
    size_t bytes[3] = { MIB(1), MIB(1), MIB(1) };
    size_t from[2] = { 0, 2 }, late[2] = { 1, 2 }, falling[2] = { 0, 0 }, beyond[2] = { 0, 3 };
    say("three to two places", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, s), "places apply from their index on");
    range_is("the first two", 4, m, MIB(2), "places apply from their index on");
    range_is("the third", 4, AT(m, MIB(2)), MIB(1), "places apply from their index on");
    range_is("what is behind", 4, AT(m, MIB(3)), MIB(1), "places apply from their index on");
    say("first index 1", hipMemPrefetchBatchAsync(at, bytes, 3, places, late, 2, 0, s), "the first index is 0");
    say("indices do not rise", hipMemPrefetchBatchAsync(at, bytes, 3, places, falling, 2, 0, s), "each index is greater than the one before");
    say("index 3 of 3", hipMemPrefetchBatchAsync(at, bytes, 3, places, beyond, 2, 0, s), "the last index is less than count");
    say("more places than ranges", hipMemPrefetchBatchAsync(at, bytes, 1, places, from, 2, 0, s), "no more places than ranges");
    say("flags 1", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 1, s), "flags must be 0");
    say("no ranges", hipMemPrefetchBatchAsync(at, bytes, 0, places, from, 1, 0, s), "count");
    say("no places", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 0, 0, s), "every range has a place");
    say("device 99", hipMemPrefetchBatchAsync(at, bytes, 3, &bad, from, 1, 0, s), "places are cuMemPrefetchAsync's");
    say("in the null stream", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, NULL), "not in the legacy null stream");
    say("in the legacy stream", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, hipStreamLegacy), "not in the legacy null stream");
    say("in the thread's stream", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, hipStreamPerThread), "not in the legacy null stream");
    at[1] = device;
    say("device memory", hipMemPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, s), "ranges are managed memory");
    at[1] = AT(m, MIB(1));
    say("null arrays", hipMemPrefetchBatchAsync(NULL, bytes, 3, places, from, 2, 0, s), "arrays");
    part("discards", "cuMemDiscardBatchAsync");
    say("two", hipMemDiscardBatchAsync(at, bytes, 2, 0, s), "contents are no longer useful");
    range_is("last prefetch stays", 4, m, MIB(1), "contents are no longer useful");
    say("flags 1", hipMemDiscardBatchAsync(at, bytes, 2, 1, s), "flags must be 0");
    say("none", hipMemDiscardBatchAsync(at, bytes, 0, 0, s), "count");
    say("in the null stream", hipMemDiscardBatchAsync(at, bytes, 2, 0, NULL), "not in the legacy null stream");
    say("one byte", (bytes[0] = 1, hipMemDiscardBatchAsync(at, bytes, 1, 0, s)), "a range");
    say("no bytes", (bytes[0] = 0, hipMemDiscardBatchAsync(at, bytes, 1, 0, s)), "a range");
    bytes[0] = MIB(1);
    say("device memory", (at[0] = device, hipMemDiscardBatchAsync(at, bytes, 1, 0, s)), "ranges are managed memory");
    at[0] = m;
    say("wait", hipStreamSynchronize(s), "-");
    memset(m, 4, PAGE);
    tell("a write undoes it", ((char *)m)[PAGE - 1], "a write undoes it");
    part("discards with prefetches", "cuMemDiscardAndPrefetchBatchAsync");
    say("three", hipMemDiscardAndPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, s), "as a discard and a prefetch");
    range_is("the third", 4, AT(m, MIB(2)), MIB(1), "as a discard and a prefetch");
    say("first index 1", hipMemDiscardAndPrefetchBatchAsync(at, bytes, 3, places, late, 2, 0, s), "the first index is 0");
    say("flags 1", hipMemDiscardAndPrefetchBatchAsync(at, bytes, 3, places, from, 2, 1, s), "flags must be 0");
    say("in the null stream", hipMemDiscardAndPrefetchBatchAsync(at, bytes, 3, places, from, 2, 0, NULL), "not in the legacy null stream");
    say("wait for it", hipStreamSynchronize(s), "-");
    hipStreamDestroy(s);
    hipFree(m);
    hipFree(device);
}

void attaching(void)
{
    void *m = NULL, *device = NULL;
    int local = 0;
    hipStream_t s = NULL;
    part("attaching", "cuStreamAttachMemAsync");
    hipMallocManaged(&m, KIB(64), hipMemAttachHost);
    hipMalloc(&device, PAGE);
    hipStreamCreateWithFlags(&s, hipStreamNonBlocking);
    say("single", hipStreamAttachMemAsync(s, m, 0, hipMemAttachSingle), "flags are GLOBAL, HOST or SINGLE");
    say("host", hipStreamAttachMemAsync(s, m, 0, hipMemAttachHost), "flags are GLOBAL, HOST or SINGLE");
    say("global", hipStreamAttachMemAsync(s, m, 0, hipMemAttachGlobal), "flags are GLOBAL, HOST or SINGLE");
    say("flags 3", hipStreamAttachMemAsync(s, m, 0, 3), "flags are GLOBAL, HOST or SINGLE");
    say("all bytes", hipStreamAttachMemAsync(s, m, KIB(64), hipMemAttachGlobal), "length is 0 or the allocation's");
    say("some bytes", hipStreamAttachMemAsync(s, m, PAGE, hipMemAttachGlobal), "length is 0 or the allocation's");
    say("inside", hipStreamAttachMemAsync(s, AT(m, PAGE), 0, hipMemAttachGlobal), "dptr is the allocation's start");
    say("single in the null stream", hipStreamAttachMemAsync(NULL, m, 0, hipMemAttachSingle), "SINGLE needs a stream that is not null");
    say("host in the null stream", hipStreamAttachMemAsync(NULL, m, 0, hipMemAttachHost), "a stream");
    say("device memory", hipStreamAttachMemAsync(s, device, 0, hipMemAttachGlobal), "dptr is managed memory");
    say("pageable memory", hipStreamAttachMemAsync(s, &local, 0, hipMemAttachGlobal), "dptr is managed memory");
    say("null", hipStreamAttachMemAsync(s, NULL, 0, hipMemAttachGlobal), "dptr is managed memory");
    say("wait", hipStreamSynchronize(s), "-");
    say("destroy with memory attached", (hipStreamAttachMemAsync(s, m, 0, hipMemAttachSingle), hipStreamDestroy(s)), "memory returns to GLOBAL");
    hipFree(m);
    hipFree(device);
}

void captures(void)
{
    void *m = NULL, *n = NULL;
    hipStream_t s = NULL;
    hipGraph_t graph = NULL;
    part("captures", "Stream capture");
    hipMallocManaged(&m, KIB(64), hipMemAttachGlobal);
    hipStreamCreateWithFlags(&s, hipStreamNonBlocking);
    hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
    say("alloc", hipMallocManaged(&n, PAGE, hipMemAttachGlobal), "unsafe calls are refused");
    say("end", hipStreamEndCapture(s, &graph), "unsafe calls are refused");
    hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
    say("alloc, relaxed", hipMallocManaged(&n, PAGE, hipMemAttachGlobal), "relaxed captures refuse nothing");
    say("end, relaxed", hipStreamEndCapture(s, &graph), "relaxed captures refuse nothing");
    hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
    say("advise", advise(m, KIB(64), READ_MOSTLY, 0), "what advice is");
    say("end after advice", hipStreamEndCapture(s, &graph), "what advice is");
    hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
    say("prefetch", hipMemPrefetchAsync(m, KIB(64), 0, s), "a prefetch is no node");
    say("end after the prefetch", hipStreamEndCapture(s, &graph), "a prefetch is no node");
    hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
    say("attach", hipStreamAttachMemAsync(s, m, 0, hipMemAttachGlobal), "attaching is no node");
    say("end after attaching", hipStreamEndCapture(s, &graph), "attaching is no node");
    hipStreamDestroy(s);
    hipFree(m);
}
