// Asks cuRAND's generators on the host for those rows of `host.tsv` that need no GPU.
//     gcc host.c -o host -ldl && ./host libcurand.so.10
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 64, TURN = 8192 * 8 };

static int kind;
static const char *name;

typedef void *Generator;
static void *library;

#define FIND(name, ...) int (*name)(__VA_ARGS__) = (int (*)(__VA_ARGS__))dlsym(library, #name)

static void call(Generator g, const char *what, void *to, size_t count) {
    FIND(curandGenerate, Generator, uint32_t *, size_t);
    FIND(curandGenerateUniform, Generator, float *, size_t);
    FIND(curandGenerateUniformDouble, Generator, double *, size_t);
    FIND(curandGenerateNormal, Generator, float *, size_t, float, float);
    FIND(curandGenerateNormalDouble, Generator, double *, size_t, double, double);
    FIND(curandGenerateLogNormal, Generator, float *, size_t, float, float);
    int status = 1;
    if (!strcmp(what, "raw")) status = curandGenerate(g, to, count);
    if (!strcmp(what, "uniform")) status = curandGenerateUniform(g, to, count);
    if (!strcmp(what, "uniform_double")) status = curandGenerateUniformDouble(g, to, count);
    if (!strcmp(what, "normal")) status = curandGenerateNormal(g, to, count, 1, 2);
    if (!strcmp(what, "normal_double")) status = curandGenerateNormalDouble(g, to, count, 1, 2);
    if (!strcmp(what, "log_normal")) status = curandGenerateLogNormal(g, to, count, 0.5f, 0.25f);
    if (status) exit((fprintf(stderr, "%s: %d\n", what, status), 1));
}

static void row(const char *what, unsigned long long seed, const char *end, size_t at) {
    FIND(curandCreateGeneratorHost, Generator *, int);
    FIND(curandSetPseudoRandomGeneratorSeed, Generator, unsigned long long);
    FIND(curandDestroyGenerator, Generator);
    Generator g;
    if (curandCreateGeneratorHost(&g, kind) || curandSetPseudoRandomGeneratorSeed(g, seed)) exit(2);
    int wide = strstr(what, "double") != NULL;
    char *values = calloc(at + COUNT, 8), *from = values + (at << (2 + wide));
    if (!strcmp(end, "_again")) call(g, what, values, COUNT);
    call(g, what, values, at + COUNT);
    printf("cpu_%s\t%llu\t0\t%s%s", name, seed, what, end);
    if (at) printf("_at_%zu", at);
    for (int n = 0; n < COUNT; n++) {
        uint64_t bits = 0;
        memcpy(&bits, from + (n << (2 + wide)), wide ? 8 : 4);
        printf("%c%0*" PRIx64, n ? ' ' : '\t', wide ? 16 : 8, bits);
    }
    puts("");
    free(values);
    curandDestroyGenerator(g);
}

int main(int argc, char **argv) {
    library = dlopen(argc > 1 ? argv[1] : "libcurand.so.10", RTLD_NOW);
    if (!library) return puts(dlerror()), 1;
    name = "mt19937", kind = 142;
    const char *kinds[] = {"raw", "uniform", "uniform_double", "normal", "normal_double", "log_normal"};
    for (int n = 0; n < 6; n++) {
        row(kinds[n], 1234, "", 0);
        row(kinds[n], 1234, "_again", 0);
    }
    row("raw", 0, "", 0);
    row("raw", 0x100000005, "", 0);
    row("raw", 1234, "", TURN - 32);
    row("uniform_double", 1234, "", TURN / 2 - 32);
    row("normal", 1234, "", TURN - 32);
    row("normal_double", 1234, "", TURN / 2 - 32);
    row("raw", 1234, "", 78 * TURN - 32);
    name = "xorwow", kind = 101;
    row("raw", 1234, "", 400000 - COUNT);
    name = "mrg32k3a", kind = 121;
    row("raw", 1234, "", 4096 - 32);
    row("raw", 1234, "", 81920 - 32);
    row("normal", 1234, "", 2 * 81920 - 32);
    name = "philox", kind = 161;
    row("raw", 1234, "", 4 * 65536 - 32);
    row("uniform_double", 1234, "", 4 * 65536 - 32);
    row("normal", 1234, "", 4 * 65536 - 32);
    row("normal_double", 1234, "", 4 * 65536 - 32);
    return 0;
}
