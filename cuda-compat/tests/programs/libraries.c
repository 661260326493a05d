/* A program of cuBLAS, cuFFT and cuRAND, with declarations of its own. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

typedef void *Handle;

int cudaMalloc(void **pointer, size_t bytes);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
enum { ANY_DIRECTION = 4 };

int cublasCreate_v2(Handle *handle);
int cublasDestroy_v2(Handle handle);
int cublasGetMathMode(Handle handle, int *mode);
int cublasSetMathMode(Handle handle, int mode);
int cublasSgemm_v2(Handle handle, int op_a, int op_b, int m, int n, int k, const float *alpha, const float *a, int lda,
                   const float *b, int ldb, const float *beta, float *c, int ldc);
int cublasGemmEx(Handle handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type,
                 int lda, const void *b, int b_type, int ldb, const void *beta, void *c, int c_type, int ldc, int compute,
                 int algorithm);
int cublasStrsv_v2(Handle handle, int fill, int op, int diagonal, int n, const float *a, int lda, float *x, int incx);
int cublasXtSetCpuRatio(Handle handle, int routine, int type, float ratio);
const char *cublasGetStatusName(int status);
int cublasGetVersion_v2(Handle handle, int *version);
int cublasGetProperty(int property, int *value);
size_t cublasGetCudartVersion(void);
enum { NOT_TRANSPOSED, TRANSPOSED, CONJUGATED };
enum { LOWER, UPPER };
enum { NOT_UNIT, UNIT };
enum { SINGLE = 0, COMPUTE_SINGLE = 68, MATH_TENSOR = 1 };

int cufftPlan1d(int *plan, int n, int kind, int batch);
int cufftExecC2C(int plan, float *from, float *to, int direction);
int cufftDestroy(int plan);
enum { C2C = 0x29, FORWARD = -1 };

int curandCreateGenerator(Handle *generator, int kind);
int curandSetPseudoRandomGeneratorSeed(Handle generator, unsigned long long seed);
int curandGenerate(Handle generator, unsigned *to, size_t count);
int curandDestroyGenerator(Handle generator);
enum { PHILOX = 161 };

static void show(const char *what, int status) { printf("%s: %s\n", what, cublasGetStatusName(status)); }

static void *device(const void *values, size_t bytes) {
    void *pointer = NULL;
    if (cudaMalloc(&pointer, bytes) || cudaMemcpy(pointer, values, bytes, ANY_DIRECTION)) printf("no memory\n");
    return pointer;
}

/* The parts of the version are properties 0 to 2. */
static void version(Handle handle) {
    int all = 0, parts[3] = {0};
    show("version", cublasGetVersion_v2(handle, &all));
    for (int part = 0; part < 3; part++) show("property", cublasGetProperty(part, &parts[part]));
    printf("%d = %d.%d.%d\n", all, parts[0], parts[1], parts[2]);
    printf("of CUDA %d\n", (int)cublasGetCudartVersion());
    show("no place", cublasGetVersion_v2(handle, NULL));
    show("no property", cublasGetProperty(3, &all));
}

static void blas(void) {
    const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, one = 1, zero = 0;
    float c[4] = {0};
    float *da = device(a, sizeof a), *db = device(b, sizeof b), *dc = device(c, sizeof c);
    Handle handle = NULL;
    int mode = -1;
    show("create", cublasCreate_v2(&handle));
    version(handle);
    show("set mode", cublasSetMathMode(handle, MATH_TENSOR));
    show("get mode", cublasGetMathMode(handle, &mode));
    printf("mode %d\n", mode);
    for (int op = NOT_TRANSPOSED; op <= CONJUGATED + 1; op++) {
        show("gemm", cublasSgemm_v2(handle, op, NOT_TRANSPOSED, 2, 2, 2, &one, da, 2, db, 2, &zero, dc, 2));
        cudaMemcpy(c, dc, sizeof c, ANY_DIRECTION);
        printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    }
    show("gemm ex", cublasGemmEx(handle, TRANSPOSED, NOT_TRANSPOSED, 2, 2, 2, &one, da, SINGLE, 2, db, SINGLE, 2, &zero, dc,
                                 SINGLE, 2, COMPUTE_SINGLE, -1));
    show("solve", cublasStrsv_v2(handle, LOWER, NOT_TRANSPOSED, NOT_UNIT, 2, da, 2, db, 1));
    cudaMemcpy(c, db, sizeof c, ANY_DIRECTION);
    printf("%g %g\n", c[0], c[1]);
    show("missing", cublasXtSetCpuRatio(handle, 0, 0, 0.5f));
    show("destroy", cublasDestroy_v2(handle));
    show("destroy", cublasDestroy_v2(handle));
}

static void fft(void) {
    float values[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    float *data = device(values, sizeof values);
    int plan[2] = {-1, -1};
    printf("plan %d", cufftPlan1d(&plan[0], 4, C2C, 1));
    /* A plan is one number of 32 bits. */
    printf(", the next number is %d\n", plan[1]);
    printf("transform %d\n", cufftExecC2C(plan[0], data, data, FORWARD));
    cudaMemcpy(values, data, sizeof values, ANY_DIRECTION);
    for (int n = 0; n < 8; n += 2) printf("%g%+gi ", values[n], fabsf(values[n + 1]));
    printf("\ndestroy %d\n", cufftDestroy(plan[0]));
    printf("destroy %d\n", cufftDestroy(plan[0]));
}

static void rand_(void) {
    unsigned words[4] = {0};
    unsigned *to = device(words, sizeof words);
    Handle generator = NULL;
    printf("create %d, ", curandCreateGenerator(&generator, 5));
    printf("%d\n", curandCreateGenerator(&generator, PHILOX));
    printf("seed %d, ", curandSetPseudoRandomGeneratorSeed(generator, 1234));
    printf("generate %d:", curandGenerate(generator, to, 4));
    cudaMemcpy(words, to, sizeof words, ANY_DIRECTION);
    for (int n = 0; n < 4; n++) printf(" %08x", words[n]);
    printf("\ndestroy %d\n", curandDestroyGenerator(generator));
}

int main(void) {
    blas();
    fft();
    rand_();
    return 0;
}
