/* What the parts of gone.c share. */
#ifndef GONE_H
#define GONE_H

#include <hip/hip_runtime.h>

/* A scenario: its lines are "scenario<TAB>call<TAB>answer". */
typedef struct {
    const char *name;
    void (*run)(void);
} Scenario;

/* Prints the name of a code. */
void say(const char *call, hipError_t code);
/* Prints a number. */
void tell(const char *call, long long value);

/* Host function that returns after `release`. */
void hold(hipStream_t stream);
/* Ends what `hold` began. */
void release(void);
/* Ends it from another thread, after 100 ms. */
void release_later(void);
/* Whether it was ended. */
int is_released(void);

/* Variable of 16 ints on the device. */
const void *symbol(void);

extern const Scenario STREAMS[], HANDLES[], MEMORY[], GRAPHS[];

#endif
