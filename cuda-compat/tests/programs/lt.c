/* A program of cuBLASLt, with declarations of its own: relu(A B + bias), with a handle of cuBLAS. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { COMPUTE_32F = 68, R_32F = 0, OP_N = 0, OP_T = 1, RELU_BIAS = 6 };
enum { TRANSA = 3, TRANSB = 4, FILL_MODE = 6, EPILOGUE = 7, BIAS_POINTER = 8, FAST_ACCUM = 25 };
enum { ORDER = 1, BATCH_COUNT = 5 };

struct algorithm {
    uint64_t data[8];
};
struct choice {
    struct algorithm algorithm;
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
};

int cudaMalloc(void **to, size_t bytes);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cublasCreate_v2(void **handle);
int cublasLtCreate(void **handle);
int cublasLtDestroy(void *handle);
size_t cublasLtGetVersion(void);
const char *cublasLtGetStatusString(int status);
int cublasLtMatmulDescCreate(void **desc, int compute, int scale);
int cublasLtMatmulDescSetAttribute(void *desc, int attribute, const void *from, size_t bytes);
int cublasLtMatmulDescGetAttribute(void *desc, int attribute, void *to, size_t bytes, size_t *written);
int cublasLtMatmulDescDestroy(void *desc);
int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t lead);
int cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *from, size_t bytes);
int cublasLtMatrixLayoutGetAttribute(void *layout, int attribute, void *to, size_t bytes, size_t *written);
int cublasLtMatmulPreferenceCreate(void **preference);
int cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *from, size_t bytes);
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *desc, void *a, void *b, void *c, void *d, void *preference,
                                   int requested, struct choice *to, int *count);
int cublasLtMatmul(void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b,
                   void *b_layout, const void *beta, const void *c, void *c_layout, void *d, void *d_layout,
                   const struct algorithm *algorithm, void *workspace, size_t bytes, void *stream);
int cublasLtHeuristicsCacheSetCapacity(size_t capacity);

int main(void)
{
    /* A is stored transposed: its rows are (1 2) and (3 4), and those of B (5 -6) and (-7 8). */
    float a[4] = {1, 2, 3, 4}, b[4] = {5, -7, -6, 8}, bias[2] = {1, 10}, d[4], one = 1, zero = 0;
    void *handle, *blas, *desc, *layout, *preference, *there[4];
    const float *from[4] = {a, b, bias, d};
    int op = OP_T, back = -1, epilogue = RELU_BIAS, count = 0, two = 2;
    char fast = 1;
    size_t bytes = 0, most = 1 << 20;
    uint64_t rows = 0;
    struct choice choice;
    for (int n = 0; n < 4; n++) {
        cudaMalloc(&there[n], sizeof a);
        cudaMemcpy(there[n], from[n], n == 2 ? sizeof bias : sizeof a, 1);
    }
    printf("create %d %d, version %zu\n", cublasLtCreate(&handle), cublasCreate_v2(&blas), cublasLtGetVersion());
    printf("descriptor %d", cublasLtMatmulDescCreate(&desc, COMPUTE_32F, R_32F));
    printf(" %d", cublasLtMatmulDescSetAttribute(desc, TRANSA, &op, sizeof op));
    printf(" %d", cublasLtMatmulDescSetAttribute(desc, EPILOGUE, &epilogue, sizeof epilogue));
    printf(" %d", cublasLtMatmulDescSetAttribute(desc, BIAS_POINTER, &there[2], sizeof there[2]));
    printf(" %d", cublasLtMatmulDescSetAttribute(desc, FAST_ACCUM, &fast, sizeof fast));
    printf(" %d\n", cublasLtMatmulDescSetAttribute(desc, FILL_MODE, &two, sizeof two));
    printf("operation %d", cublasLtMatmulDescGetAttribute(desc, TRANSA, &back, sizeof back, &bytes));
    printf(" is %d", back);
    cublasLtMatmulDescGetAttribute(desc, TRANSB, &back, sizeof back, &bytes);
    printf(" and %d, %zu bytes\n", back, bytes);
    printf("layout %d", cublasLtMatrixLayoutCreate(&layout, R_32F, 2, 2, 2));
    printf(" %d", cublasLtMatrixLayoutGetAttribute(layout, 2, &rows, sizeof rows, NULL));
    printf(" %d rows %d\n", (int)rows, cublasLtMatrixLayoutSetAttribute(layout, 99, &two, sizeof two));
    printf("preference %d", cublasLtMatmulPreferenceCreate(&preference));
    printf(" %d", cublasLtMatmulPreferenceSetAttribute(preference, 1, &most, sizeof most));
    printf(" %d\n", cublasLtMatmulPreferenceSetAttribute(preference, 5, &two, sizeof two));
    printf("heuristic %d", cublasLtMatmulAlgoGetHeuristic(handle, desc, layout, layout, layout, layout, preference, 1,
                                                        &choice, &count));
    printf(" finds %d, state %d, %zu bytes\n", count, choice.state, choice.workspace);
    for (int n = 0; n < 2; n++) {
        printf("product %d:", cublasLtMatmul(n ? blas : handle, desc, &one, there[0], layout, there[1], layout, &zero,
                                             there[3], layout, there[3], layout, &choice.algorithm, NULL, 0, NULL));
        cudaMemcpy(d, there[3], sizeof d, 2);
        printf(" %g %g %g %g\n", d[0], d[1], d[2], d[3]);
    }
    printf("missing %d: %s\n", cublasLtHeuristicsCacheSetCapacity(8192), cublasLtGetStatusString(15));
    printf("destroy %d", cublasLtMatmulDescDestroy(desc));
    printf(" %d", cublasLtDestroy(handle));
    printf(" %d\n", cublasLtDestroy(handle));
    return 0;
}
