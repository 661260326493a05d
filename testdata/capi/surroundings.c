/* What surrounds a program: its handlers of signals, its masks and stacks, limits of the system, sandboxes. Each case runs in a
 * process of its own and prints its name and how it ended: the code it exited with, or the signal that killed it. */
#define _GNU_SOURCE
#include <errno.h>
#include <hip/hip_runtime_api.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000, WORKED = 0, FAULTED = 70, HANDLED = 42, FAILED = 1, BIG = 64 << 20 };

static const char *const TEXT =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    /* at[i] += 1 */
    ".visible .entry increment(.param .u64 at, .param .u32 n)\n{\n"
    ".reg .pred %p<2>; .reg .b32 %r<7>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [at]; ld.param.u32 %r1, [n];\n"
    "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "setp.ge.u32 %p1, %r5, %r1; @%p1 bra END;\n"
    "mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r6, [%rd3]; add.u32 %r6, %r6, 1; st.global.u32 [%rd3], %r6;\nEND: ret;\n}\n";

static hipFunction_t increment;

static hipError_t load(void)
{
    hipModule_t module;
    hipError_t code = hipInit(0);
    if (code == hipSuccess)
        code = hipModuleLoadData(&module, TEXT);
    return code == hipSuccess ? hipModuleGetFunction(&increment, module, "increment") : code;
}

static hipError_t launch(void *at, unsigned n)
{
    void *parameters[] = {&at, &n};
    return hipModuleLaunchKernel(increment, (n + 127) / 128, 1, 1, 128, 1, 1, 0, 0, parameters, 0);
}

/* A whole program: memory, copies, a kernel. */
static int work(void)
{
    static unsigned there[N];
    void *here;
    if (load() || hipMalloc(&here, sizeof there) || hipMemset(here, 0, sizeof there))
        return FAILED;
    for (int round = 0; round < 3; round++)
        if (launch(here, N) || hipDeviceSynchronize())
            return FAILED;
    if (hipMemcpy(there, here, sizeof there, hipMemcpyDeviceToHost) || hipFree(here))
        return FAILED;
    for (int i = 0; i < N; i++)
        if (there[i] != 3)
            return FAILED;
    return WORKED;
}

/* A kernel that stores to pages that are gone. */
static int fault(void)
{
    void *gone;
    if (hipMalloc(&gone, BIG) || hipFree(gone))
        return FAILED;
    hipError_t code = launch((char *)gone + BIG / 2, 1);
    if (code == hipSuccess)
        code = hipDeviceSynchronize();
    if (code != hipErrorIllegalAddress || hipDeviceReset() || load())
        return FAILED;
    return FAULTED;
}

static void own_fault(void)
{
    *(volatile int *)8 = 1;
}

/* Handlers of the program. */

static struct sigaction before;
static sigjmp_buf back;

static void ends(int signal)
{
    (void)signal;
    _exit(HANDLED);
}

static void chains(int signal, siginfo_t *info, void *context)
{
    if (before.sa_flags & SA_SIGINFO)
        before.sa_sigaction(signal, info, context);
}

/* As Python's faulthandler: puts back what was there and lets the instruction be repeated. */
static void restores(int number)
{
    sigaction(number, &before, 0);
}

static void jumps(int signal)
{
    (void)signal;
    longjmp(back, 1);
}

static volatile int times;

static void counts(int signal)
{
    (void)signal;
    times++;
}

static void handle(void (*handler)(int), int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(SIGSEGV, &action, &before);
}

static void handle_and_chain(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = chains;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &before);
}

static int handler_after_the_first_launch(void)
{
    if (work())
        return FAILED;
    handle(ends, 0);
    return fault();
}

static int own_fault_with_a_handler_after_the_first_launch(void)
{
    if (work())
        return FAILED;
    handle(ends, 0);
    if (fault() != FAULTED)
        return FAILED;
    own_fault();
    return FAILED;
}

static int own_fault_with_a_handler_before_the_first_launch(void)
{
    handle(ends, 0);
    if (work() || fault() != FAULTED)
        return FAILED;
    own_fault();
    return FAILED;
}

static int handler_that_chains(void)
{
    if (work())
        return FAILED;
    handle_and_chain();
    if (work() || fault() != FAULTED)
        return FAILED;
    own_fault();
    return FAILED;
}

static int handler_that_restores(void)
{
    if (work())
        return FAILED;
    handle(restores, SA_NODEFER);
    if (work() || fault() != FAULTED)
        return FAILED;
    own_fault();
    return FAILED;
}

static int handlers_that_change_often(void)
{
    for (int round = 0; round < 50; round++) {
        handle(round % 2 ? ends : restores, 0);
        if (work() || fault() != FAULTED)
            return FAILED;
    }
    own_fault();
    return FAILED;
}

static int jumps_out_of_a_handler(void)
{
    volatile int jumped = 0;
    handle(jumps, SA_NODEFER);
    if (work())
        return FAILED;
    for (int round = 0; round < 3; round++)
        if (setjmp(back) == 0)
            own_fault();
        else
            jumped++;
    return jumped == 3 ? fault() : FAILED;
}

/* SIGBUS alone: it is noticed some launches later; a kernel's SIGSEGV stays ours, and what the program raises reaches its handler. */
static int handler_of_the_other_signal(void)
{
    if (work())
        return FAILED;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ends;
    sigaction(SIGBUS, &action, 0);
    for (int round = 0; round < 16; round++)
        if (work())
            return FAILED;
    sigaction(SIGBUS, 0, &action);
    if (action.sa_handler == ends || fault() != FAULTED)
        return FAILED;
    raise(SIGBUS);
    return FAILED;
}

static int handler_for_one_signal(void)
{
    handle(counts, SA_RESETHAND);
    if (work())
        return FAILED;
    raise(SIGSEGV);
    if (times != 1 || work())
        return FAILED;
    raise(SIGSEGV);
    return FAILED;
}

static int sent_signal_with_the_default_action(void)
{
    if (work())
        return FAILED;
    kill(getpid(), SIGSEGV);
    return FAILED;
}

static int sent_signal_that_is_ignored(void)
{
    signal(SIGSEGV, SIG_IGN);
    if (work())
        return FAILED;
    for (int round = 0; round < 3; round++)
        raise(SIGSEGV);
    return fault();
}

static int signals_that_are_blocked(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    if (work())
        return FAILED;
    int ended = fault();
    sigset_t now;
    sigprocmask(SIG_BLOCK, 0, &now);
    return sigismember(&now, SIGSEGV) ? ended : FAILED;
}

/* Stacks. */

static void *work_in_thread(void *unused)
{
    (void)unused;
    return (void *)(intptr_t)work();
}

static int thread_with_little_stack(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    void *result;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, 64 << 10) || pthread_create(&thread, &attributes, work_in_thread, 0))
        return FAILED;
    pthread_join(thread, &result);
    return (int)(intptr_t)result;
}

/* Alternate stacks. */

static volatile int endless = 1;

/* Runs over the end of the thread's stack. */
static int overflow(volatile char *above)
{
    volatile char frame[1024];
    frame[0] = *above;
    return endless ? overflow(frame) + frame[0] : 0;
}

enum { ALTERNATE = 16 << 10 };

static int give_alternate_stack(char *bytes)
{
    stack_t stack = {.ss_sp = bytes, .ss_size = ALTERNATE};
    return sigaltstack(&stack, 0);
}

/* Whether the thread's alternate stack is the one that it was given, and not in use. */
static int has_alternate_stack(const char *bytes)
{
    stack_t stack;
    return sigaltstack(0, &stack) == 0 && stack.ss_sp == bytes && stack.ss_size == ALTERNATE && stack.ss_flags == 0;
}

static char alternate[ALTERNATE];

static void ends_on_it(int signal)
{
    char here;
    (void)signal;
    _exit(&here >= alternate && &here < alternate + ALTERNATE ? HANDLED : FAILED);
}

static int alternate_stack_before_the_first_launch(void)
{
    handle(ends_on_it, SA_ONSTACK);
    if (give_alternate_stack(alternate) || work() || fault() != FAULTED || !has_alternate_stack(alternate))
        return FAILED;
    return overflow("");
}

static int alternate_stack_after_the_first_launch(void)
{
    if (work() || fault() != FAULTED || give_alternate_stack(alternate))
        return FAILED;
    handle(ends_on_it, SA_ONSTACK);
    if (work() || fault() != FAULTED || !has_alternate_stack(alternate))
        return FAILED;
    return overflow("");
}

static void jumps_off_it(int signal)
{
    (void)signal;
    siglongjmp(back, 1);
}

static void *overflow_in_thread(void *bytes)
{
    volatile int jumped = 0;
    if (give_alternate_stack(bytes))
        return 0;
    for (int round = 0; round < 3; round++) {
        if (work() || fault() != FAULTED || !has_alternate_stack(bytes))
            return 0;
        if (sigsetjmp(back, 1) == 0)
            overflow("");
        else
            jumped++;
    }
    return jumped == 3 ? bytes : 0;
}

static int alternate_stacks_of_threads(void)
{
    static char stacks[4][ALTERNATE];
    handle(jumps_off_it, SA_ONSTACK);
    for (int n = 0; n < 4; n++) {
        pthread_t thread;
        void *result;
        if (pthread_create(&thread, 0, overflow_in_thread, stacks[n]))
            return FAILED;
        pthread_join(thread, &result);
        if (result != stacks[n])
            return FAILED;
    }
    return WORKED;
}

/* Limits. */

static int limited(int resource, rlim_t most)
{
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit) ? FAILED : work();
}

static int file_size_of_one_gigabyte(void) { return limited(RLIMIT_FSIZE, 1 << 30); }
static int no_file_size(void) { return limited(RLIMIT_FSIZE, 0); }
static int four_gigabytes_of_addresses(void) { return limited(RLIMIT_AS, (rlim_t)4 << 30); }
static int one_gigabyte_of_addresses(void) { return limited(RLIMIT_AS, 1 << 30); }
static int data_of_100_megabytes(void) { return limited(RLIMIT_DATA, 100 << 20); }
static int eight_files(void) { return limited(RLIMIT_NOFILE, 8); }

/* Sandboxes: system calls that are denied. */

static int denied(const int *calls, int count)
{
    struct sock_filter filter[16];
    int n = 0;
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0);
    for (int i = 0; i < count; i++) {
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
        filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    }
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {(unsigned short)n, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return FAILED;
    return WORKED;
}

#define DENIED(...) denied((const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static int no_threads(void) { return DENIED(SYS_clone, SYS_clone3) ? FAILED : work(); }
static int no_memory_files(void) { return DENIED(SYS_memfd_create) ? FAILED : work(); }
static int no_ftruncate(void) { return DENIED(SYS_ftruncate) ? FAILED : work(); }
static int no_threads_and_no_files(void)
{
    return DENIED(SYS_clone, SYS_clone3, SYS_memfd_create, SYS_userfaultfd, SYS_sched_setaffinity) ? FAILED : work();
}

static int called;

static void call(void *unused)
{
    (void)unused;
    called++;
}

static int no_threads_for_streams_and_host_functions(void)
{
    hipStream_t stream;
    hipEvent_t event;
    void *here;
    static unsigned there[N];
    if (DENIED(SYS_clone, SYS_clone3) || load() || hipStreamCreate(&stream) || hipEventCreate(&event) || hipMalloc(&here, sizeof there))
        return FAILED;
    if (hipMemsetAsync(here, 0, sizeof there, stream) || hipMemcpyAsync(there, here, sizeof there, hipMemcpyDeviceToHost, stream))
        return FAILED;
    if (hipLaunchHostFunc(stream, call, 0) || hipEventRecord(event, stream) || hipEventSynchronize(event) || called != 1)
        return FAILED;
    if (launch(here, N) || hipMemcpyAsync(there, here, sizeof there, hipMemcpyDeviceToHost, stream) || hipStreamSynchronize(stream))
        return FAILED;
    return there[N - 1] == 1 && hipDeviceSynchronize() == hipSuccess ? WORKED : FAILED;
}

/* Processes that are forked off. */

static int ended_well(pid_t child)
{
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* It has none of the runtime's threads, and its device memory is its parent's: calls say so at once, as CUDA's do. */
static int forked_process_that_calls(void)
{
    if (work())
        return FAILED;
    pid_t child = fork();
    if (child == 0) {
        void *here;
        int count;
        alarm(20);
        _exit(hipMalloc(&here, 4) != hipErrorNotInitialized || hipGetDeviceCount(&count) != hipErrorNotInitialized
              || hipDeviceSynchronize() != hipErrorNotInitialized || launch(0, 1) != hipErrorNotInitialized
              || hipFree(0) != hipErrorNotInitialized || hipDeviceReset() != hipErrorNotInitialized);
    }
    return ended_well(child) ? work() : FAILED;
}

static volatile int enough;

static void *launch_for_long(void *here)
{
    while (!enough)
        if (launch(here, N) || hipDeviceSynchronize())
            return here;
    return 0;
}

/* Whatever locks other threads held, it ends. */
static int forked_processes_that_exit_while_threads_launch(void)
{
    pthread_t threads[3];
    void *here, *wrong = 0;
    int ended = 0;
    if (load() || hipMalloc(&here, N * 4))
        return FAILED;
    for (int i = 0; i < 3; i++)
        if (pthread_create(&threads[i], 0, launch_for_long, here))
            return FAILED;
    for (int round = 0; round < 40; round++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            if (round % 2 && hipStreamSynchronize(0) != hipErrorNotInitialized)
                _exit(1);
            exit(0);
        }
        ended += ended_well(child);
    }
    enough = 1;
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        wrong = result ? result : wrong;
    }
    return ended == 40 && !wrong ? WORKED : FAILED;
}

/* A program that does not use the runtime before it forks uses it in both processes. */
static int forked_before_the_first_call(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(work());
    int worked = work();
    return ended_well(child) ? worked : FAILED;
}

static const struct {
    const char *name;
    int (*run)(void);
} CASES[] = {
#define CASE(name) {#name, name}
    CASE(work),
    CASE(handler_after_the_first_launch),
    CASE(own_fault_with_a_handler_after_the_first_launch),
    CASE(own_fault_with_a_handler_before_the_first_launch),
    CASE(handler_that_chains),
    CASE(handler_that_restores),
    CASE(handlers_that_change_often),
    CASE(jumps_out_of_a_handler),
    CASE(handler_of_the_other_signal),
    CASE(handler_for_one_signal),
    CASE(sent_signal_with_the_default_action),
    CASE(sent_signal_that_is_ignored),
    CASE(signals_that_are_blocked),
    CASE(thread_with_little_stack),
    CASE(alternate_stack_before_the_first_launch),
    CASE(alternate_stack_after_the_first_launch),
    CASE(alternate_stacks_of_threads),
    CASE(file_size_of_one_gigabyte),
    CASE(no_file_size),
    CASE(four_gigabytes_of_addresses),
    CASE(one_gigabyte_of_addresses),
    CASE(data_of_100_megabytes),
    CASE(eight_files),
    CASE(no_threads),
    CASE(no_threads_for_streams_and_host_functions),
    CASE(no_memory_files),
    CASE(no_ftruncate),
    CASE(no_threads_and_no_files),
    CASE(forked_process_that_calls),
    CASE(forked_processes_that_exit_while_threads_launch),
    CASE(forked_before_the_first_call),
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        int status;
        if (argc > 1 && strcmp(argv[1], CASES[i].name))
            continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            _exit(CASES[i].run());
        }
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status))
            printf("%s\tsignal\t%d\n", CASES[i].name, WTERMSIG(status));
        else
            printf("%s\texit\t%d\n", CASES[i].name, WEXITSTATUS(status));
    }
    return 0;
}
