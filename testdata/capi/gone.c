/*
 * Calls with handles and memory that are gone or were never there, and what the default streams' queries see.
 *
 *   gone --list      names the scenarios
 *   gone SCENARIO    runs one: a line a call, "scenario<TAB>call<TAB>answer"
 *   gone --record    runs all, a process each: CRASH where the library did
 *
 * Spelt with CUDA's names it is a program of CUDA's runtime: that asked an H200. gone.tsv has both answers.
 */
#define _GNU_SOURCE
#include "gone.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *current;

void say(const char *call, hipError_t code)
{
    printf("%s\t%s\t%s\n", current, call, hipGetErrorName(code));
    fflush(stdout);
}

void tell(const char *call, long long value)
{
    printf("%s\t%s\t%lld\n", current, call, value);
    fflush(stdout);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static int released;

static void wait_here(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!released)
        pthread_cond_wait(&ended, &lock);
    pthread_mutex_unlock(&lock);
}

void hold(hipStream_t stream)
{
    released = 0;
    hipLaunchHostFunc(stream, wait_here, NULL);
}

void release(void)
{
    pthread_mutex_lock(&lock);
    released = 1;
    pthread_cond_broadcast(&ended);
    pthread_mutex_unlock(&lock);
}

static void *after_a_while(void *unused)
{
    usleep(100000);
    release();
    return unused;
}

void release_later(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, after_a_while, NULL);
    pthread_detach(thread);
}

int is_released(void)
{
    int is;
    pthread_mutex_lock(&lock);
    is = released;
    pthread_mutex_unlock(&lock);
    return is;
}

#ifdef __CUDACC__
__device__ int words[16];
const void *symbol(void) { return (const void *)words; }
#else
void **__hipRegisterFatBinary(const void *wrapper);
void __hipRegisterVar(void **modules, void *host, char *name, char *device, int external, size_t size, int constant, int global);

static const char PTX[] =
    ".version 6.0\n.target sm_60\n.address_size 64\n.visible .global .align 4 .b8 words[64];\n";

const void *symbol(void)
{
    static int words[16];
    static char name[] = "words";
    static struct {
        int magic, version;
        const void *text, *unused;
    } wrapper = { 0x48495046, 1, PTX, NULL };
    __hipRegisterVar(__hipRegisterFatBinary(&wrapper), words, name, name, 0, sizeof words, 0, 0);
    return words;
}
#endif

static const Scenario *const LISTS[] = { STREAMS, HANDLES, MEMORY, GRAPHS };

static void record(const char *self, const char *name)
{
    int status = 0;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(20);
        execl(self, self, name, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("%s\t%s\t%s\n", name, "end", WTERMSIG(status) == 14 ? "HANG" : "CRASH");
    else if (WEXITSTATUS(status) != 0)
        printf("%s\t%s\texit %d\n", name, "end", WEXITSTATUS(status));
}

int main(int count, char **arguments)
{
    size_t list;
    const Scenario *each;
    if (count != 2)
        return 2;
    for (list = 0; list < sizeof LISTS / sizeof *LISTS; list++) {
        for (each = LISTS[list]; each->name != NULL; each++) {
            if (strcmp(arguments[1], "--list") == 0) {
                puts(each->name);
            } else if (strcmp(arguments[1], "--record") == 0) {
                record(arguments[0], each->name);
            } else if (strcmp(arguments[1], each->name) == 0) {
                current = each->name;
                hipFree(NULL);
                each->run();
                return 0;
            }
        }
    }
    return arguments[1][0] != '-';
}
