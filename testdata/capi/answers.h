/* What the parts of answers.c share. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <hip/hip_runtime.h>

/* One line: part, call, the name of the code. */
void say(const char *call, hipError_t code);
/* One line: part, the call before it, what it gave beside its code. */
void gave(const char *format, ...);
/* Names the part that the next lines belong to. */
void part(const char *name);

/* Memory of 1000 bytes on the device, and of 1 MiB that the library knows nothing of. */
extern char *memory;
extern char pageable[1 << 20];
extern hipCtx_t context;
extern hipModule_t module;
extern hipFunction_t add;
extern const char *kernels_text;

void ask_memory(void);
void ask_host_memory(void);
void ask_pointers(void);
void ask_advice(void);
void ask_mappings(void);
void ask_queues(void);
void ask_images(void);
void ask_modules(void);
void ask_launches(void);
void ask_functions(void);
void ask_contexts(void);

#endif
