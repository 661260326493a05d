/* A tool as its author would write it: a library that is preloaded, and writes at the end which functions were called and whether
   they ever succeeded or failed: "name<tab>ok" and "name<tab>code", to the file that HIP_TEST_LOG names. */
#include <hip/hip_runtime.h>
#include <hip/hip_soft.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1024 };

/* By number: whether it succeeded, and whether it failed. Numbers of one byte are set whole: threads may do so at once. */
static volatile unsigned char seen[MOST][2];
static hipExtApiSubscriber_t subscriber;

static void told(const hipExtApiCall *call, void *user)
{
    (void)user;
    if (call->phase == hipExtApiPhaseExit && call->id < MOST)
        seen[call->id][call->result != hipSuccess] = 1;
}

__attribute__((constructor)) static void begin(void)
{
    if (hipExtApiSubscribe(&subscriber, told, NULL) != hipSuccess)
        abort();
}

static void line(int file, const char *name, const char *what)
{
    char text[256];
    size_t length = strlen(name), more = strlen(what);
    memcpy(text, name, length);
    memcpy(text + length, what, more);
    /* One write, so that processes which append to the same file do not mix. */
    if (write(file, text, length + more) < 0)
        abort();
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("HIP_TEST_LOG");
    int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    unsigned id;
    hipExtApiUnsubscribe(subscriber);
    if (file < 0)
        return;
    for (id = 1; id < MOST; id++) {
        if (seen[id][0])
            line(file, hipApiName(id), "\tok\n");
        if (seen[id][1])
            line(file, hipApiName(id), "\tfailed\n");
    }
    close(file);
}
