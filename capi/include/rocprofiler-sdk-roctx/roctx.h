/* rocTX: marks and ranges that programs put around their work (-lroctx64). C and C++. */
#ifndef HIP_ROCTX_H
#define HIP_ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

#define ROCTX_API
#define ROCTX_API_CALL
#define ROCTX_PUBLIC_API

#ifdef __cplusplus
extern "C" {
#endif

struct hsa_agent_s;
struct ihipStream_t;

typedef uint64_t roctx_range_id_t;
typedef uint64_t roctx_thread_id_t;

uint32_t roctx_version_major(void);
uint32_t roctx_version_minor(void);

void roctxMarkA(const char *message);
#define roctxMark(message) roctxMarkA(message)

/* Nested ranges of a thread: the number of ranges around the one that starts or ends; -1 if there is none to end. */
int roctxRangePushA(const char *message);
#define roctxRangePush(message) roctxRangePushA(message)
int roctxRangePop(void);

roctx_range_id_t roctxRangeStartA(const char *message);
#define roctxRangeStart(message) roctxRangeStartA(message)
void roctxRangeStop(roctx_range_id_t id);

int roctxProfilerPause(roctx_thread_id_t thread);
int roctxProfilerResume(roctx_thread_id_t thread);
int roctxGetThreadId(roctx_thread_id_t *thread);
int roctxNameOsThread(const char *name);
int roctxNameHsaAgent(const char *name, const struct hsa_agent_s *agent);
int roctxNameHipDevice(const char *name, int device);
int roctxNameHipStream(const char *name, const struct ihipStream_t *stream);

#ifdef __cplusplus
}
#endif

#endif
