/* Start and stop of a tracer, and identifiers of callers for its records (-lroctracer64). None is attached here. C and C++. */
#ifndef HIP_ROCTRACER_EXT_H
#define HIP_ROCTRACER_EXT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t activity_correlation_id_t;

typedef enum {
    ROCTRACER_STATUS_SUCCESS = 0,
    ROCTRACER_STATUS_ERROR = -1,
    ROCTRACER_STATUS_ERROR_INVALID_DOMAIN_ID = -2,
    ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT = -3,
    ROCTRACER_STATUS_ERROR_DEFAULT_POOL_UNDEFINED = -4,
    ROCTRACER_STATUS_ERROR_DEFAULT_POOL_ALREADY_DEFINED = -5,
    ROCTRACER_STATUS_ERROR_MEMORY_ALLOCATION = -6,
    ROCTRACER_STATUS_ERROR_MISMATCHED_EXTERNAL_CORRELATION_ID = -7,
    ROCTRACER_STATUS_ERROR_NOT_IMPLEMENTED = -8
} roctracer_status_t;

void roctracer_start(void);
void roctracer_stop(void);

/* Records of the thread get the identifier until it is popped. The last one is written, zero with an error if there is none. */
roctracer_status_t roctracer_activity_push_external_correlation_id(activity_correlation_id_t id);
roctracer_status_t roctracer_activity_pop_external_correlation_id(activity_correlation_id_t *last_id);

#ifdef __cplusplus
}
#endif

#endif
