/* Parts of unified.c. */
#ifndef UNIFIED_PARTS_H
#define UNIFIED_PARTS_H

#include <stddef.h>

/* What comes is of this section, and of this page of the manual. */
void part(const char *name, const char *from);
/* One line: the name of a code, or a number; by which sentence. */
void say(const char *scenario, hipError_t code, const char *sentence);
void tell(const char *scenario, long long value, const char *sentence);
/* An attribute of a range: its value, or the code. */
void range_is(const char *scenario, int attribute, const void *at, size_t bytes, const char *sentence);
/* The code for a size of the place. */
void range_size(const char *scenario, int attribute, size_t size, const void *at, size_t bytes, const char *sentence);
/* Who accesses a range, in so many words of room. */
void listed(const char *scenario, int room, const void *at, size_t bytes, const char *sentence);
/* An attribute of a pointer: the code, the bytes written, and the value where that is the same everywhere. */
void attribute(const char *scenario, int which, const void *at, int same_everywhere, const char *sentence);
hipMemLocation place(int type, int id);

#define AT(pointer, bytes) ((void *)((char *)(pointer) + (bytes)))
#define PAGE 4096
#define KIB(n) ((size_t)(n) << 10)
#define MIB(n) ((size_t)(n) << 20)

enum { READ_MOSTLY = 1, NOT_READ_MOSTLY, PREFERRED, NOT_PREFERRED, ACCESSED_BY, NOT_ACCESSED_BY };
enum { NOWHERE, DEVICE, HOST, NODE, NODE_HERE };

void addresses(void);
void copies(void);
void allocations(void);
void pointers(void);
void advice(void);
void prefetches(void);
void ranges(void);
void batches(void);
void attaching(void);
void room(void);
void captures(void);

#endif
