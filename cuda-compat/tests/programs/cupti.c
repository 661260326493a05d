// What frameworks ask of CUPTI when they start, and what a profiler would: results and texts.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int cuptiActivityEnable(unsigned kind);
int cuptiActivityFlushAll(uint32_t flag);
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t size, void **record);
int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped);
int cuptiDeviceGetNumMetrics(int device, uint32_t *count);
int cuptiFinalize(void);
int cuptiGetLastError(void);
int cuptiGetResultString(int result, const char **text);
int cuptiGetTimestamp(uint64_t *time);
int cuptiGetVersion(uint32_t *version);
int cuptiSubscribe(void **subscriber, void *callback, void *data);
int cuptiSupportedDomains(size_t *count, const unsigned **table);

static const char *text(int result) {
    const char *found = "no text";
    cuptiGetResultString(result, &found);
    return found;
}

#define SAY(call) printf("%s: %s\n", #call, text(call))

int main(void) {
    uint32_t version = 0, count = 7;
    uint64_t before = 0, after = 0;
    size_t dropped = 7, domains = 7;
    const unsigned *table = &version;
    void *subscriber = NULL, *record = NULL;
    SAY(cuptiGetVersion(&version));
    SAY(cuptiGetVersion(NULL));
    SAY(cuptiGetLastError());
    SAY(cuptiGetLastError());
    printf("version %u\n", version);
    SAY(cuptiGetTimestamp(&before));
    cuptiGetTimestamp(&after);
    printf("time %s\n", before > 0 && after >= before ? "passes" : "stands");
    SAY(cuptiSubscribe(&subscriber, NULL, NULL));
    SAY(cuptiSubscribe(&subscriber, NULL, NULL));
    SAY(cuptiGetLastError());
    SAY(cuptiActivityEnable(3));
    SAY(cuptiActivityFlushAll(0));
    SAY(cuptiActivityGetNextRecord(NULL, 0, &record));
    SAY(cuptiActivityGetNumDroppedRecords(NULL, 0, &dropped));
    SAY(cuptiSupportedDomains(&domains, &table));
    SAY(cuptiDeviceGetNumMetrics(0, &count));
    printf("%zu dropped, %zu domains, %u metrics\n", dropped, domains, count);
    SAY(cuptiGetResultString(4711, NULL));
    printf("%s %s\n", text(999), text(4711));
    SAY(cuptiFinalize());
    return 0;
}
