/* A program of cuBLASLt, with declarations of its own: relu(A B + bias), with a handle of cuBLAS. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { COMPUTE_32F = 68, R_32F = 0, OP_N = 0, OP_T = 1, RELU_BIAS = 6 };
enum { TRANSA = 3, TRANSB = 4, FILL_MODE = 6, EPILOGUE = 7, BIAS_POINTER = 8, FAST_ACCUM = 25 };
enum { SCALE_TYPE = 1, SCALE_MODE_OF_A = 31, SCALE_MODE_OF_D = 34 };
enum { ORDER = 1, BATCH_COUNT = 5 };
enum { TILE = 1, CLUSTER_SHAPE = 8, TILES = 6, BATCHES = 3 };

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
int cublasLtHeuristicsCacheGetCapacity(size_t *capacity);
int cublasLtEmulationDescCreate(void **desc);
int cublasLtMatrixLayoutInit_internal(void *layout, size_t size, int type, uint64_t rows, uint64_t columns, int64_t lead);
int cublasLtMatmulDescInit_internal(void *desc, size_t size, int compute, int scale);
int cublasLtMatmulPreferenceInit_internal(void *preference, size_t size);
int cublasLtMatmulAlgoGetIds(void *handle, int compute, int scale, int a, int b, int c, int d, int requested, int *ids,
                             int *count);
int cublasLtMatmulAlgoInit(void *handle, int compute, int scale, int a, int b, int c, int d, int id,
                           struct algorithm *algorithm);
int cublasLtMatmulAlgoConfigSetAttribute(struct algorithm *algorithm, int name, const void *from, size_t bytes);
int cublasLtMatmulAlgoConfigGetAttribute(const struct algorithm *algorithm, int name, void *to, size_t bytes,
                                         size_t *written);
int cublasLtMatmulAlgoCapGetAttribute(const struct algorithm *algorithm, int name, void *to, size_t bytes,
                                      size_t *written);
int cublasLtMatmulAlgoCheck(void *handle, void *desc, void *a, void *b, void *c, void *d,
                            const struct algorithm *algorithm, struct choice *to);

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
    /* The same with objects in this program's memory, and an algorithm of its choice. */
    uint64_t own_layout[8], own_desc[32], own_preference[10];
    struct algorithm algorithm;
    int ids[4] = {-1, -1, -1, -1}, tile = 15, value = -1;
    short shape = 2;
    printf("init %d", cublasLtMatrixLayoutInit_internal(own_layout, sizeof own_layout, R_32F, 2, 2, 2));
    printf(" %d", cublasLtMatrixLayoutInit_internal(own_layout, 8, R_32F, 2, 2, 2));
    printf(" %d", cublasLtMatmulDescInit_internal(own_desc, sizeof own_desc, COMPUTE_32F, R_32F));
    printf(" %d", cublasLtMatmulPreferenceInit_internal(own_preference, sizeof own_preference));
    printf(" %d", cublasLtMatmulDescSetAttribute(own_desc, TRANSA, &op, sizeof op));
    printf(" %d", cublasLtMatmulDescSetAttribute(own_desc, SCALE_TYPE, &zero, sizeof zero));
    value = 3;
    printf(" %d", cublasLtMatmulDescSetAttribute(own_desc, SCALE_MODE_OF_D, &value, sizeof value));
    printf(" %d\n", cublasLtMatmulDescSetAttribute(own_desc, SCALE_MODE_OF_A, &value, sizeof value));
    printf("ids %d", cublasLtMatmulAlgoGetIds(handle, COMPUTE_32F, R_32F, R_32F, R_32F, R_32F, R_32F, 4, ids, &count));
    printf(": %d, first %d", count, ids[0]);
    printf("; of other types %d\n",
           cublasLtMatmulAlgoGetIds(handle, COMPUTE_32F, R_32F, R_32F, R_32F, 3, R_32F, 4, ids, &count));
    printf("algorithm %d", cublasLtMatmulAlgoInit(handle, COMPUTE_32F, R_32F, R_32F, R_32F, R_32F, R_32F, 21, &algorithm));
    printf(" %d", cublasLtMatmulAlgoConfigSetAttribute(&algorithm, TILE, &tile, sizeof tile));
    printf(" %d", cublasLtMatmulAlgoConfigSetAttribute(&algorithm, CLUSTER_SHAPE, &shape, sizeof shape));
    printf(" %d", cublasLtMatmulAlgoConfigSetAttribute(&algorithm, 0, &tile, sizeof tile));
    printf(" %d", cublasLtMatmulAlgoConfigGetAttribute(&algorithm, 0, &value, sizeof value, &bytes));
    printf(" is %d of %zu bytes", value, bytes);
    printf(", tile %d", cublasLtMatmulAlgoConfigGetAttribute(&algorithm, TILE, &value, sizeof value, &bytes));
    printf(" is %d", value);
    printf(", tiles %d", cublasLtMatmulAlgoCapGetAttribute(&algorithm, TILES, NULL, 0, &bytes));
    printf(" %zu bytes", bytes);
    printf(", batches %d", cublasLtMatmulAlgoCapGetAttribute(&algorithm, BATCHES, &value, sizeof value, &bytes));
    printf(" %d\n", value);
    printf("check %d", cublasLtMatmulAlgoCheck(handle, own_desc, own_layout, own_layout, own_layout, own_layout, &algorithm,
                                              &choice));
    printf(" %d", (int)(choice.algorithm.data[0] >> 32));
    printf(" product %d:", cublasLtMatmul(handle, own_desc, &one, there[0], own_layout, there[1], own_layout, &zero,
                                          there[3], own_layout, there[3], own_layout, &algorithm, NULL, 0, NULL));
    cudaMemcpy(d, there[3], sizeof d, 2);
    printf(" %g %g %g %g\n", d[0], d[1], d[2], d[3]);
    printf("capacity %d", cublasLtHeuristicsCacheSetCapacity(100));
    printf(" %d", cublasLtHeuristicsCacheGetCapacity(&bytes));
    printf(" %zu\n", bytes);
    printf("missing %d: %s\n", cublasLtEmulationDescCreate(&preference), cublasLtGetStatusString(15));
    printf("destroy %d", cublasLtMatmulDescDestroy(desc));
    printf(" %d", cublasLtDestroy(handle));
    printf(" %d\n", cublasLtDestroy(handle));
    return 0;
}
