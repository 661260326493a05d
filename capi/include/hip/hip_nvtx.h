/* NVTX's calls with attributes, domains and wide strings, over rocTX, which knows messages alone. Colours, categories and payloads
   have no place there and are dropped. Ranges of all domains are nested in one stack per thread. C and C++. */
#ifndef HIP_NVTX_H
#define HIP_NVTX_H

#include <rocprofiler-sdk-roctx/roctx.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_NO_PUSH_POP_TRACKING (-2)
#define NVTX_SUCCESS 0
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_INITIALIZATION_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxInitializationAttributes_t))

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;

typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN,
    NVTX_MESSAGE_TYPE_ASCII,
    NVTX_MESSAGE_TYPE_UNICODE,
    NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    NVTX_PAYLOAD_TYPE_INT64,
    NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
    NVTX_PAYLOAD_TYPE_INT32,
    NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;

/* Copies of a registered string and of a domain's name; null is the default domain. */
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;

typedef struct nvtxInitializationAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t mode;
    const wchar_t *fileName;
} nvtxInitializationAttributes_v2;
typedef nvtxInitializationAttributes_v2 nvtxInitializationAttributes_t;

static inline void nvtxInitialize(const void *reserved)
{
    (void)reserved;
}

/* A wide string as UTF-8, of which rocTX gets at most 255 bytes. */
typedef struct hipNvtxText {
    char bytes[256];
} hipNvtxText;

static inline hipNvtxText hipNvtxNarrow(const wchar_t *wide)
{
    hipNvtxText made;
    size_t at = 0;
    for (; wide && *wide && at + 4 < sizeof made.bytes; ++wide) {
        uint32_t c = (uint32_t)*wide;
        int rest = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        static const unsigned char head[4] = { 0x00, 0xc0, 0xe0, 0xf0 };
        made.bytes[at++] = (char)(head[rest] | (c >> (6 * rest)));
        while (rest-- > 0) {
            made.bytes[at++] = (char)(0x80 | ((c >> (6 * rest)) & 0x3f));
        }
    }
    made.bytes[at] = '\0';
    return made;
}

/* The message of some attributes; `place` holds it if it is a wide string. */
static inline const char *hipNvtxMessage(const nvtxEventAttributes_t *attributes, hipNvtxText *place)
{
    switch (attributes ? attributes->messageType : NVTX_MESSAGE_UNKNOWN) {
    case NVTX_MESSAGE_TYPE_ASCII:
        return attributes->message.ascii ? attributes->message.ascii : "";
    case NVTX_MESSAGE_TYPE_UNICODE:
        *place = hipNvtxNarrow(attributes->message.unicode);
        return place->bytes;
    case NVTX_MESSAGE_TYPE_REGISTERED:
        return attributes->message.registered ? (const char *)attributes->message.registered : "";
    default:
        return "";
    }
}

static inline void nvtxMarkEx(const nvtxEventAttributes_t *attributes)
{
    hipNvtxText place;
    roctxMarkA(hipNvtxMessage(attributes, &place));
}

static inline void nvtxMarkW(const wchar_t *message)
{
    roctxMarkA(hipNvtxNarrow(message).bytes);
}

static inline roctx_range_id_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes)
{
    hipNvtxText place;
    return roctxRangeStartA(hipNvtxMessage(attributes, &place));
}

static inline roctx_range_id_t nvtxRangeStartW(const wchar_t *message)
{
    return roctxRangeStartA(hipNvtxNarrow(message).bytes);
}

static inline int nvtxRangePushEx(const nvtxEventAttributes_t *attributes)
{
    hipNvtxText place;
    return roctxRangePushA(hipNvtxMessage(attributes, &place));
}

static inline int nvtxRangePushW(const wchar_t *message)
{
    return roctxRangePushA(hipNvtxNarrow(message).bytes);
}

static inline void *hipNvtxCopy(const char *text)
{
    size_t bytes = text ? strlen(text) : 0;
    char *copy = (char *)malloc(bytes + 1);
    if (copy) {
        memcpy(copy, text ? text : "", bytes + 1);
    }
    return copy;
}

static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    return (nvtxDomainHandle_t)hipNvtxCopy(name);
}

static inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name)
{
    return nvtxDomainCreateA(hipNvtxNarrow(name).bytes);
}

static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    free(domain);
}

/* The string is kept until the process ends. */
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *string)
{
    (void)domain;
    return (nvtxStringHandle_t)hipNvtxCopy(string);
}

static inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t *string)
{
    return nvtxDomainRegisterStringA(domain, hipNvtxNarrow(string).bytes);
}

static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
    (void)domain;
    nvtxMarkEx(attributes);
}

static inline roctx_range_id_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
    (void)domain;
    return nvtxRangeStartEx(attributes);
}

static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, roctx_range_id_t id)
{
    (void)domain;
    roctxRangeStop(id);
}

static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
    (void)domain;
    return nvtxRangePushEx(attributes);
}

static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return roctxRangePop();
}

static inline void nvtxNameCategoryA(uint32_t category, const char *name)
{
    (void)category, (void)name;
}

static inline void nvtxNameCategoryW(uint32_t category, const wchar_t *name)
{
    (void)category, (void)name;
}

static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char *name)
{
    (void)domain, (void)category, (void)name;
}

static inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name)
{
    (void)domain, (void)category, (void)name;
}

static inline void nvtxNameCudaDeviceA(int device, const char *name)
{
    roctxNameHipDevice(name, device);
}

static inline void nvtxNameCudaStreamA(struct ihipStream_t *stream, const char *name)
{
    roctxNameHipStream(name, stream);
}

static inline void nvtxNameCuDeviceA(int device, const char *name)
{
    roctxNameHipDevice(name, device);
}

static inline void nvtxNameCuStreamA(struct ihipStream_t *stream, const char *name)
{
    roctxNameHipStream(name, stream);
}

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxNameCategory nvtxNameCategoryW
#else
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxNameCategory nvtxNameCategoryA
#endif
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuStream nvtxNameCuStreamA

#endif
