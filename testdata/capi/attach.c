/* Managed memory that is attached to a stream or to the host, where devices hold it as a whole and elsewhere. Each case runs in a
 * process of its own. Prints case, step and code. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const TEXT =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry increment(.param .u64 at)\n{\n.reg .b32 %r<5>; .reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [at]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; add.u32 %r2, %r2, 1; st.global.u32 [%rd3], %r2; ret;\n}\n";

static const char *title = "";
static hipFunction_t increment;
static hipStream_t a, b;

static void say(const char *step, hipError_t code)
{
    printf("%s\t%s\t%d\n", title, step, (int)code);
}

static void must(hipError_t code)
{
    if (code != hipSuccess) {
        printf("%s\tsetting up\t%d\n", title, (int)code);
        exit(1);
    }
}

static int *memory(unsigned flags)
{
    void *p;
    must(hipMallocManaged(&p, 1024, flags));
    ((int *)p)[31] = 0;
    return p;
}

static void run(const char *step, int *at, hipStream_t stream)
{
    void *params[] = {&at};
    must(hipModuleLaunchKernel(increment, 1, 1, 1, 32, 1, 1, 0, stream, params, NULL));
    say(step, hipStreamSynchronize(stream));
}

static void made_global(void)
{
    int *m = memory(hipMemAttachGlobal);
    run("one stream", m, a);
    run("another", m, b);
    printf("%s\tcount\t%d\n", title, m[31]);
}

static void made_for_the_host(void)
{
    run("a stream", memory(hipMemAttachHost), a);
}

static void made_for_the_host_then_attached(void)
{
    int *m = memory(hipMemAttachHost);
    say("attach", hipStreamAttachMemAsync(a, m, 0, hipMemAttachSingle));
    run("its stream", m, a);
    run("another", m, b);
}

static void attached_to_the_host(void)
{
    int *m = memory(hipMemAttachGlobal);
    run("before", m, a);
    say("attach", hipStreamAttachMemAsync(a, m, 0, hipMemAttachHost));
    say("wait", hipStreamSynchronize(a));
    m[31] = 7;
    run("after", m, a);
}

static void attached_again_to_all(void)
{
    int *m = memory(hipMemAttachHost);
    say("attach", hipStreamAttachMemAsync(a, m, 0, hipMemAttachGlobal));
    run("one stream", m, a);
    run("another", m, b);
}

static void attached_to_a_stream_that_ends(void)
{
    int *m = memory(hipMemAttachGlobal);
    say("attach", hipStreamAttachMemAsync(b, m, 0, hipMemAttachSingle));
    run("its stream", m, b);
    say("destroy", hipStreamDestroy(b));
    run("another", m, a);
}

static void neighbours(void)
{
    int *m = memory(hipMemAttachGlobal), *other = memory(hipMemAttachHost);
    (void)other;
    run("what is attached to nobody", m, a);
}

static const struct {
    const char *title;
    void (*run)(void);
} CASES[] = {
    {"made global", made_global},
    {"made for the host", made_for_the_host},
    {"made for the host, then attached", made_for_the_host_then_attached},
    {"attached to the host", attached_to_the_host},
    {"attached again to all", attached_again_to_all},
    {"attached to a stream that ends", attached_to_a_stream_that_ends},
    {"neighbours", neighbours},
};

int main(void)
{
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; ++n) {
        int status = 0;
        pid_t child;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            hipModule_t module;
            title = CASES[n].title;
            must(hipModuleLoadData(&module, TEXT));
            must(hipModuleGetFunction(&increment, module, "increment"));
            must(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
            must(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
            CASES[n].run();
            fflush(stdout);
            _exit(0);
        }
        if (waitpid(child, &status, 0) != child || status != 0)
            printf("%s\tended with\t%d\n", CASES[n].title, status);
    }
    return 0;
}
