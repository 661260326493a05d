/* Unified addressing and managed memory, sentence by sentence of the CUDA driver API's pages: what calls answer, as C sees it. Prints
 * lines of four fields: section, scenario, answer, the page and the sentence that the scenario comes from. unified.tsv holds what an
 * H200 answered and what ours must. */
#define _POSIX_C_SOURCE 200112L
#include "unified.h"

#include "unified_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *section, *page;

void part(const char *name, const char *from)
{
    section = name;
    page = from;
}

void say(const char *scenario, hipError_t code, const char *sentence)
{
    printf("%s\t%s\t%s\t%s: %s\n", section, scenario, hipGetErrorName(code), page, sentence);
}

void tell(const char *scenario, long long value, const char *sentence)
{
    printf("%s\t%s\t%lld\t%s: %s\n", section, scenario, value, page, sentence);
}

void range_is(const char *scenario, int attribute, const void *at, size_t bytes, const char *sentence)
{
    int value = 77;
    hipError_t code = hipMemRangeGetAttribute(&value, sizeof value, (hipMemRangeAttribute)attribute, (void *)at, bytes);
    if (code == hipSuccess)
        tell(scenario, value, sentence);
    else
        say(scenario, code, sentence);
}

void range_size(const char *scenario, int attribute, size_t size, const void *at, size_t bytes, const char *sentence)
{
    int value[16] = { 77, 77, 77, 77 };
    say(scenario, hipMemRangeGetAttribute(value, size, (hipMemRangeAttribute)attribute, (void *)at, bytes), sentence);
}

void listed(const char *scenario, int room, const void *at, size_t bytes, const char *sentence)
{
    int value[16];
    memset(value, 0x55, sizeof value);
    hipError_t code = hipMemRangeGetAttribute(value, 4 * room, (hipMemRangeAttribute)3, (void *)at, bytes);
    if (code != hipSuccess) {
        say(scenario, code, sentence);
        return;
    }
    printf("%s\t%s\t", section, scenario);
    for (int n = 0; n < room; n++)
        printf("%s%d", n ? " " : "", value[n]);
    printf("%s\t%s: %s\n", value[room] == 0x55555555 ? "" : " and more", page, sentence);
}

/* Code and bytes written; and the value, where it is the same everywhere. */
void attribute(const char *scenario, int which, const void *at, int same_everywhere, const char *sentence)
{
    unsigned char first[32], second[32];
    char text[64];
    int bytes = 0;
    memset(first, 0x55, sizeof first);
    memset(second, 0xaa, sizeof second);
    hipError_t code = hipPointerGetAttribute(first, (hipPointer_attribute)which, (void *)at);
    hipPointerGetAttribute(second, (hipPointer_attribute)which, (void *)at);
    for (int n = 0; n < 32; n++)
        if (first[n] != 0x55 || second[n] != 0xaa)
            bytes = n + 1;
    say(scenario, code, sentence);
    snprintf(text, sizeof text, "%s, bytes", scenario);
    tell(text, bytes, sentence);
    if (same_everywhere && code == hipSuccess) {
        long long value = 0;
        memcpy(&value, first, bytes < 8 ? bytes : 8);
        snprintf(text, sizeof text, "%s, value", scenario);
        tell(text, bytes == 4 ? (int)value : value, sentence);
    }
}

hipMemLocation place(int type, int id)
{
    hipMemLocation location;
    memset(&location, 0, sizeof location);
    location.type = (hipMemLocationType)type;
    location.id = id;
    return location;
}

/* A part in a process of its own: what is allocated where does not depend on the parts before. */
static int run(void (*ask)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        void *p = NULL;
        if (hipInit(0) != hipSuccess || hipMalloc(&p, 64) != hipSuccess || hipFree(p) != hipSuccess)
            _exit(1);
        setvbuf(stdout, NULL, _IOLBF, 0);
        ask();
        exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
    static void (*const parts[])(void)
        = { addresses, copies, allocations, pointers, advice, prefetches, ranges, batches, attaching, room, captures };
    for (unsigned n = 0; n < sizeof parts / sizeof *parts; n++)
        if (!run(parts[n]))
            return 1;
    return 0;
}
