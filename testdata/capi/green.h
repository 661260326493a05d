/* What the parts of green.c share. */
#ifndef GREEN_H
#define GREEN_H

#include <hip/hip_runtime.h>
#include <hip/hip_soft.h>

/* One line: part, call, the name of the code. */
void say(const char *call, hipError_t code);
/* One line: part, the call before it, what it gave beside its code. */
void gave(const char *format, ...);
/* Names the part that the next lines belong to. */
void part(const char *name);

/* The device's primary context, and kernels of green.ptx. */
extern hipCtx_t primary;
extern hipFunction_t spin, mark, nothing, where;

/* SMs of the whole device. */
hipDevResource whole(void);
/* A green context of the group of a split of the device into groups of 16. */
hipExecutionCtx_t green_of(unsigned group);
/* A green context of one resource. */
hipExecutionCtx_t green_with(hipDevResource resource);
hipStream_t stream_of(hipExecutionCtx_t context);

void ask_calls(void);
void ask_rules(void);
void ask_queues(void);
void ask_channels(void);
void ask_balanced(void);
void ask_streams(void);
void ask_events(void);
void ask_captures(void);
void ask_lives(void);
void ask_places(void);

#endif
