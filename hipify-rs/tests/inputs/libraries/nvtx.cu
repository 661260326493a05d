#include <nvToolsExt.h>

struct Range {
    explicit Range(const char *name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
};
void mark()
{
    nvtxMarkA("here");
    nvtxRangeId_t id = nvtxRangeStartA("there");
    nvtxRangeEnd(id);
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    nvtxRangePushEx(&attributes);
}
