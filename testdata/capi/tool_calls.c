/* What a tool is told of calls, and what becomes of calls that it answers itself. Prints what went wrong; 0 if nothing did. */
#include <hip/hip_runtime.h>
#include <hip/hip_soft.h>
#include <hip/hiprtc.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void check(const char *what, int holds)
{
    if (!holds) {
        printf("wrong: %s\n", what);
        wrong = 1;
    }
}

/* What was told. */
static struct {
    unsigned entered, left;
    const char *name;
    unsigned id, arguments;
    unsigned long long correlation;
    hipError_t result;
    void *address;
    size_t bytes;
} told;

static void watch(const hipExtApiCall *call, void *user)
{
    void *p = NULL;
    check("the tool's own word comes along", user == &told);
    check("the structure is the header's", call->structSize == sizeof *call);
    check("the number is the name's", strcmp(hipApiName(call->id), call->name) == 0 || call->id == 0);
    if (call->phase == hipExtApiPhaseEnter) {
        told.entered++;
        told.correlation = call->correlation;
        *call->data = 1000 + told.entered;
        return;
    }
    told.left++;
    check("a call ends as what it began", told.correlation == call->correlation && *call->data == 1000 + told.entered);
    told.name = call->name;
    told.id = call->id;
    told.arguments = call->argumentCount;
    told.result = call->result;
    if (strcmp(call->name, "hipMalloc") == 0) {
        told.address = **(void ***)call->arguments[0];
        told.bytes = *(const size_t *)call->arguments[1];
    }
    /* What a callback calls is told nobody: this would not end otherwise. */
    check("a callback may call", hipMalloc(&p, 16) == hipSuccess && hipFree(p) == hipSuccess);
}

static void count(const hipExtApiCall *call, void *user)
{
    (void)call;
    __atomic_fetch_add((unsigned *)user, 1, __ATOMIC_RELAXED);
}

/* Memory of more than 1 MiB is refused; the rest is the library's affair. */
static hipError_t sparing_malloc(void **place, size_t bytes)
{
    return bytes > 1 << 20 ? hipErrorOutOfMemory : hipMalloc(place, bytes);
}

static void *other_thread(void *unused)
{
    int device;
    (void)unused;
    check("a thread's call", hipGetDevice(&device) == hipSuccess);
    return NULL;
}

int main(void)
{
    hipExtApiSubscriber_t first = NULL, second = NULL;
    void *p = NULL;
    unsigned others = 0;
    uint32_t id = 0;
    int major, minor;
    pthread_t thread;

    check("no callback", hipExtApiSubscribe(&first, NULL, NULL) == hipErrorInvalidValue);
    check("no place", hipExtApiSubscribe(NULL, watch, NULL) == hipErrorInvalidValue);
    check("subscribes", hipExtApiSubscribe(&first, watch, &told) == hipSuccess);
    check("nothing is told yet", told.entered == 0);
    check("allocates", hipMalloc(&p, 4096) == hipSuccess);
    check("told once, before and after", told.entered == 1 && told.left == 1);
    check("by name", strcmp(told.name, "hipMalloc") == 0 && told.arguments == 2 && told.result == hipSuccess);
    check("with arguments", told.address == p && told.bytes == 4096);
    check("a number by name", hipExtApiId("hipMalloc", &id) == hipSuccess && id != 0);
    check("a failing call", hipFree((char *)p + 1) == hipErrorInvalidValue && told.result == hipErrorInvalidValue);
    check("the error is the thread's", hipGetLastError() == hipErrorInvalidValue && told.result == hipErrorInvalidValue);
    check("it was asked", strcmp(told.name, "hipGetLastError") == 0 && told.arguments == 0);
    check("run-time compilation", hiprtcVersion(&major, &minor) == HIPRTC_SUCCESS);
    check("is told too", strcmp(told.name, "hiprtcVersion") == 0);

    check("a second one", hipExtApiSubscribe(&second, count, &others) == hipSuccess && second != first);
    check("both", hipFree(p) == hipSuccess && others == 2 && told.id != 0);
    check("other threads", pthread_create(&thread, NULL, other_thread, NULL) == 0 && pthread_join(thread, NULL) == 0);
    check("are told", others == 4 && strcmp(told.name, "hipGetDevice") == 0);
    check("ends", hipExtApiUnsubscribe(first) == hipSuccess);
    others = told.left = 0;
    check("only the second", hipMalloc(&p, 64) == hipSuccess && others == 2 && told.left == 0);
    check("ended already", hipExtApiUnsubscribe(first) == hipErrorInvalidHandle);
    check("never was one", hipExtApiUnsubscribe((hipExtApiSubscriber_t)12345) == hipErrorInvalidHandle);

    check("no such function", hipExtApiReplace("hipNothing", NULL) == hipErrorNotFound);
    check("one that answers no code", hipExtApiReplace("hipApiName", NULL) == hipErrorNotFound);
    check("no name", hipExtApiReplace(NULL, NULL) == hipErrorInvalidValue);
    check("no such number", hipExtApiId("hipNothing", &id) == hipErrorNotFound);
    check("replaced", hipExtApiReplace("hipMalloc", (const void *)sparing_malloc) == hipSuccess);
    check("large memory", hipFree(p) == hipSuccess && hipMalloc(&p, 2 << 20) == hipErrorOutOfMemory);
    check("small memory", hipMalloc(&p, 1 << 20) == hipSuccess);
    others = 0;
    check("still told, once", hipMalloc(&p, 64) == hipSuccess && others == 2);
    check("by address too", hipGetProcAddress("hipMalloc", &p, 700, 0, NULL) == hipSuccess);
    check("replaced there", ((hipError_t(*)(void **, size_t))p)(&p, 2 << 20) == hipErrorOutOfMemory);
    check("put back", hipExtApiReplace("hipMalloc", NULL) == hipSuccess && hipMalloc(&p, 2 << 20) == hipSuccess);
    check("the last one ends", hipExtApiUnsubscribe(second) == hipSuccess);
    others = 0;
    check("nobody is told", hipFree(p) == hipSuccess && others == 0);
    puts(wrong ? "tool: wrong" : "tool: PASS");
    return wrong;
}
